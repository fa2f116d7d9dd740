"""A generator and a discriminator: two optimizers, each with the variables of its own scope."""

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    tf.set_random_seed(2)

    def dense(x, size, name, activation=None):
        with tf.variable_scope(name):
            w = tf.get_variable(
                "w", [x.get_shape()[1], size], initializer=tf.glorot_uniform_initializer()
            )
            b = tf.get_variable("b", [size], initializer=tf.zeros_initializer())
            z = tf.nn.xw_plus_b(x, w, b)
            return activation(z) if activation else z

    def generator(z, reuse=None):
        with tf.variable_scope("generator", reuse=reuse):
            return dense(dense(z, 12, "hidden", tf.nn.softplus), 2, "out")

    def discriminator(x, reuse=None):
        with tf.variable_scope("discriminator", reuse=reuse):
            h = dense(x, 16, "hidden1", tf.nn.leaky_relu)
            h = dense(h, 16, "hidden2", tf.tanh)
            logit = dense(h, 1, "out")
            return tf.sigmoid(logit), logit

    real = tf.placeholder(tf.float32, [None, 2])
    noise = tf.placeholder(tf.float32, [None, 3])
    fake = generator(noise)
    D_real, D_real_logits = discriminator(real)
    D_fake, D_fake_logits = discriminator(fake, reuse=True)

    def bce(logits, labels):
        return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(logits=logits, labels=labels))

    d_loss = bce(D_real_logits, 0.9 * tf.ones_like(D_real)) + bce(
        D_fake_logits, tf.zeros_like(D_fake)
    )
    g_loss = bce(D_fake_logits, tf.ones_like(D_fake))
    t_vars = tf.trainable_variables()
    d_vars = [v for v in t_vars if v.name.startswith("discriminator")]
    g_vars = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope="generator")
    d_step = tf.train.AdamOptimizer(0.01, beta1=0.5).minimize(d_loss, var_list=d_vars)
    g_step = tf.train.AdamOptimizer(0.01, beta1=0.5).minimize(g_loss, var_list=g_vars)
    clip = [v.assign(tf.clip_by_value(v, -1.0, 1.0)) for v in d_vars]

    rng = np.random.RandomState(0)
    d_losses, g_losses = [], []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        g_before = sess.run(g_vars)
        for step in range(40):
            angle = rng.rand(32) * 2 * np.pi
            points = np.stack([np.cos(angle), np.sin(angle)], 1)
            z = rng.uniform(-1, 1, [32, 3])
            _, d = sess.run([d_step, d_loss], {real: points, noise: z})
            sess.run(clip)
            if step == 0:
                untouched = all(np.array_equal(a, b) for a, b in zip(g_before, sess.run(g_vars)))
            _, g = sess.run([g_step, g_loss], {noise: z})
            d_losses.append(d)
            g_losses.append(g)
        samples = sess.run(fake, {noise: z})
        belief = sess.run([D_real, D_fake], {real: points, noise: z})
    return {
        "discriminator": d_losses,
        "generator": g_losses,
        "samples": samples,
        "belief": belief,
        "untouched": untouched,
        "variables": [v.name for v in d_vars] + [v.name for v in g_vars],
        "all": len(tf.global_variables()),
    }
