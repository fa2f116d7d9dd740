"""Right and wrong answers to the exercises of chapter 02, as students write them.

Data, not a module to import: `grader.exercises.answers.answers("02-sessions")` reads the blocks.
"""

# ------------------------------------------------------------------------------------ first-run


# %% sessions/first-run right with-block
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(f)


# %% sessions/first-run right explicit-close
def first_run(f):
    session = tf.Session(graph=f.graph)
    try:
        for variable in tf.global_variables():
            session.run(variable.initializer)
        return session.run(f)
    finally:
        session.close()


# %% sessions/first-run right short-forms
def first_run(f):
    with tf.Session():
        tf.global_variables_initializer().run()
        result = f.eval()
    return result


# %% sessions/first-run right interactive
def first_run(f):
    session = tf.InteractiveSession()
    tf.global_variables_initializer().run()
    result = f.eval()
    session.close()
    return result


# %% sessions/first-run right two-sessions-python-number
def first_run(f):
    with tf.Session():
        pass
    with tf.Session() as session:
        session.run(tf.variables_initializer(tf.global_variables()))
        [result] = session.run([f])
        return float(result)


# %% sessions/first-run right group-as-default
def first_run(f):
    session = tf.Session()
    start = tf.group(*[variable.initializer for variable in tf.global_variables()])
    with session.as_default():
        start.run()
        value = f.eval()
    session.close()
    return np.asarray(value)


# %% sessions/first-run wrong never-runs-init misconception=never-initialises
def first_run(f):
    init = tf.global_variables_initializer()
    with tf.Session() as session:
        return session.run(f)


# %% sessions/first-run wrong init-in-another-session misconception=never-initialises
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
    with tf.Session() as session:
        return session.run(f)


# %% sessions/first-run wrong returns-tensor misconception=returns-the-tensor
def first_run(f):
    return f


# %% sessions/first-run wrong list misconception=returns-a-list
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run([f])


# %% sessions/first-run wrong open misconception=leaves-the-session-open
def first_run(f):
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    result = session.run(f)
    return result


# %% sessions/first-run wrong interactive-open misconception=leaves-the-session-open
def first_run(f):
    tf.InteractiveSession()
    tf.global_variables_initializer().run()
    return f.eval()


# %% sessions/first-run wrong no-session misconception=evaluates-without-a-session
def first_run(f):
    tf.global_variables_initializer()
    return f.eval()


# %% sessions/first-run wrong prints
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        print(session.run(f))


# %% sessions/first-run wrong forty-two
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
    return 42


# %% sessions/first-run wrong closed-too-early
def first_run(f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
    return session.run(f)


# %% sessions/first-run wrong not-a-function
first_run = 42


# %% sessions/first-run wrong no-argument
def first_run():
    with tf.Session() as session:
        return session.run(tf.global_variables_initializer())


# ------------------------------------------------------------------------------- default-session


# %% sessions/default-session right short
def start(x, f):
    x.initializer.run()
    return f.eval()


# %% sessions/default-session right long
def start(x, f):
    session = tf.get_default_session()
    session.run(x.initializer)
    return session.run(f)


# %% sessions/default-session right variables-initializer
def start(x, f):
    tf.variables_initializer([x]).run()
    return tf.get_default_session().run([f])[0]


# %% sessions/default-session right as-default
def start(x, f):
    with tf.get_default_session().as_default() as session:
        session.run(x.initializer)
        value = session.run(f)
    return value


# %% sessions/default-session right assigns
def start(x, f):
    tf.assign(x, x.initial_value).eval()
    return np.array(f.eval()).tolist()


# %% sessions/default-session wrong everything misconception=initialises-everything
def start(x, f):
    tf.get_default_session().run(tf.global_variables_initializer())
    return f.eval()


# %% sessions/default-session wrong own misconception=opens-a-session-of-its-own
def start(x, f):
    with tf.Session() as session:
        session.run(x.initializer)
        return session.run(f)


# %% sessions/default-session wrong own-all misconception=initialises-everything-in-its-own-session
def start(x, f):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(f)


# %% sessions/default-session wrong closes misconception=closes-the-default-session
def start(x, f):
    session = tf.get_default_session()
    session.run(x.initializer)
    value = session.run(f)
    session.close()
    return value


# %% sessions/default-session wrong with-closes misconception=closes-the-default-session
def start(x, f):
    with tf.get_default_session():
        x.initializer.run()
        return f.eval()


# %% sessions/default-session wrong no-parentheses misconception=never-runs-the-initializer
def start(x, f):
    x.initializer
    return f.eval()


# %% sessions/default-session wrong returns-none
def start(x, f):
    x.initializer.run()
    f.eval()


# %% sessions/default-session wrong returns-operation
def start(x, f):
    x.initializer.run()
    return f


# %% sessions/default-session wrong raises
def start(x, f):
    x.initialize()
    return f.eval()


# %% sessions/default-session wrong initial-value
def start(x, f):
    x.initializer.run()
    return x.eval()


# %% sessions/default-session wrong feeds-x
def start(x, f):
    return f.eval(feed_dict={x: x.initial_value.eval()})


# --------------------------------------------------------------------------------- uninitialized


# %% sessions/uninitialized right try-each
def uninitialized(session, variables):
    names = []
    for variable in variables:
        try:
            session.run(variable)
        except tf.errors.FailedPreconditionError:
            names.append(variable.name)
    return names


# %% sessions/uninitialized right is-variable-initialized
def uninitialized(session, variables):
    return [v.name for v in variables if not session.run(tf.is_variable_initialized(v))]


# %% sessions/uninitialized right one-run
def uninitialized(session, variables):
    known = session.run([tf.is_variable_initialized(v) for v in variables])
    return tuple(v.name for v, found in zip(variables, known) if not found)


# %% sessions/uninitialized right eval-in-the-session
def uninitialized(session, variables):
    def has_value(variable):
        try:
            variable.eval(session=session)
        except tf.errors.OpError:
            return False
        return True

    return list(v.name for v in variables if not has_value(v))


# %% sessions/uninitialized right report
def uninitialized(session, variables):
    return [
        name.decode() + ":0" for name in session.run(tf.report_uninitialized_variables(variables))
    ]


# %% sessions/uninitialized right report-as-it-comes
def uninitialized(session, variables):
    return session.run(tf.report_uninitialized_variables(variables))


# %% sessions/uninitialized wrong init-first misconception=initialises-first
def uninitialized(session, variables):
    session.run(tf.global_variables_initializer())
    names = []
    for v in variables:
        try:
            session.run(v)
        except tf.errors.FailedPreconditionError:
            names.append(v.name)
    return names


# %% sessions/uninitialized wrong repairs misconception=repairs-what-it-finds
def uninitialized(session, variables):
    names = []
    for v in variables:
        if not session.run(tf.is_variable_initialized(v)):
            names.append(v.name)
            session.run(v.initializer)
    return names


# %% sessions/uninitialized wrong new-session misconception=asks-another-session
def uninitialized(session, variables):
    names = []
    with tf.Session() as session:
        for v in variables:
            try:
                session.run(v)
            except tf.errors.FailedPreconditionError:
                names.append(v.name)
    return names


# %% sessions/uninitialized wrong all-names misconception=asks-another-session
def uninitialized(session, variables):
    return [v.name for v in variables]


# %% sessions/uninitialized wrong try-around-the-loop misconception=stops-at-the-first
def uninitialized(session, variables):
    names = []
    try:
        for v in variables:
            session.run(v)
    except tf.errors.FailedPreconditionError:
        names.append(v.name)
    return names


# %% sessions/uninitialized wrong inverted misconception=names-the-others
def uninitialized(session, variables):
    return [v.name for v in variables if session.run(tf.is_variable_initialized(v))]


# %% sessions/uninitialized wrong variables-themselves
def uninitialized(session, variables):
    return [v for v in variables if not session.run(tf.is_variable_initialized(v))]


# %% sessions/uninitialized wrong default-session-only
def uninitialized(session, variables):
    names = []
    for v in variables:
        try:
            v.eval()
        except tf.errors.FailedPreconditionError:
            names.append(v.name)
    return names


# %% sessions/uninitialized wrong catches-nothing
def uninitialized(session, variables):
    return [v.name for v in variables if session.run(v) is None]


# %% sessions/uninitialized wrong all-variables-of-the-graph
def uninitialized(session, variables):
    return [v.name for v in tf.global_variables() if not session.run(tf.is_variable_initialized(v))]


# %% sessions/uninitialized wrong empty
def uninitialized(session, variables):
    return []


# %% sessions/uninitialized wrong count
def uninitialized(session, variables):
    return sum(not session.run(tf.is_variable_initialized(v)) for v in variables)


# %% sessions/uninitialized wrong reversed
def uninitialized(session, variables):
    names = []
    for v in variables:
        if not session.run(tf.is_variable_initialized(v)):
            names.insert(0, v.name)
    return names


# --------------------------------------------------------------------------------------- one-run


# %% sessions/one-run right structure
def summaries(session, batch, n):
    fetches = {
        "batch": batch,
        "statistics": {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)},
    }
    return [session.run(fetches) for _ in range(n)]


# %% sessions/one-run right list-then-dictionary
def summaries(session, batch, n):
    total = tf.reduce_sum(batch)
    largest = tf.reduce_max(batch)
    result = []
    while len(result) < n:
        b, s, m = session.run([batch, total, largest])
        result.append({"batch": b, "statistics": {"sum": s, "largest": m}})
    return result


# %% sessions/one-run right numpy
def summaries(session, batch, n):
    batches = [session.run(batch) for _ in range(n)]
    return [{"batch": b, "statistics": {"sum": b.sum(), "largest": b.max()}} for b in batches]


# %% sessions/one-run right python-lists
def summaries(session, batch, n):
    result = []
    for _ in range(n):
        values = session.run(batch).tolist()
        result.append({"batch": values, "statistics": {"sum": sum(values), "largest": max(values)}})
    return tuple(result)


# %% sessions/one-run right eval
def summaries(session, batch, n):
    with session.as_default():
        taken = [batch.eval() for _ in range(n)]
    return [
        dict(batch=b, statistics=dict(largest=float(np.max(b)), sum=float(np.sum(b))))
        for b in taken
    ]


# %% sessions/one-run right callable
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}

    def next_one():
        return session.run({"batch": batch, "statistics": statistics})

    return list(map(lambda _: next_one(), range(n)))


# %% sessions/one-run wrong three misconception=three-runs
def summaries(session, batch, n):
    s = tf.reduce_sum(batch)
    m = tf.reduce_max(batch)
    result = []
    for _ in range(n):
        values = batch.eval(session=session)
        result.append(
            {
                "batch": values,
                "statistics": {"sum": s.eval(session=session), "largest": m.eval(session=session)},
            }
        )
    return result


# %% sessions/one-run wrong two misconception=two-runs
def summaries(session, batch, n):
    s = tf.reduce_sum(batch)
    m = tf.reduce_max(batch)
    result = []
    for _ in range(n):
        values = session.run(batch)
        total, largest = session.run([s, m])
        result.append({"batch": values, "statistics": {"sum": total, "largest": largest}})
    return result


# %% sessions/one-run wrong once misconception=one-run-for-all
def summaries(session, batch, n):
    fetches = {
        "batch": batch,
        "statistics": {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)},
    }
    values = session.run(fetches)
    return [values for _ in range(n)]


# %% sessions/one-run wrong flat-dictionary misconception=flat
def summaries(session, batch, n):
    fetches = {"batch": batch, "sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    return [session.run(fetches) for _ in range(n)]


# %% sessions/one-run wrong grows misconception=grows-the-graph
def summaries(session, batch, n):
    result = []
    for _ in range(n):
        statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
        result.append(session.run({"batch": batch, "statistics": statistics}))
    return result


# %% sessions/one-run wrong one-too-many
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    session.run(batch)
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# %% sessions/one-run wrong all-of-them
def summaries(session, batch, n):
    result = []
    while True:
        try:
            b = session.run(batch)
        except tf.errors.OutOfRangeError:
            return result[:n]
        result.append({"batch": b, "statistics": {"sum": b.sum(), "largest": b.max()}})


# %% sessions/one-run wrong two-always
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(2)]


# %% sessions/one-run wrong only-the-last
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    for _ in range(n):
        result = session.run({"batch": batch, "statistics": statistics})
    return result


# %% sessions/one-run wrong own-session
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# %% sessions/one-run wrong tensors
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
    return [{"batch": batch, "statistics": statistics} for _ in range(n)]


# %% sessions/one-run wrong generator
def summaries(session, batch, n):
    return ({"batch": session.run(batch)} for _ in range(n))


# %% sessions/one-run wrong mean-for-sum
def summaries(session, batch, n):
    statistics = {"sum": tf.reduce_mean(batch), "largest": tf.reduce_max(batch)}
    return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]


# --------------------------------------------------------------------------------------- what-if


# %% sessions/what-if right comprehension
def what_if(session, output, middle, values):
    return [session.run(output, feed_dict={middle: value}) for value in values]


# %% sessions/what-if right loop
def what_if(session, output, middle, values):
    results = []
    for value in values:
        result = session.run([output], {middle: np.array(value, np.float32)})
        results.append(result[0])
    return results


# %% sessions/what-if right eval
def what_if(session, output, middle, values):
    return tuple(float(output.eval({middle: value}, session=session)) for value in values)


# %% sessions/what-if right array
def what_if(session, output, middle, values):
    return np.array([session.run(output, {middle: value}) for value in values])


# %% sessions/what-if right with-default
def what_if(session, output, middle, values):
    with session.as_default():
        return list(map(lambda value: output.eval(feed_dict={middle: value}), values))


# %% sessions/what-if wrong nothing-fed misconception=feeds-nothing
def what_if(session, output, middle, values):
    results = []
    for value in values:
        results.append(session.run(output))
    return results


# %% sessions/what-if wrong output-fed misconception=feeds-the-output
def what_if(session, output, middle, values):
    return [session.run(output, {output: value}) for value in values]


# %% sessions/what-if wrong echoes
def what_if(session, output, middle, values):
    return values


# %% sessions/what-if wrong list-fed misconception=all-values-at-once
def what_if(session, output, middle, values):
    return session.run(output, feed_dict={middle: values})


# %% sessions/what-if wrong returns-in-the-loop
def what_if(session, output, middle, values):
    for value in values:
        return session.run(output, feed_dict={middle: value})


# %% sessions/what-if wrong last misconception=only-the-last
def what_if(session, output, middle, values):
    for value in values:
        result = session.run(output, feed_dict={middle: value})
    return result


# %% sessions/what-if wrong changes-a-variable
def what_if(session, output, middle, values):
    for variable in tf.global_variables():
        session.run(tf.assign(variable, variable + 1.0))
    return [session.run(output, feed_dict={middle: value}) for value in values]


# %% sessions/what-if wrong own-session
def what_if(session, output, middle, values):
    with tf.Session() as session:
        return [session.run(output, feed_dict={middle: value}) for value in values]


# %% sessions/what-if wrong prints
def what_if(session, output, middle, values):
    for value in values:
        print(session.run(output, feed_dict={middle: value}))


# %% sessions/what-if wrong name-as-key
def what_if(session, output, middle, values):
    return [session.run(output, feed_dict={middle.op: value}) for value in values]


# %% sessions/what-if wrong own-value-added
def what_if(session, output, middle, values):
    return [session.run(output, {middle: session.run(middle) + value}) for value in values]


# %% sessions/what-if wrong dictionary
def what_if(session, output, middle, values):
    return {str(value): session.run(output, {middle: value}) for value in values}


# --------------------------------------------------------------------------------------- account


# %% sessions/account right assign-add
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(start, dtype=tf.float32)
    return amount, balance, tf.assign_add(balance, amount)


# %% sessions/account right assign
def account(start):
    amount = tf.placeholder(tf.float32, [], name="amount")
    balance = tf.Variable(float(start), name="balance", trainable=False)
    deposit = tf.assign(balance, balance + amount)
    return [amount, balance, deposit]


# %% sessions/account right method
def account(start):
    balance = tf.Variable(np.float32(start))
    amount = tf.placeholder("float", ())
    deposit = balance.assign_add(amount)
    return (amount, balance, deposit)


# %% sessions/account right control-dependencies
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(tf.constant(start, tf.float32))
    change = tf.assign_add(balance, amount)
    with tf.control_dependencies([change]):
        deposit = tf.identity(change)
    return amount, balance, deposit


# %% sessions/account right assign-sub
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(start, dtype=tf.float32)
    return amount, balance, tf.assign_sub(balance, -amount)


# %% sessions/account right scope
def account(start):
    with tf.name_scope("account"):
        amount = tf.placeholder(tf.float32, shape=None, name="amount")
        balance = tf.Variable(lambda: tf.constant(start, tf.float32), name="balance")
        deposit = balance.assign(tf.add(amount, balance), name="deposit")
    return amount, balance, deposit


# %% sessions/account wrong placeholder misconception=balance-is-a-placeholder
def account(start):
    amount = tf.placeholder(tf.float32)
    balance = tf.placeholder(tf.float32)
    deposit = tf.add(balance, amount)
    return amount, balance, deposit


# %% sessions/account wrong constant misconception=balance-is-a-constant
def account(start):
    amount = tf.placeholder(tf.float32)
    balance = tf.constant(start)
    return amount, balance, amount + balance


# %% sessions/account wrong forgets misconception=forgets-the-sum
def account(start):
    amount = tf.placeholder(tf.float32)
    balance = tf.Variable(start)
    deposit = amount + balance
    return amount, balance, deposit


# %% sessions/account wrong overwrite misconception=overwrites
def account(start):
    amount = tf.placeholder(tf.float32)
    balance = tf.Variable(start)
    return amount, balance, balance.assign(amount)


# %% sessions/account wrong variable-amount misconception=amount-has-a-value-of-its-own
def account(start):
    amount = tf.Variable(0.0)
    balance = tf.Variable(start)
    return amount, balance, tf.assign_add(balance, amount)


# %% sessions/account wrong default-amount misconception=amount-has-a-value-of-its-own
def account(start):
    amount = tf.placeholder_with_default(0.0, ())
    balance = tf.Variable(start)
    return amount, balance, tf.assign_add(balance, amount)


# %% sessions/account wrong fixed-start
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(100.0)
    return amount, balance, tf.assign_add(balance, amount)


# %% sessions/account wrong other-order misconception=balance-is-a-placeholder
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(start, dtype=tf.float32)
    return balance, amount, tf.assign_add(balance, amount)


# %% sessions/account wrong operation
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(start, dtype=tf.float32)
    return amount, balance, tf.assign_add(balance, amount).op


# %% sessions/account wrong python-numbers
def account(start):
    amount = 5.0
    balance = start
    deposit = balance + amount
    return amount, balance, deposit


# %% sessions/account wrong rebinding
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(start, dtype=tf.float32)
    balance = balance + amount
    return amount, balance, balance


# %% sessions/account wrong none
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(start, dtype=tf.float32)
    deposit = tf.assign_add(balance, amount)


# %% sessions/account wrong two-parts
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(start, dtype=tf.float32)
    return amount, tf.assign_add(balance, amount)


# %% sessions/account wrong starts-at-zero
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(0.0)
    return amount, balance + start, tf.assign_add(balance, amount)


# --------------------------------------------------------------------------------------- py-func


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


# %% sessions/py-func wrong evaluates
def lift(function, x):
    with tf.Session() as session:
        return function(session.run(x))


# %% sessions/py-func wrong constant
def lift(function, x):
    return tf.constant(function(np.zeros(2, np.float32)))


# ------------------------------------------------------------------------------------ copy-state


# %% sessions/copy-state right placeholder
def copy_state(source, target):
    for variable in tf.global_variables():
        try:
            value = source.run(variable)
        except tf.errors.FailedPreconditionError:
            continue
        new_value = tf.placeholder(variable.dtype.base_dtype, variable.shape)
        target.run(tf.assign(variable, new_value), feed_dict={new_value: value})


# %% sessions/copy-state right load
def copy_state(source, target):
    variables = tf.global_variables()
    known = source.run([tf.is_variable_initialized(v) for v in variables])
    for variable, found in zip(variables, known):
        if found:
            variable.load(source.run(variable), target)


# %% sessions/copy-state right feeds-the-initializer
def copy_state(source, target):
    known = [v for v in tf.global_variables() if source.run(tf.is_variable_initialized(v))]
    values = source.run(known)
    target.run(
        [v.initializer for v in known],
        feed_dict={v.initializer.inputs[1]: value for v, value in zip(known, values)},
    )
    return target


# %% sessions/copy-state right constants
def copy_state(source, target):
    missing = set(source.run(tf.report_uninitialized_variables()))
    for v in tf.global_variables():
        if v.op.name.encode() not in missing:
            target.run(v.assign(v.eval(session=source)))


# %% sessions/copy-state right one-run-each
def copy_state(source, target):
    snapshot = {}
    for v in tf.global_variables():
        try:
            snapshot[v] = v.eval(source)
        except tf.errors.OpError:
            pass
    feeds = {tf.placeholder(v.dtype.base_dtype, v.shape): v for v in snapshot}
    setters = [tf.assign(v, p) for p, v in feeds.items()]
    target.run(setters, {p: snapshot[v] for p, v in feeds.items()})


# %% sessions/copy-state wrong init-target misconception=initialises-the-target
def copy_state(source, target):
    with target.as_default():
        tf.global_variables_initializer().run()


# %% sessions/copy-state wrong initial-values misconception=initialises-the-target
def copy_state(source, target):
    for v in tf.global_variables():
        target.run(tf.assign(v, v.initial_value))


# %% sessions/copy-state wrong backwards misconception=copies-backwards
def copy_state(source, target):
    for v in tf.global_variables():
        try:
            value = target.run(v)
        except tf.errors.FailedPreconditionError:
            continue
        source.run(tf.assign(v, value))


# %% sessions/copy-state wrong no-try misconception=stops-at-a-variable-without-a-value
def copy_state(source, target):
    for v in tf.global_variables():
        p = tf.placeholder(v.dtype.base_dtype, v.shape)
        target.run(tf.assign(v, p), {p: source.run(v)})


# %% sessions/copy-state wrong all-at-once misconception=stops-at-a-variable-without-a-value
def copy_state(source, target):
    variables = tf.global_variables()
    for v, value in zip(variables, source.run(variables)):
        v.load(value, target)


# %% sessions/copy-state wrong init-then-copy misconception=initialises-the-rest
def copy_state(source, target):
    target.run(tf.global_variables_initializer())
    for v in tf.global_variables():
        try:
            value = source.run(v)
        except tf.errors.FailedPreconditionError:
            continue
        target.run(tf.assign(v, value))


# %% sessions/copy-state wrong not-run misconception=never-runs-the-assignment
def copy_state(source, target):
    for v in tf.global_variables():
        try:
            tf.assign(v, source.run(v))
        except tf.errors.FailedPreconditionError:
            pass


# %% sessions/copy-state wrong init-source misconception=initialises-the-source
def copy_state(source, target):
    source.run(tf.global_variables_initializer())
    for v in tf.global_variables():
        target.run(tf.assign(v, source.run(v)))


# %% sessions/copy-state wrong pass misconception=never-runs-the-assignment
def copy_state(source, target):
    pass


# %% sessions/copy-state wrong rebinds misconception=never-runs-the-assignment
def copy_state(source, target):
    target = source


# %% sessions/copy-state wrong first-only
def copy_state(source, target):
    v = tf.global_variables()[0]
    target.run(tf.assign(v, source.run(v)))


# %% sessions/copy-state wrong scalars-only
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            p = tf.placeholder(tf.float32, [])
            target.run(tf.assign(v, p), {p: source.run(v)})


# %% sessions/copy-state wrong closes-source
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            target.run(tf.assign(v, source.run(v)))
    source.close()


# %% sessions/copy-state wrong fills-the-rest misconception=initialises-the-rest
def copy_state(source, target):
    for v in tf.global_variables():
        if source.run(tf.is_variable_initialized(v)):
            target.run(tf.assign(v, source.run(v)))
        else:
            target.run(v.initializer)
