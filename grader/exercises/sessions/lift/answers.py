# %% right set-shape
def lift(function, x):
    y = tf.py_func(function, [x], x.dtype)
    y.set_shape(x.shape)
    return y


# %% right list-of-dtypes
def lift(function, x):
    (y,) = tf.py_func(function, [x], [x.dtype])
    y.set_shape(x.get_shape())
    return tf.identity(y)


# %% right lambda
def lift(function, x):
    y = tf.py_func(lambda value: function(value), (x,), x.dtype, stateful=True, name="lifted")
    y.set_shape(x.shape.as_list())
    return y


# %% right inner-function like=set-shape
# -     y = tf.py_func(function, [x], x.dtype)
# +     def apply(value):
# +         result = function(np.array(value))
# +         return np.asarray(result, dtype=value.dtype)
# +
# +     y = tf.py_func(apply, [tf.identity(x)], x.dtype)


# %% right keywords
def lift(function, x):
    with tf.name_scope("lift"):
        result = tf.py_func(func=function, inp=[x], Tout=[x.dtype])[0]
    result.set_shape(x.shape)
    return result


# %% right ensure-shape
def lift(function, x):
    return tf.ensure_shape(tf.py_func(lambda *values: function(*values), [x], x.dtype), x.shape)


# %% right reshapes-to-the-dynamic-shape like=set-shape
# -     y = tf.py_func(function, [x], x.dtype)
# +     y = tf.reshape(tf.py_func(function, [x], x.dtype), tf.shape(x))


# %% wrong called-in-py-func mistake=calls-it-while-building like=set-shape
# says: your function calls `function` while the graph is being built, with a tensor that has no value yet.
#     Hand the function itself to tf.py_func: every run calls the function.
# -     y = tf.py_func(function, [x], x.dtype)
# +     y = tf.py_func(function(x), [x], x.dtype)


# %% wrong tries-it-for-the-dtype mistake=tries-it-while-building like=set-shape
# says: your function calls `function` while the graph is being built. Only the runs should call it.
# -     y = tf.py_func(function, [x], x.dtype)
# +     sizes = [size or 1 for size in x.shape.as_list()]
# +     tried = function(np.zeros(sizes, x.dtype.as_numpy_dtype))
# +     y = tf.py_func(function, [x], tried.dtype)


# %% wrong shapeless mistake=forgets-the-shape
# says: the values are right, but the shape of your tensor is unknown: TensorFlow cannot look into a Python
#     function. Tell it with `y.set_shape(x.shape)`.
def lift(function, x):
    return tf.py_func(function, [x], x.dtype)


# %% wrong list mistake=list-of-one
# says: your function returns a list with one tensor in it, because the dtypes given to tf.py_func are a
#     list. Give one dtype, or take the first element.
def lift(function, x):
    return tf.py_func(function, [x], [x.dtype])


# %% wrong float mistake=always-float32 like=set-shape
# says: you promise float32 to TensorFlow, but the function returns an array of x's dtype. The third
#     argument of tf.py_func should be `x.dtype`.
# -     y = tf.py_func(function, [x], x.dtype)
# +     y = tf.py_func(function, [x], tf.float32)


# %% wrong casts mistake=casts-x
# says: you give `function` the value of x in another dtype, and large numbers lose digits on the way. Leave
#     x as it is: the third argument of tf.py_func may be any dtype, such as `x.dtype`.
def lift(function, x):
    values = tf.py_func(function, [tf.cast(x, tf.float32)], tf.float32)
    values.set_shape(x.shape)
    return tf.cast(values, x.dtype)


# %% wrong identity mistake=returns-x
# says: your function returns x as it is: `function` never runs. Put it into the graph with tf.py_func.
def lift(function, x):
    return tf.identity(x)


# %% wrong without-the-shape mistake=flattens-the-value like=set-shape
# says: `function` gets the numbers of x in one row, not the value of x: of a matrix it needs the rows and
#     the columns. Give it the array as it is.
# -     y = tf.py_func(function, [x], x.dtype)
# +     y = tf.py_func(lambda v: np.reshape(function(v.ravel()), v.shape), [x], x.dtype)


# %% wrong stateless mistake=promises-the-same-result like=set-shape
# says: `stateful=False` promises that the same input always gives the same result, and then TensorFlow may
#     call the function once for several runs. This one may return something different each time.
# -     y = tf.py_func(function, [x], x.dtype)
# +     y = tf.py_func(function, [x], x.dtype, stateful=False)


# %% wrong evaluates mistake=runs-while-building
# says: your function runs x while the graph is being built, and x has no value yet. Hand `function` and
#     `[x]` to tf.py_func: every run calls the function.
def lift(function, x):
    with tf.Session() as session:
        return function(session.run(x))


# %% wrong bare-input mistake=input-without-brackets like=set-shape
# says: Python cannot loop over a tensor while the graph is being built. tf.py_func wants a list of inputs,
#     even if there is only one: `[x]`.
# -     y = tf.py_func(function, [x], x.dtype)
# +     y = tf.py_func(function, x, x.dtype)


# %% wrong shape-as-a-tensor mistake=shape-as-a-tensor like=set-shape
# says: `tf.shape(x)` is a tensor, which has a value only in a run. `set_shape` wants the static shape:
#     `x.shape`.
# -     y.set_shape(x.shape)
# +     y.set_shape(tf.shape(x))


# %% wrong called mistake=calls-it-while-building
def lift(function, x):
    return function(x)


# %% wrong shape-of-the-value mistake=forgets-the-shape
def lift(function, x):
    y = tf.py_func(function, [x], x.dtype)
    return tf.identity(y, name="lifted")


# %% wrong casts-to-double
def lift(function, x):
    values = tf.py_func(function, [tf.cast(x, tf.float64)], tf.float64)
    return tf.ensure_shape(tf.cast(values, x.dtype), x.shape)


# %% wrong returns-function
def lift(function, x):
    return function


# %% wrong fixed-shape like=set-shape
# -     y.set_shape(x.shape)
# +     y.set_shape([2])


# %% wrong with-a-second-node like=set-shape
# -     y.set_shape(x.shape)
# +     y += tf.py_func(lambda value: 0 * value, [x], x.dtype)
# +     y.set_shape(x.shape)


# %% wrong twice like=set-shape
# -     y = tf.py_func(function, [x], x.dtype)
# +     y = tf.py_func(lambda value: function(function(value)), [x], x.dtype)


# %% wrong none like=set-shape
# -     return y


# %% wrong constant
def lift(function, x):
    return tf.constant(function(np.zeros(2, np.float32)))


# %% wrong remembers
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


# %% wrong rounds-the-result like=set-shape
# -     y = tf.py_func(function, [x], x.dtype)
# +     y = tf.py_func(lambda v: function(v).astype(np.float32), [x], tf.float32)
# +     y = tf.cast(y, x.dtype)


# %% wrong rounds-the-result-to-double like=set-shape
# -     y = tf.py_func(function, [x], x.dtype)
# +     y = tf.py_func(lambda v: function(v).astype(np.float64), [x], tf.float64)
# +     y = tf.cast(y, x.dtype)


# %% wrong rounds-the-result-of-floats like=set-shape
# -     y = tf.py_func(function, [x], x.dtype)
# +     if not x.dtype.is_floating:
# +         y = tf.py_func(function, [x], x.dtype)
# +     else:
# +         y = tf.cast(tf.py_func(lambda v: function(v).astype(np.float32), [x], tf.float32), x.dtype)


# %% wrong py-function like=set-shape
# -     y = tf.py_func(function, [x], x.dtype)
# +     y = tf.py_function(lambda value: function(value.numpy()), [x], x.dtype)


# %% wrong tries-it-for-the-shape mistake=tries-it-while-building
def lift(function, x):
    shape = function(np.zeros(x.shape.as_list(), x.dtype.as_numpy_dtype)).shape
    y = tf.py_func(function, [x], x.dtype)
    y.set_shape(shape)
    return y


# %% wrong reshapes-to-the-static-shape
def lift(function, x):
    y = tf.py_func(function, [x], x.dtype)
    return tf.reshape(y, [-1 if size is None else size for size in x.shape.as_list()])


# %% wrong rank-only like=set-shape
# -     y.set_shape(x.shape)
# +     y.set_shape([None] * x.shape.ndims)


# %% wrong takes-x-from-outside like=set-shape
# -     y = tf.py_func(function, [x], x.dtype)
# +     y = tf.py_func(lambda: function(x), [], x.dtype)


# %% wrong the-latest-function like=set-shape
# -     y = tf.py_func(function, [x], x.dtype)
# +     global latest
# +     latest = function
# +     y = tf.py_func(lambda value: latest(value), [x], x.dtype)


# %% wrong one-node-for-each-graph
nodes = {}


def lift(function, x):
    graph = tf.get_default_graph()
    if graph not in nodes:
        y = tf.py_func(function, [x], x.dtype)
        y.set_shape(x.shape)
        nodes[graph] = y
    return nodes[graph]


# %% wrong promises-double
def lift(function, x):
    y = tf.py_func(function, [x], tf.float64)
    y.set_shape(x.shape)
    return tf.cast(y, x.dtype)


# %% exempt reshapes-to-the-dynamic-shape
# call-dropped: y = tf.reshape(tf.py_func(function, [x], x.dtype), tf.shape(x)) -> ...
#     The function returns an array of the same shape, as the text says.


# %% exempt *
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
