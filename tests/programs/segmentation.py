"""A small U-Net: strided and transposed convolutions, skips, Dice loss, images from a function."""

import numpy as np

SIZE = 12


def discs(rng, count):
    """Images of noisy discs, and their masks."""
    y, x = np.mgrid[:SIZE, :SIZE]
    centre, radius = rng.uniform(3, 9, (count, 2, 1, 1)), rng.uniform(1.5, 4, (count, 1, 1))
    mask = ((y - centre[:, 0]) ** 2 + (x - centre[:, 1]) ** 2 < radius**2).astype(np.float32)
    image = mask + 0.4 * rng.randn(count, SIZE, SIZE)
    return image[..., None].astype(np.float32), mask[..., None]


def run(tf, folder):
    tf.reset_default_graph()
    tf.set_random_seed(11)
    image = tf.placeholder(tf.float32, [None, SIZE, SIZE, 1], name="image")
    mask = tf.placeholder(tf.float32, [None, SIZE, SIZE, 1], name="mask")

    def conv(x, channels, name, stride=1, size=3):
        with tf.variable_scope(name):
            kernel = tf.get_variable("kernel", [size, size, x.shape[3], channels])
            bias = tf.get_variable("bias", [channels], initializer=tf.zeros_initializer())
            y = tf.nn.conv2d(x, kernel, [1, stride, stride, 1], "SAME")
            return tf.nn.elu(tf.nn.bias_add(y, bias))

    def up(x, channels, like, name):
        with tf.variable_scope(name):
            kernel = tf.get_variable("kernel", [2, 2, channels, x.shape[3]])
            shape = tf.stack([tf.shape(x)[0], like.shape[1].value, like.shape[2].value, channels])
            y = tf.nn.conv2d_transpose(x, kernel, shape, [1, 2, 2, 1], "SAME")
            y = tf.reshape(y, [-1, like.shape[1].value, like.shape[2].value, channels])
            return tf.concat([y, like], axis=3)

    with tf.variable_scope("unet", initializer=tf.variance_scaling_initializer(2.0)):
        one = conv(image, 4, "one")
        two = conv(one, 6, "two", stride=2)
        pooled = tf.nn.max_pool(two, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
        wide = conv(pooled, 8, "wide", size=5)
        gate = tf.nn.sigmoid(
            conv(tf.nn.avg_pool(pooled, [1, 3, 3, 1], [1, 1, 1, 1], "SAME"), 8, "gate")
        )
        back = conv(up(wide * gate, 6, two, "up_two"), 6, "back_two")
        back = conv(up(back, 4, one, "up_one"), 4, "back_one")
        depthwise = tf.get_variable("depthwise", [3, 3, 4, 2])
        pointwise = tf.get_variable("pointwise", [1, 1, 8, 1])
        logits = tf.nn.separable_conv2d(back, depthwise, pointwise, [1, 1, 1, 1], "SAME")
    prediction = tf.sigmoid(logits, name="prediction")

    axes = [1, 2, 3]
    overlap = tf.reduce_sum(prediction * mask, axes)
    dice = (2.0 * overlap + 1.0) / (
        tf.reduce_sum(prediction, axes) + tf.reduce_sum(mask, axes) + 1.0
    )
    entropy = tf.nn.weighted_cross_entropy_with_logits(labels=mask, logits=logits, pos_weight=2.0)
    smooth = tf.reduce_mean(tf.abs(prediction[:, 1:] - prediction[:, :-1]))
    loss = 1.0 - tf.reduce_mean(dice) + 0.3 * tf.reduce_mean(entropy) + 0.01 * smooth
    train = tf.train.AdamOptimizer(0.01).minimize(loss)
    saliency = tf.gradients(prediction[:, SIZE // 2, SIZE // 2, 0], image)[0]

    rng = np.random.RandomState(0)
    losses = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(20):
            x, y = discs(rng, 8)
            losses.append(sess.run([loss, train], {image: x, mask: y})[0])
        found, important = sess.run([prediction, saliency], {image: x[:2]})
    return {
        "losses": losses,
        "prediction": found,
        "saliency": important,
        "shapes": [str(t.shape) for t in (two, pooled, wide, back, logits)],
        "variables": [v.op.name for v in tf.trainable_variables()],
    }
