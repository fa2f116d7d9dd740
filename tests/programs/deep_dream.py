"""An input that is changed until a feature is strong: gradient ascent, tiled and in octaves."""

import numpy as np


def run(tf, folder):
    tf.reset_default_graph()
    graph = tf.Graph()
    sess = tf.InteractiveSession(graph=graph)
    rng = np.random.RandomState(0)
    t_input = tf.placeholder(np.float32, name="input")
    t_preprocessed = tf.expand_dims(t_input - 0.5, 0)
    t_preprocessed.set_shape([1, None, None, 1])
    edges = (rng.randn(5, 5, 1, 4) * 0.3).astype(np.float32)
    textures = (rng.randn(3, 3, 4, 6) * 0.3).astype(np.float32)
    with tf.name_scope("import"):
        mixed1 = tf.nn.relu(tf.nn.conv2d(t_preprocessed, edges, [1, 1, 1, 1], "SAME"), "mixed1")
        pool = tf.nn.avg_pool(mixed1, [1, 2, 2, 1], [1, 2, 2, 1], "SAME", name="pool")
        mixed2 = tf.nn.relu(tf.nn.conv2d(pool, textures, [1, 1, 1, 1], "SAME"), "mixed2")

    layers = [op.name for op in graph.get_operations() if op.type == "Conv2D"]

    def T(layer):
        return graph.get_tensor_by_name(f"import/{layer}:0")

    def render_naive(t_obj, img0, iter_n=8, step=0.3):
        t_score = tf.reduce_mean(t_obj)
        t_grad = tf.gradients(t_score, t_input)[0]
        img, scores = img0.copy(), []
        for _ in range(iter_n):
            g, score = sess.run([t_grad, t_score], {t_input: img})
            g /= g.std() + 1e-8
            img += g * step
            scores.append(score)
        return img, scores

    def calc_grad_tiled(img, t_grad, tile_size=12):
        h, w = img.shape[:2]
        sx, sy = rng.randint(tile_size, size=2)
        img_shift = np.roll(np.roll(img, sx, 1), sy, 0)
        grad = np.zeros_like(img)
        for y in range(0, max(h - tile_size // 2, tile_size), tile_size):
            for x in range(0, max(w - tile_size // 2, tile_size), tile_size):
                sub = img_shift[y : y + tile_size, x : x + tile_size]
                grad[y : y + tile_size, x : x + tile_size] = sess.run(t_grad, {t_input: sub})
        return np.roll(np.roll(grad, -sx, 1), -sy, 0)

    noise = rng.uniform(size=(16, 16, 1)).astype(np.float32)
    naive, scores = render_naive(T("mixed2")[:, :, :, 3], noise)
    t_score = tf.reduce_mean(tf.square(mixed2))
    t_grad = tf.gradients(t_score, t_input)[0]
    img = noise
    for octave in range(2):
        if octave:
            img = np.repeat(np.repeat(img, 2, 0), 2, 1)
        for _ in range(3):
            g = calc_grad_tiled(img, t_grad)
            img = img + g * (0.05 / (np.abs(g).mean() + 1e-7))
    sess.close()
    return {
        "layers": layers,
        "naive": naive,
        "scores": scores,
        "tiled": img,
        "shapes": [str(mixed1.shape), str(mixed2.shape), str(t_grad.shape)],
    }
