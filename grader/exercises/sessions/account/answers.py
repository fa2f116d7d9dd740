# %% right assign-add
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(start, dtype=tf.float32)
    return amount, balance, tf.assign_add(balance, amount)


# %% right assign
def account(start):
    amount = tf.placeholder(tf.float32, [], name="amount")
    balance = tf.Variable(float(start), name="balance", trainable=False)
    deposit = tf.assign(balance, balance + amount)
    return [amount, balance, deposit]


# %% right method
def account(start):
    balance = tf.Variable(np.float32(start))
    amount = tf.placeholder("float", ())
    deposit = balance.assign_add(amount)
    return (amount, balance, deposit)


# %% right control-dependencies
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(tf.constant(start, tf.float32))
    change = tf.assign_add(balance, amount)
    with tf.control_dependencies([change]):
        deposit = tf.identity(change)
    return amount, balance, deposit


# %% right assign-sub like=assign-add
# -     return amount, balance, tf.assign_add(balance, amount)
# +     return amount, balance, tf.assign_sub(balance, -amount)


# %% right scope
def account(start):
    with tf.name_scope("account"):
        amount = tf.placeholder(tf.float32, shape=None, name="amount")
        balance = tf.Variable(lambda: tf.constant(start, tf.float32), name="balance")
        deposit = balance.assign(tf.add(amount, balance), name="deposit")
    return amount, balance, deposit


# %% right resource-variable like=assign-add
# -     balance = tf.Variable(start, dtype=tf.float32)
# +     balance = tf.Variable(start, dtype=tf.float32, use_resource=True)


# %% right resource-variable-assigned
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.get_variable("balance", initializer=float(start), use_resource=True)
    with tf.control_dependencies([balance.assign(balance + amount)]):
        deposit = balance.read_value()
    return amount, balance, deposit


# %% right resets-first
def account(start):
    tf.reset_default_graph()
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(float(start))
    return amount, balance, tf.assign_add(balance, amount)


# %% right casts-the-start
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(tf.cast(start, tf.float32))
    return amount, balance, balance.assign_add(amount)


# %% right initializer
def account(start):
    amount = tf.placeholder(tf.float32, [])
    starts = tf.constant_initializer(start)
    balance = tf.get_variable("balance", shape=(), initializer=starts)
    return amount, balance, tf.assign(balance, amount + balance)


# %% right scope-of-its-own
def account(start):
    with tf.variable_scope(None, default_name="account"):
        amount = tf.placeholder(tf.float32, [])
        balance = tf.get_variable("balance", initializer=tf.constant(start, tf.float32))
    return amount, balance, tf.assign_add(balance, amount)


# %% right one-name
def account(start):
    with tf.variable_scope("account"):
        balance = tf.get_variable("balance", (), initializer=tf.constant_initializer(start))
    amount = tf.placeholder(balance.dtype.base_dtype, ())
    return amount, balance, balance.assign_add(amount)


# %% wrong other-order mistake=balance-is-a-placeholder like=assign-add
# says: the second thing that you return, the balance, is a placeholder. If you return `balance` before
#     `amount`, swap them. A placeholder holds nothing: what must stay between runs needs a variable.
# -     return amount, balance, tf.assign_add(balance, amount)
# +     return balance, amount, tf.assign_add(balance, amount)


# %% wrong constant mistake=balance-is-a-constant
# says: your balance never changes, so every deposit starts from the same number. To keep a changing value
#     between runs, use a variable.
def account(start):
    amount = tf.placeholder(tf.float32)
    balance = tf.constant(start)
    return amount, balance, amount + balance


# %% wrong forgets mistake=forgets-the-sum
# says: `balance + amount` computes the sum and drops it when the run ends. To keep it, assign it to the
#     variable: `tf.assign_add(balance, amount)`.
def account(start):
    amount = tf.placeholder(tf.float32)
    balance = tf.Variable(start)
    deposit = amount + balance
    return amount, balance, deposit


# %% wrong overwrite mistake=overwrites
# says: `tf.assign` replaces the balance with the amount. To add to it, use `tf.assign_add(balance,
#     amount)`.
def account(start):
    amount = tf.placeholder(tf.float32)
    balance = tf.Variable(start)
    return amount, balance, balance.assign(amount)


# %% wrong variable-amount mistake=amount-has-a-value-of-its-own like=assign-add
# says: your amount has a value of its own, so if you forget to feed it, `deposit` runs without complaint. A
#     placeholder without a value would raise an error.
# -     amount = tf.placeholder(tf.float32, shape=())
# +     amount = tf.Variable(0.0)


# %% wrong copies-before-it-adds mistake=gives-the-old-balance
# says: your `deposit` gives the balance before the deposit. The tensor that `tf.assign_add` returns has the
#     new one.
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(start)
    old = balance + 0.0
    with tf.control_dependencies([old]):
        update = tf.assign_add(balance, amount)
    with tf.control_dependencies([update]):
        return amount, balance, tf.identity(old)


# %% wrong adds-twice mistake=adds-the-amount-twice
# says: your balance is right, but the value of `deposit` is the new balance plus the amount: the amount is
#     added twice. The tensor that `tf.assign_add` returns has the new balance already.
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(float(start))
    return amount, balance, tf.add(tf.assign_add(balance, amount), amount)


# %% wrong deposit-second mistake=another-order
# says: running the third thing that you return changes nothing, and reading the second one needs an amount.
#     If you return `deposit` before `balance`, swap them.
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(float(start))
    deposit = tf.assign(balance, balance + amount)
    return amount, deposit, balance


# %% wrong ignores-the-start mistake=starts-from-zero
# says: your balance starts from 0. Its initial value should be the number `start`.
def account(start):
    amount = tf.placeholder(tf.float32, shape=[])
    balance = tf.Variable(tf.zeros([]))
    return amount, balance, balance.assign_add(amount)


# %% wrong fixed-start like=assign-add
# -     balance = tf.Variable(start, dtype=tf.float32)
# +     balance = tf.Variable(100.0)


# %% wrong nothing-new-in-the-block mistake=deposit-changes-nothing
# says: running your `deposit` does not change the balance. Return the tensor that `tf.assign_add` returns.
#     In a `tf.control_dependencies` block, only the nodes made inside it wait.
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(start, dtype=tf.float32)
    with tf.control_dependencies([tf.assign_add(balance, amount)]):
        deposit = balance
    return amount, balance, deposit


# %% wrong float64
def account(start):
    amount = tf.placeholder(tf.float64, [])
    balance = tf.Variable(start, dtype=tf.float64)
    return amount, balance, tf.assign_add(balance, amount)


# %% wrong dtype-of-the-start mistake=dtype-of-the-start like=assign-add
# says: your function fails if `start` is an int. If you write `tf.Variable(start)`, that makes an int32
#     variable: write `tf.Variable(start, dtype=tf.float32)`.
# -     balance = tf.Variable(start, dtype=tf.float32)
# +     balance = tf.Variable(start)


# %% wrong reading-is-a-deposit mistake=balance-needs-a-feed
# says: the deposits are right, but your balance cannot be read without feeding an amount. The second thing
#     that you return should be the variable itself, and not what an operation on it returns.
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(start, dtype=tf.float32)
    balance = tf.assign_add(balance, amount)
    return amount, balance, balance


# %% wrong placeholder mistake=balance-is-a-placeholder
def account(start):
    amount = tf.placeholder(tf.float32)
    balance = tf.placeholder(tf.float32)
    deposit = tf.add(balance, amount)
    return amount, balance, deposit


# %% wrong default-amount mistake=amount-has-a-value-of-its-own like=assign-add
# -     amount = tf.placeholder(tf.float32, shape=())
# +     amount = tf.placeholder_with_default(0.0, ())


# %% wrong operation like=assign-add
# -     return amount, balance, tf.assign_add(balance, amount)
# +     return amount, balance, tf.assign_add(balance, amount).op


# %% wrong python-numbers
def account(start):
    amount = 5.0
    balance = start
    deposit = balance + amount
    return amount, balance, deposit


# %% wrong rebinding like=assign-add
# -     return amount, balance, tf.assign_add(balance, amount)
# +     balance = balance + amount
# +     return amount, balance, balance


# %% wrong none like=assign-add
# -     return amount, balance, tf.assign_add(balance, amount)
# +     deposit = tf.assign_add(balance, amount)


# %% wrong two-parts like=assign-add
# -     return amount, balance, tf.assign_add(balance, amount)
# +     return amount, tf.assign_add(balance, amount)


# %% wrong starts-at-zero
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(0.0)
    return amount, balance + start, tf.assign_add(balance, amount)


# %% wrong resource-variable-overwritten mistake=overwrites
def account(start):
    amount = tf.placeholder(tf.float32)
    balance = tf.Variable(start, use_resource=True)
    return amount, balance, balance.assign(amount)


# %% wrong size-of-the-amount like=assign-add
# -     return amount, balance, tf.assign_add(balance, amount)
# +     return amount, balance, tf.assign_add(balance, tf.abs(amount))


# %% wrong float64-scalars
def account(start):
    amount = tf.placeholder(tf.float64, shape=())
    balance = tf.Variable(start, dtype=tf.float64)
    return amount, balance, tf.assign_add(balance, amount)


# %% wrong another-start
def account(start):
    amount = tf.placeholder(tf.float32, shape=())
    balance = tf.Variable(start + 1.0, dtype=tf.float32)
    deposit = tf.assign_add(balance, amount)
    return amount, balance, deposit


# %% wrong placeholder-with-default mistake=balance-is-a-constant
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.placeholder_with_default(start, [])
    return amount, balance, balance + amount


# %% wrong python-in-the-graph
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(start, dtype=tf.float32)
    new = tf.py_func(lambda a, b: a + b, [balance, amount], tf.float32)
    new.set_shape([])
    return amount, balance, tf.assign(balance, new)


# %% wrong own-graph
def account(start):
    with tf.Graph().as_default():
        amount = tf.placeholder(tf.float32, [])
        balance = tf.Variable(float(start))
        return amount, balance, balance.assign_add(amount)


# %% wrong one-graph-for-all
graph = tf.Graph()


def account(start):
    with graph.as_default():
        amount = tf.placeholder(tf.float32, [])
        balance = tf.Variable(float(start))
        return amount, balance, balance.assign_add(amount)


# %% wrong keeps-the-first
accounts = {}


def account(start):
    if start not in accounts:
        amount = tf.placeholder(tf.float32, [])
        balance = tf.Variable(float(start))
        accounts[start] = amount, balance, balance.assign_add(amount)
    return accounts[start]


# %% wrong whole-amounts
def account(start):
    balance = tf.Variable(start)
    amount = tf.placeholder(tf.float32, shape=())
    return amount, balance, tf.assign_add(balance, tf.cast(amount, balance.dtype.base_dtype))


# %% wrong one-variable-for-all
def account(start):
    amount = tf.placeholder(tf.float32, shape=[])
    with tf.variable_scope("a", reuse=tf.AUTO_REUSE):
        balance = tf.get_variable("balance", initializer=float(start))
    return amount, balance, tf.assign_add(balance, amount)


# %% wrong one-variable-for-each-start
def account(start):
    amount = tf.placeholder(tf.float32, shape=[])
    with tf.variable_scope("accounts", reuse=tf.AUTO_REUSE):
        balance = tf.get_variable(f"from_{start}", initializer=float(start))
    return amount, balance, balance.assign_add(amount)


# %% wrong one-account-for-each-graph
accounts = {}


def account(start):
    graph = tf.get_default_graph()
    if graph not in accounts:
        amount = tf.placeholder(tf.float32, [])
        balance = tf.Variable(float(start))
        accounts[graph] = amount, balance, balance.assign_add(amount)
    return accounts[graph]


# %% wrong adds-the-start-each-time
def account(start):
    amount = tf.placeholder(tf.float32, [])
    balance = tf.Variable(0.0)
    return amount, balance, tf.assign_add(balance, amount + start)


# %% wrong another-amount
def account(start):
    p = tf.placeholder(tf.float32, [])
    v = tf.Variable(start, dtype=tf.float32)
    return tf.identity(p), tf.identity(v), tf.assign_add(v, p)


# %% wrong never-below-zero like=assign-add
# -     return amount, balance, tf.assign_add(balance, amount)
# +     return amount, balance, tf.assign(balance, tf.maximum(balance + amount, 0.0))


# %% exempt *
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


# %% exempt control-dependencies
# with-dropped: with tf.control_dependencies([change]): -> deposit = tf.identity(change)
# call-dropped: deposit = tf.identity(change) -> deposit = change
#     The value of the assignment is the new balance already.


# %% exempt resets-first
# statement-dropped: tf.reset_default_graph() -> (nothing)
#     The account is then in the default graph as it was, as the text asks.
