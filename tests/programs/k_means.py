"""Clusters by k-means: distances by broadcasting, means by segments, until no point moves."""

import numpy as np


def run(tf, folder):
    N, K, MAX_ITERS = 200, 4, 50
    rng = np.random.RandomState(2)
    centres = rng.uniform(-4, 4, (K, 2))
    points_ = (centres[rng.randint(0, K, N)] + rng.randn(N, 2) * 0.7).astype(np.float32)

    tf.reset_default_graph()
    points = tf.Variable(points_, name="points")
    cluster_assignments = tf.Variable(tf.zeros([N], dtype=tf.int64))
    centroids = tf.Variable(tf.slice(points.initialized_value(), [0, 0], [K, 2]))

    rep_centroids = tf.reshape(tf.tile(centroids, [N, 1]), [N, K, 2])
    rep_points = tf.reshape(tf.tile(points, [1, K]), [N, K, 2])
    sum_squares = tf.reduce_sum(tf.square(rep_points - rep_centroids), reduction_indices=2)
    best_centroids = tf.argmin(sum_squares, 1)
    did_assignments_change = tf.reduce_any(tf.not_equal(best_centroids, cluster_assignments))

    def bucket_mean(data, bucket_ids, num_buckets):
        total = tf.unsorted_segment_sum(data, bucket_ids, num_buckets)
        count = tf.unsorted_segment_sum(tf.ones_like(data), bucket_ids, num_buckets)
        return total / count

    means = bucket_mean(points, best_centroids, K)
    with tf.control_dependencies([did_assignments_change]):
        do_updates = tf.group(centroids.assign(means), cluster_assignments.assign(best_centroids))
    # The same means in other words.
    masks = [tf.boolean_mask(points, tf.equal(cluster_assignments, k)) for k in range(K)]
    again = tf.stack([tf.reduce_mean(mask, axis=0) for mask in masks])
    order = tf.nn.top_k(-tf.reduce_min(sum_squares, 1), k=5)
    parts = tf.dynamic_partition(points, tf.cast(cluster_assignments, tf.int32), K)

    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    changed, iters = True, 0
    while changed and iters < MAX_ITERS:
        iters += 1
        changed, _ = sess.run([did_assignments_change, do_updates])
    centers, assignments, other, near, pieces = sess.run(
        [centroids, cluster_assignments, again, order, parts]
    )
    sess.close()
    return {
        "iterations": iters,
        "centers": centers,
        "assignments": assignments,
        "in other words": other,
        "nearest": near.indices,
        "sizes": [len(piece) for piece in pieces],
    }
