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


# %% sessions/account right resource-variable
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(start, dtype=tf.float32, use_resource=True)
    return amount, balance, tf.assign_add(balance, amount)


# %% sessions/account right resource-variable-assigned
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.get_variable("balance", initializer=float(start), use_resource=True)
    with tf.control_dependencies([balance.assign(balance + amount)]):
        deposit = balance.read_value()
    return amount, balance, deposit


# %% sessions/account right resets-first
def account(start):
    tf.reset_default_graph()
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(float(start))
    return amount, balance, tf.assign_add(balance, amount)


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


# %% sessions/account wrong copies-before-it-adds misconception=gives-the-old-balance
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(start)
    old = balance + 0.0
    with tf.control_dependencies([old]):
        update = tf.assign_add(balance, amount)
    with tf.control_dependencies([update]):
        return amount, balance, tf.identity(old)


# %% sessions/account wrong variable-amount misconception=amount-has-a-value-of-its-own
def account(start):
    amount = tf.Variable(0.0)
    balance = tf.Variable(start, dtype=tf.float32)
    return amount, balance, tf.assign_add(balance, amount)


# %% sessions/account wrong default-amount misconception=amount-has-a-value-of-its-own
def account(start):
    amount = tf.placeholder_with_default(0.0, ())
    balance = tf.Variable(start, dtype=tf.float32)
    return amount, balance, tf.assign_add(balance, amount)


# %% sessions/account wrong fixed-start misconception=starts-from-the-example
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


# %% sessions/account wrong resource-variable-overwritten misconception=overwrites
def account(start):
    amount = tf.placeholder(tf.float32)
    balance = tf.Variable(start, use_resource=True)
    return amount, balance, balance.assign(amount)


# %% sessions/account wrong size-of-the-amount
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(start, dtype=tf.float32)
    return amount, balance, tf.assign_add(balance, tf.abs(amount))


# %% sessions/account wrong float64-scalars misconception=another-dtype
def account(start):
    amount = tf.placeholder(tf.float64, shape=())
    balance = tf.Variable(start, dtype=tf.float64)
    return amount, balance, tf.assign_add(balance, amount)


# %% sessions/account wrong ignores-the-start misconception=starts-from-zero
def account(start):
    amount = tf.placeholder(tf.float32, shape=[])
    balance = tf.Variable(tf.zeros([]))
    return amount, balance, balance.assign_add(amount)


# %% sessions/account wrong another-start
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(start + 1.0, dtype=tf.float32)
    deposit = tf.assign_add(balance, amount)
    return amount, balance, deposit


# %% sessions/account wrong nothing-new-in-the-block misconception=deposit-changes-nothing
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(start, dtype=tf.float32)
    with tf.control_dependencies([tf.assign_add(balance, amount)]):
        deposit = balance
    return amount, balance, deposit


# %% sessions/account wrong reading-is-a-deposit misconception=balance-needs-a-feed
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(start, dtype=tf.float32)
    balance = tf.assign_add(balance, amount)
    return amount, balance, balance


# %% sessions/account wrong float64 misconception=another-dtype
def account(start):
    amount = tf.placeholder(tf.float64, [])
    balance = tf.Variable(start, dtype=tf.float64)
    return amount, balance, tf.assign_add(balance, amount)


# %% sessions/account wrong placeholder-with-default misconception=balance-is-a-constant
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.placeholder_with_default(start, [])
    return amount, balance, balance + amount


# %% sessions/account wrong python-in-the-graph
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(start, dtype=tf.float32)
    new = tf.py_func(lambda a, b: a + b, [balance, amount], tf.float32)
    new.set_shape([])
    return amount, balance, tf.assign(balance, new)


# %% sessions/account wrong own-graph
def account(start):
    with tf.Graph().as_default():
        amount = tf.placeholder(tf.float32, [])
        balance = tf.Variable(float(start))
        return amount, balance, balance.assign_add(amount)


# %% sessions/account wrong one-graph-for-all
graph = tf.Graph()


def account(start):
    with graph.as_default():
        amount = tf.placeholder(tf.float32, [])
        balance = tf.Variable(float(start))
        return amount, balance, balance.assign_add(amount)


# %% sessions/account wrong keeps-the-first
accounts = {}


def account(start):
    if start not in accounts:
        amount = tf.placeholder(tf.float32, [])
        balance = tf.Variable(float(start))
        accounts[start] = amount, balance, balance.assign_add(amount)
    return accounts[start]


# %% sessions/account wrong adds-twice misconception=adds-the-amount-twice
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(float(start))
    return amount, balance, tf.add(tf.assign_add(balance, amount), amount)


# %% sessions/account wrong deposit-second misconception=another-order
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(float(start))
    deposit = tf.assign(balance, balance + amount)
    return amount, deposit, balance


# %% sessions/account wrong dtype-of-the-start misconception=dtype-of-the-start
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(start)
    return amount, balance, tf.assign_add(balance, amount)


# %% sessions/account wrong whole-amounts
def account(start):
    balance = tf.Variable(start)
    amount = tf.placeholder(tf.float32, shape=())
    return amount, balance, tf.assign_add(balance, tf.cast(amount, balance.dtype.base_dtype))


# %% sessions/account right casts-the-start
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(tf.cast(start, tf.float32))
    return amount, balance, balance.assign_add(amount)


# %% sessions/account right initializer
def account(start):
    amount = tf.placeholder(tf.float32, [])
    starts = tf.constant_initializer(start)
    balance = tf.get_variable("balance", shape=(), initializer=starts)
    return amount, balance, tf.assign(balance, amount + balance)


# %% sessions/account wrong one-variable-for-all
def account(start):
    amount = tf.placeholder(tf.float32, shape=[])
    with tf.variable_scope("a", reuse=tf.AUTO_REUSE):
        balance = tf.get_variable("balance", initializer=float(start))
    return amount, balance, tf.assign_add(balance, amount)


# %% sessions/account wrong one-variable-for-each-start
def account(start):
    amount = tf.placeholder(tf.float32, shape=[])
    with tf.variable_scope("accounts", reuse=tf.AUTO_REUSE):
        balance = tf.get_variable(f"from_{start}", initializer=float(start))
    return amount, balance, balance.assign_add(amount)


# %% sessions/account wrong one-account-for-each-graph
accounts = {}


def account(start):
    graph = tf.get_default_graph()
    if graph not in accounts:
        amount = tf.placeholder(tf.float32, [])
        balance = tf.Variable(float(start))
        accounts[graph] = amount, balance, balance.assign_add(amount)
    return accounts[graph]


# %% sessions/account wrong adds-the-start-each-time
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(0.0)
    return amount, balance, tf.assign_add(balance, amount + start)


# %% sessions/account wrong another-amount
def account(start):
    p = tf.placeholder(tf.float32, [])
    v = tf.Variable(start, dtype=tf.float32)
    return tf.identity(p), tf.identity(v), tf.assign_add(v, p)


# %% sessions/account right scope-of-its-own
def account(start):
    with tf.variable_scope(None, default_name="account"):
        amount = tf.placeholder(tf.float32, [])
        balance = tf.get_variable("balance", initializer=tf.constant(start, tf.float32))
    return amount, balance, tf.assign_add(balance, amount)


# %% sessions/account right one-name
def account(start):
    with tf.variable_scope("account"):
        balance = tf.get_variable("balance", (), initializer=tf.constant_initializer(start))
    amount = tf.placeholder(balance.dtype.base_dtype, ())
    return amount, balance, balance.assign_add(amount)


# %% sessions/account exempt *
# changes-its-input
#     The function is given a number, which nobody can empty.
# variant: own-graph
#     The text asks for operations in the default graph.
# argument-dropped: amount = tf.placeholder(... -> amount = tf.placeholder(tf.float32)
# argument-dropped: amount = tf.placeholder(... -> amount = tf.placeholder(tf.float32, name='amount')
# argument-dropped: amount = tf.placeholder(... -> amount = tf.placeholder('float')
# argument-dropped: amount = tf.placeholder(... -> amount = tf.placeholder(balance.dtype.base_dtype)
#     A placeholder of unknown shape takes a scalar, and the balance keeps its own shape.
# ...trainable=False) -> balance = tf.Variable(float(start), name='balance')
# ...trainable=False) -> balance = tf.Variable(float(start), name='balance', trainable=True)
#     Nothing is trained: the text leaves it free.
# ...use_resource=True) -> balance = tf.Variable(start, dtype=tf.float32)
# ...use_resource=True) -> balance = tf.Variable(start, dtype=tf.float32, use_resource=False)
# ...use_resource=True) -> balance = tf.get_variable('balance', initializer=float(start))
# ...use_resource=True) -> balance = tf.get_variable('balance', initializer=float(start), use_resource=False)
#     Both kinds of variable are right.
# with-dropped: with tf.name_scope('account'): -> ...
# with-dropped: with tf.variable_scope('account'): -> ...
# with-dropped: with tf.variable_scope(None, default_name='account'): -> ...
#     Names are free.

# %% sessions/account exempt control-dependencies
# with-dropped: with tf.control_dependencies([change]): -> deposit = tf.identity(change)
# call-dropped: deposit = tf.identity(change) -> deposit = change
#     The value of the assignment is the new balance already.

# %% sessions/account exempt resets-first
# statement-dropped: tf.reset_default_graph() -> (nothing)
#     The account is then in the default graph as it was, as the text asks.
