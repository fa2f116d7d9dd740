"""Skip-gram word vectors with noise-contrastive estimation, and the nearest words by cosine."""

import collections
import math

import numpy as np

TEXT = (
    "the quick brown fox jumps over the lazy dog while the slow red cat sleeps under the old tree "
    "and the brown dog chases the red cat around the old tree until the quick fox sleeps and the "
    "lazy cat jumps over the slow dog "
) * 6
vocabulary_size, embedding_size, num_sampled = 20, 8, 6


def build_dataset(words):
    count = [("UNK", -1), *collections.Counter(words).most_common(vocabulary_size - 1)]
    dictionary = {word: i for i, (word, _) in enumerate(count)}
    data = [dictionary.get(word, 0) for word in words]
    return data, dictionary


def generate_batches(data, batch_size, window, rng):
    pairs = [
        (data[i], data[j])
        for i in range(len(data))
        for j in range(max(0, i - window), min(len(data), i + window + 1))
        if i != j
    ]
    while True:
        chosen = rng.randint(0, len(pairs), batch_size)
        batch = np.array([pairs[k] for k in chosen], dtype=np.int32)
        yield batch[:, 0], batch[:, 1:]


def run(tf, folder):
    data, dictionary = build_dataset(TEXT.split())
    graph = tf.Graph()
    with graph.as_default():
        tf.set_random_seed(3)
        with tf.name_scope("inputs"):
            train_inputs = tf.placeholder(tf.int32, shape=[32])
            train_labels = tf.placeholder(tf.int32, shape=[32, 1])
            valid_dataset = tf.constant([1, 2, 3], dtype=tf.int32)
        with tf.device("/cpu:0"):
            with tf.name_scope("embeddings"):
                embeddings = tf.Variable(
                    tf.random_uniform([vocabulary_size, embedding_size], -1.0, 1.0)
                )
                embed = tf.nn.embedding_lookup(embeddings, train_inputs)
            with tf.name_scope("weights"):
                nce_weights = tf.Variable(
                    tf.truncated_normal(
                        [vocabulary_size, embedding_size], stddev=1.0 / math.sqrt(embedding_size)
                    )
                )
            with tf.name_scope("biases"):
                nce_biases = tf.Variable(tf.zeros([vocabulary_size]))
        with tf.name_scope("loss"):
            sampled = tf.random.log_uniform_candidate_sampler(
                true_classes=tf.cast(train_labels, tf.int64),
                num_true=1,
                num_sampled=num_sampled,
                unique=True,
                range_max=vocabulary_size,
                seed=11,
            )
            loss = tf.reduce_mean(
                tf.nn.nce_loss(
                    weights=nce_weights,
                    biases=nce_biases,
                    labels=train_labels,
                    inputs=embed,
                    num_sampled=num_sampled,
                    num_classes=vocabulary_size,
                    sampled_values=sampled,
                )
            )
        with tf.name_scope("optimizer"):
            optimizer = tf.train.GradientDescentOptimizer(0.3).minimize(loss)
        norm = tf.sqrt(tf.reduce_sum(tf.square(embeddings), 1, keep_dims=True))
        normalized = embeddings / norm
        valid_embeddings = tf.nn.embedding_lookup(normalized, valid_dataset)
        similarity = tf.matmul(valid_embeddings, normalized, transpose_b=True)
        init = tf.global_variables_initializer()

    batches = generate_batches(data, 32, 2, np.random.RandomState(0))
    losses, average = [], 0.0
    with tf.Session(graph=graph) as session:
        init.run()
        for step in range(60):
            inputs, labels = next(batches)
            _, value = session.run([optimizer, loss], {train_inputs: inputs, train_labels: labels})
            average += value
            if step % 10 == 9:
                losses.append(average / 10)
                average = 0.0
        sim = similarity.eval()
        final = normalized.eval()
    words = {i: word for word, i in dictionary.items()}
    nearest = {words[1 + i]: [words[k] for k in (-sim[i]).argsort()[1:4]] for i in range(3)}
    return {"losses": losses, "similarity": sim, "embeddings": final, "nearest": nearest}
