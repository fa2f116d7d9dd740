"""One line through the same points in five ways: in one step, and by gradients of three kinds."""

import numpy as np
from sklearn.datasets import load_diabetes
from sklearn.preprocessing import StandardScaler

N_EPOCHS = 60
LEARNING_RATE = 0.05


def run(tf, folder):
    X_all, target = load_diabetes(return_X_y=True)
    m, n = X_all.shape
    scaled = StandardScaler().fit_transform(X_all)
    housing_data_plus_bias = np.c_[np.ones((m, 1)), scaled]
    target = (target.reshape(-1, 1) / 100.0).astype(np.float64)
    found = {}

    # The normal equation.
    tf.reset_default_graph()
    X = tf.constant(housing_data_plus_bias, dtype=tf.float64, name="X")
    y = tf.constant(target, dtype=tf.float64, name="y")
    XT = tf.transpose(X)
    theta = tf.matmul(tf.matmul(tf.matrix_inverse(tf.matmul(XT, X)), XT), y)
    with tf.Session() as sess:
        found["normal equation"] = theta.eval()

    def descend(how):
        tf.reset_default_graph()
        X = tf.constant(housing_data_plus_bias, dtype=tf.float32, name="X")
        y = tf.constant(target, dtype=tf.float32, name="y")
        theta = tf.Variable(tf.random_uniform([n + 1, 1], -1.0, 1.0, seed=42), name="theta")
        y_pred = tf.matmul(X, theta, name="predictions")
        error = y_pred - y
        mse = tf.reduce_mean(tf.square(error), name="mse")
        training_op = how(X, error, theta, mse)
        init = tf.global_variables_initializer()
        losses = []
        with tf.Session() as sess:
            sess.run(init)
            for epoch in range(N_EPOCHS):
                if epoch % 10 == 0:
                    losses.append(mse.eval())
                sess.run(training_op)
            return {"losses": losses, "theta": theta.eval()}

    def manual(X, error, theta, mse):
        gradients = 2 / m * tf.matmul(tf.transpose(X), error)
        return tf.assign(theta, theta - LEARNING_RATE * gradients)

    def autodiff(X, error, theta, mse):
        gradients = tf.gradients(mse, [theta])[0]
        return tf.assign(theta, theta - LEARNING_RATE * gradients)

    def optimizer(make):
        return lambda X, error, theta, mse: make().minimize(mse)

    ways = {
        "by hand": manual,
        "autodiff": autodiff,
        "gradient descent": optimizer(lambda: tf.train.GradientDescentOptimizer(LEARNING_RATE)),
        "momentum": optimizer(lambda: tf.train.MomentumOptimizer(LEARNING_RATE, momentum=0.9)),
        "nesterov": optimizer(
            lambda: tf.train.MomentumOptimizer(LEARNING_RATE, 0.9, use_nesterov=True)
        ),
        "adagrad": optimizer(lambda: tf.train.AdagradOptimizer(0.3)),
        "rmsprop": optimizer(lambda: tf.train.RMSPropOptimizer(0.01, momentum=0.5)),
        "adam": optimizer(lambda: tf.train.AdamOptimizer(learning_rate=0.05)),
    }
    for name, how in ways.items():
        found[name] = descend(how)
    return found
