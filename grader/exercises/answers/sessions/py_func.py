# %% sessions/py-func right set-shape
def lift(function, x):
    y = tf.py_func(function, [x], x.dtype)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func right list-of-dtypes
def lift(function, x):
    (y,) = tf.py_func(function, [x], [x.dtype])
    y.set_shape(x.get_shape())
    return tf.identity(y)


# %% sessions/py-func right lambda
def lift(function, x):
    y = tf.py_func(lambda value: function(value), (x,), x.dtype, stateful=True, name="lifted")
    y.set_shape(x.shape.as_list())
    return y


# %% sessions/py-func right inner-function
def lift(function, x):
    def apply(value):
        result = function(np.array(value))
        return np.asarray(result, dtype=value.dtype)

    y = tf.py_func(apply, [tf.identity(x)], x.dtype)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func right keywords
def lift(function, x):
    with tf.name_scope("lift"):
        result = tf.py_func(func=function, inp=[x], Tout=[x.dtype])[0]
    result.set_shape(x.shape)
    return result


# %% sessions/py-func wrong called misconception=calls-it-while-building
def lift(function, x):
    return function(x)


# %% sessions/py-func wrong called-in-py-func misconception=calls-it-while-building
def lift(function, x):
    y = tf.py_func(function(x), [x], x.dtype)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func wrong shapeless misconception=forgets-the-shape
def lift(function, x):
    return tf.py_func(function, [x], x.dtype)


# %% sessions/py-func wrong shape-of-the-value misconception=forgets-the-shape
def lift(function, x):
    y = tf.py_func(function, [x], x.dtype)
    return tf.identity(y, name="lifted")


# %% sessions/py-func wrong list misconception=list-of-one
def lift(function, x):
    return tf.py_func(function, [x], [x.dtype])


# %% sessions/py-func wrong float misconception=always-float32
def lift(function, x):
    y = tf.py_func(function, [x], tf.float32)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func wrong casts misconception=casts-x
def lift(function, x):
    values = tf.py_func(function, [tf.cast(x, tf.float32)], tf.float32)
    values.set_shape(x.shape)
    return tf.cast(values, x.dtype)


# %% sessions/py-func wrong casts-to-double
def lift(function, x):
    values = tf.py_func(function, [tf.cast(x, tf.float64)], tf.float64)
    return tf.ensure_shape(tf.cast(values, x.dtype), x.shape)


# %% sessions/py-func wrong identity misconception=returns-x
def lift(function, x):
    return tf.identity(x)


# %% sessions/py-func wrong returns-function
def lift(function, x):
    return function


# %% sessions/py-func wrong fixed-shape
def lift(function, x):
    y = tf.py_func(function, [x], x.dtype)
    y.set_shape([2])
    return y


# %% sessions/py-func wrong twice
def lift(function, x):
    y = tf.py_func(lambda value: function(function(value)), [x], x.dtype)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func wrong none
def lift(function, x):
    y = tf.py_func(function, [x], x.dtype)
    y.set_shape(x.shape)


# %% sessions/py-func wrong evaluates misconception=runs-while-building
def lift(function, x):
    with tf.Session() as session:
        return function(session.run(x))


# %% sessions/py-func wrong constant
def lift(function, x):
    return tf.constant(function(np.zeros(2, np.float32)))


# %% sessions/py-func wrong stateless misconception=promises-the-same-result
def lift(function, x):
    y = tf.py_func(function, [x], x.dtype, stateful=False)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func wrong remembers
def lift(function, x):
    known = {}

    def apply(value):
        key = value.tobytes()
        if key not in known:
            known[key] = function(value)
        return known[key]

    y = tf.py_func(apply, [x], x.dtype)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func wrong bare-input misconception=input-without-brackets
def lift(function, x):
    y = tf.py_func(function, x, x.dtype)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func right ensure-shape
def lift(function, x):
    return tf.ensure_shape(tf.py_func(lambda *values: function(*values), [x], x.dtype), x.shape)


# %% sessions/py-func wrong rounds-the-result
def lift(function, x):
    y = tf.py_func(lambda v: function(v).astype(np.float32), [x], tf.float32)
    y = tf.cast(y, x.dtype)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func wrong rounds-the-result-to-double
def lift(function, x):
    y = tf.py_func(lambda v: function(v).astype(np.float64), [x], tf.float64)
    y = tf.cast(y, x.dtype)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func wrong rounds-the-result-of-floats
def lift(function, x):
    if not x.dtype.is_floating:
        y = tf.py_func(function, [x], x.dtype)
    else:
        y = tf.cast(tf.py_func(lambda v: function(v).astype(np.float32), [x], tf.float32), x.dtype)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func wrong tries-it-for-the-dtype misconception=tries-it-while-building
def lift(function, x):
    sizes = [size or 1 for size in x.shape.as_list()]
    tried = function(np.zeros(sizes, x.dtype.as_numpy_dtype))
    y = tf.py_func(function, [x], tried.dtype)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func wrong py-function
def lift(function, x):
    y = tf.py_function(lambda value: function(value.numpy()), [x], x.dtype)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func wrong tries-it-for-the-shape misconception=tries-it-while-building
def lift(function, x):
    shape = function(np.zeros(x.shape.as_list(), x.dtype.as_numpy_dtype)).shape
    y = tf.py_func(function, [x], x.dtype)
    y.set_shape(shape)
    return y


# %% sessions/py-func wrong reshapes-to-the-static-shape
def lift(function, x):
    y = tf.py_func(function, [x], x.dtype)
    return tf.reshape(y, [-1 if size is None else size for size in x.shape.as_list()])


# %% sessions/py-func right reshapes-to-the-dynamic-shape
def lift(function, x):
    y = tf.reshape(tf.py_func(function, [x], x.dtype), tf.shape(x))
    y.set_shape(x.shape)
    return y


# %% sessions/py-func wrong shape-as-a-tensor misconception=shape-as-a-tensor
def lift(function, x):
    y = tf.py_func(function, [x], x.dtype)
    y.set_shape(tf.shape(x))
    return y


# %% sessions/py-func wrong rank-only
def lift(function, x):
    y = tf.py_func(function, [x], x.dtype)
    y.set_shape([None] * x.shape.ndims)
    return y


# %% sessions/py-func wrong takes-x-from-outside
def lift(function, x):
    y = tf.py_func(lambda: function(x), [], x.dtype)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func wrong the-latest-function
def lift(function, x):
    global latest
    latest = function
    y = tf.py_func(lambda value: latest(value), [x], x.dtype)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func wrong one-node-for-each-graph
nodes = {}


def lift(function, x):
    graph = tf.get_default_graph()
    if graph not in nodes:
        y = tf.py_func(function, [x], x.dtype)
        y.set_shape(x.shape)
        nodes[graph] = y
    return nodes[graph]


# %% sessions/py-func wrong promises-double
def lift(function, x):
    y = tf.py_func(function, [x], tf.float64)
    y.set_shape(x.shape)
    return tf.cast(y, x.dtype)


# %% sessions/py-func wrong without-the-shape misconception=flattens-the-value
def lift(function, x):
    y = tf.py_func(lambda v: np.reshape(function(v.ravel()), v.shape), [x], x.dtype)
    y.set_shape(x.shape)
    return y


# %% sessions/py-func exempt reshapes-to-the-dynamic-shape
# call-dropped: y = tf.reshape(tf.py_func(function, [x], x.dtype), tf.shape(x)) -> ...
#     The function returns an array of the same shape, as the text says.


# %% sessions/py-func exempt *
# changes-its-input
#     The function is given a function and a tensor, which nobody can empty.
# call-dropped: return tf.identity(y) -> return y
# call-dropped: y = tf.py_func(apply, [tf.identity(x)], x.dtype) -> y = tf.py_func(apply, [x], x.dtype)
#     An identity changes no value.
# ...stateful=True, name='lifted') -> y = tf.py_func(lambda value: function(value), ...dtype, name='lifted')
#     True is the default.
# argument-dropped: return np.asarray(result, dtype=value.dtype) -> return np.asarray(result)
#     The function returns an array of the same dtype, as the text says.
# with-dropped: with tf.name_scope('lift'): -> ...
#     Names are free.
# constant: ...Tout=[x.dtype])[0] -> ...Tout=[x.dtype])[-1]
#     The last of a list of one is its first.
