"""Rows of the chapters on graphs, sessions and lifetimes."""

from __future__ import annotations

from tests.exercises.coverage.row import Row

GRAPHS = (
    Row(
        "G1",
        "building a graph computes nothing, running it does",
        (r"Tensor\(\"add_1:0\"", r"\b42\b"),
        (r"x \* x \* y \+ y \+ 2",),
        {"graphs/polynomial": r"2 \* x \* x \* y"},
    ),
    Row("G2", "a node joins the default graph", (r"True\nTrue",), (r"x\.graph is",)),
    Row(
        "G3",
        "a node belongs to one graph; two graphs do not mix",
        (r"in the second graph: True", r"in the default one:  False", r"\bValueError\b"),
        (r"second\.as_default\(\)",),
        {"graphs/two-graphs": r"tf\.Graph\(\)\.as_default\(\)"},
    ),
    Row(
        "G4",
        "a cell that runs twice makes copies; a reset clears them",
        (r"x_1:0", r"x_2:0", r"(x:0 y:0\n){3}"),
        (r"reset_default_graph",),
        {"graphs/copies": r"names of copies"},
    ),
    Row(
        "G5",
        "operations are recipes: 1, 2, 3, and the variable is still 1",
        (
            r"int32_ref",
            r'"add:0".*dtype=int32\)',
            r'"add_1:0".*dtype=int32\)',
            r"variable: \[1\]\na: +\[2\]\nb: +\[3\]\nvariable: \[1\]",
        ),
        (r"a = tf\.Variable\(\[1\]\)", r"a = a \+ 1", r"b = a \+ 1"),
        {"graphs/chain": r"a = a \+ 1"},
    ),
    Row(
        "G6",
        "type and name of an operation, its inputs, the graph as data",
        (r"Mul +Sqrt", r"GraphDef", r"takes \['Square:0', 'add/y:0'\]", r"\b5\.0\b"),
        (r"get_operations\(\)", r"get_tensor_by_name", r"import_graph_def"),
        {"graphs/ingredients": r"control_inputs"},
    ),
    Row(
        "G7",
        "a placeholder takes one row or two; unfed and misshapen feeds fail",
        (
            r"\[\[6\. 7\. 8\.\]\]",
            r"\[\[ 9\. 10\. 11\.\]\n \[12\. 13\. 14\.\]\]",
            r"InvalidArgumentError",
            r"ValueError",
        ),
        (r"shape=\(None, 3\)", r"A \+ 5"),
        {"graphs/take-out": r"tf\.placeholder\(table\.dtype, shape=\(None,"},
    ),
    Row(
        "G8",
        "a node on a device, and which devices a program sees",
        (r"'/device:CPU:0'", r"CUDA_VISIBLE_DEVICES: ", r"/task:0/device:CPU:0 is a CPU"),
        (r"tf\.device\(\"/cpu:0\"\)", r"CUDA_VISIBLE_DEVICES"),
    ),
    Row(
        "G9",
        "control dependencies put side effects in order",
        (r"0\n0\n0", r"1\n2\n3", r"for +\['AssignAdd'\]"),
        (r"tf\.control_dependencies",),
        {"graphs/transfer": r"tf\.control_dependencies"},
    ),
    Row(
        "G10",
        "tensor contraction, and what its order costs",
        (r"\b3\.0\b", r"1,001,000,000", r" 2,000,000"),
        (r"tf\.einsum", r"tf\.tensordot"),
        {"graphs/product": r"fewest multiplications"},
    ),
)

SESSIONS = (
    Row(
        "S1",
        "four ways to run one graph",
        (r"(?s)\b42\b.*\b42\b.*\b42\b.*\b42\b", r"closed Session"),
        (
            r"session\.close\(\)",
            r"with tf\.Session\(\)",
            r"global_variables_initializer",
            r"InteractiveSession",
        ),
        {"sessions/first-run": r"tf\.global_variables_initializer\(\)"},
    ),
    Row(
        "S2",
        "run and eval without a session take the default one",
        (r"42 42", r"No default session is registered"),
        (r"tf\.get_default_session\(\)\.run\(f\)", r"f\.eval\(\)", r"x\.initializer\.run\(\)"),
        {"sessions/start": r"x\.initializer\.run\(\)"},
    ),
    Row(
        "S3",
        "an initializer that was not run initializes nothing",
        (r"FailedPreconditionError",),
        (r"tf\.global_variables_initializer\(\)",),
        {"sessions/uninitialized": r"FailedPreconditionError"},
    ),
    Row(
        "S4",
        "run gives back the structure that it was given; operations give None",
        (r"\[np\.float32\(9\.0\), np\.float32\(3\.0\)\]", r"'statistics': \{'total'", r"\bNone\b"),
        (),
        {"sessions/summaries": r"\"statistics\": \{"},
    ),
    Row(
        "S5",
        "two evals are two runs, and side effects tell",
        (
            r"two runs: 5 9\none run:  5 9",
            r"two runs: 1 20\none run:  1 10",
            r"two runs: 1 4\none run:  3 9",
            r"Step 4 of 6: AssignAdd .* gives 2\.",
        ),
        (r"assign_add", r"dequeue"),
        {"sessions/summaries": r"off a queue"},
    ),
    Row(
        "S6",
        "any feedable tensor may be fed",
        (r"doubled fed: +101\.0", r"the variable fed: 21\.0", r"may not be fed"),
        (r"feed_dict=\{doubled",),
        {"sessions/wrong-steps": r"bad\.run\(chain\[number\], feed_dict=feeds\)"},
    ),
    Row(
        "S7",
        "a variable takes any value at run time, without new nodes",
        (r"3\.0\n5\.0\n-1\.5", r"fed: +0 new nodes", r"assigned: 6 new nodes"),
        (r"tf\.assign\(x, new_x\)",),
        {"sessions/copy-state": r"tf\.assign\(variable, new_value\)"},
    ),
    Row(
        "S8",
        "placeholder or variable: what each holds, and how each fails",
        (r"FailedPreconditionError", r"must feed a value for placeholder", r"\b20\.0\b"),
        (),
        {"sessions/account": r"tf\.placeholder"},
    ),
    Row(
        "S9",
        "an app parses its flags and then calls main",
        (r"main was called with \['program\.py', 'data\.csv'\]", r"4 rounds of 0\.5 give 2\.0"),
        (r"tf\.app\.run", r"tf\.flags"),
    ),
    Row(
        "S10",
        "Python in a graph, and what is lost by it",
        (r"calls after two runs: \[3, 4\]", r"<unknown>", r"\[None\]", r"InvalidArgumentError"),
        (r"tf\.py_func", r"RegisterGradient", r"import_graph_def"),
        {"sessions/lift": r"tf\.py_func"},
    ),
)

LIFETIMES = (
    Row(
        "L1",
        "two evals evaluate shared nodes twice, one run once",
        (
            r"\b10 15\b",
            r"1 run, 4 steps.*\nEvaluated: w 1×, x 1×, y 1×, z 1×",
            r"2 runs, 6 steps.*\nEvaluated: w 2×, x 2×, y 1×, z 1×",
        ),
        (r"trace\(\[y, z\], apart=True\)", r"x = w \+ 2", r"y = x \+ 5", r"z = x \* 3"),
        {"lifetimes/evaluations": r"how many times"},
    ),
    Row(
        "L2",
        "a node's value goes with the run; variables and queues stay",
        (r"int32\(1\), np\.int32\(3\)", r"1\.5 2\.5 left: 2", r"another session, left: 0"),
        (r"tf\.FIFOQueue",),
        {"lifetimes/carousel": r"tf\.FIFOQueue"},
    ),
    Row(
        "L3",
        "a variable lives from its initializer's run to its session's close",
        (
            r"opened: +not born",
            r"initialized: 3",
            r"one more: +4",
            r"again: +3",
            r"closed: +dead: the session is closed",
        ),
        (),
        {"lifetimes/run-anyway": r"v\.initializer"},
    ),
    Row(
        "L4",
        "each session, and each thread with one, has its own w",
        (r"in a: 5   in b: 3", r"'thread of 3000', 3003"),
        (r"threading\.Thread",),
        {"lifetimes/rehearse": r"Try them out in a second session"},
    ),
    Row(
        "L5",
        "on a server, variables live in a container and outlive sessions",
        (
            r"first:  4\nsecond: 4",
            r"both have gone:  5",
            r"after the reset: not born",
            r"trial: +not born\nweights: 2",
        ),
        (r"tf\.train\.Server", r"tf\.Session\.reset\(server\.target\)"),
        {"lifetimes/readings": r"on the server"},
    ),
    Row(
        "L6",
        "updates take the variable, give a tensor, and act when run",
        (
            r"a tensor: True ScatterUpdate:0",
            r"after: +\[11\. 20\. 33\. 40\.\]",
            r"a sum cannot be updated",
        ),
        (r"tf\.scatter_update", r"tf\.assign_add"),
        {
            "lifetimes/reprice": r"tf\.scatter_add",
            "lifetimes/swap": r"tf\.control_dependencies",
        },
    ),
    Row(
        "L7",
        "a streaming metric's variables live for one evaluation",
        (
            r"local: +\['accuracy/total:0', 'accuracy/count:0'\]",
            r"at the end:  0\.8",
            r"second, totals reset: +0\.0",
        ),
        (r"tf\.metrics\.accuracy", r"tf\.local_variables_initializer"),
        {"lifetimes/by-class": r"LOCAL_VARIABLES"},
    ),
    Row(
        "L8",
        "how long values live in a run, and the peak that this makes",
        (r"peak: 3000000 bytes", r"peak: 5000004 bytes", r"Lifetimes over 16 moments"),
        (r"lifetimes_picture",),
        {"lifetimes/peak": r"largest number of bytes"},
    ),
)
