"""Facts beyond the course's promises: each is shown by the cells with its tag, and graded by no exercise."""

from __future__ import annotations

from collections.abc import Mapping

from tests.exercises.coverage.row import Row

FACTS: Mapping[str, tuple[Row, ...]] = {
    "01-graphs": (
        Row(
            "values-stay-behind",
            "a GraphDef holds initial values, and no value of a variable",
            (r"here:  14\.0\nthere: FailedPreconditionError\nthere: 10\.0",),
            (r"as_graph_def\(\)", r"tf\.assign\(weight, 7\.0\)"),
        ),
        Row(
            "stored-constants",
            "a constant is stored in the graph number by number; a fill or a placeholder is not",
            (r"constant: +4,000,078 bytes\n.*zeros: +217 bytes\n.*placeholder: +69 bytes",),
            (r"tf\.constant\(table\)", r"ByteSize"),
        ),
    ),
    "02-sessions": (
        Row(
            "fetched-operation",
            "a fetched operation gives None, even if it has an output",
            (r"\[np\.float32\(9\.0\), None\]",),
            (r"total\.op",),
        ),
        Row(
            "loop-body",
            "within a run the nodes of a loop's body are evaluated once per iteration",
            (r"one run, and count is 5",),
            (r"tf\.while_loop",),
        ),
        Row(
            "random-initial-value",
            "a random initializer gives another value each time it runs",
            (r"constant: the same value again: True\nrandom: the same value again: False",),
            (r"tf\.random_normal",),
        ),
        Row(
            "session-of-a-graph",
            "a session runs one graph; a node of another is not an element of it",
            (r"is not an element of this graph", r"6\nthe session's graph is the default: True"),
            (r"tf\.Session\(graph=doubled\.graph\)",),
        ),
        Row(
            "initialized-value",
            "initialized_value is a variable's value or, before it has one, its initial value",
            (r"twice has a value: True\nw has a value: +False\ntwice is 2 w: +True\n.*20\.0",),
            (r"w\.initialized_value\(\)",),
        ),
        Row(
            "finalize",
            "a finalized graph takes no new nodes",
            (r"fed: 4\.0\nRuntimeError - Graph is finalized",),
            (r"\.finalize\(\)",),
        ),
        Row(
            "session-config",
            "with soft placement a node runs where it can, if its own device is missing",
            (r"soft: False - InvalidArgumentError\nsoft: True - 9\.0",),
            (r"allow_soft_placement=soft",),
        ),
    ),
    "03-lifetimes": (
        Row(
            "random-state",
            "random numbers go on within a session, and begin again in another",
            (r"first session: \[4, 5, 4, 3, 1\]\nsecond session: \[4, 5, 4, 3, 1\]",),
            (r"seed=2",),
        ),
        Row(
            "no-order",
            "two operations without a path between them have no order: a swap fails",
            (r"swapped: +False\ndifferent: +False",),
            (r"\[tf\.assign\(a, b\), tf\.assign\(b, a\)\]",),
        ),
        Row(
            "aliasing",
            "a read shares the variable's memory, and shows what a later update has put there",
            (r"identity: 5\nplus 0: +1", r"int32\(1\), np\.int32\(5\), np\.int32\(5\)"),
            (r"tf\.identity\(v\.read_value\(\)\)", r"v \+ 0"),
        ),
        Row(
            "hidden-read",
            "a variable's own reading node is outside of every block",
            (r"v/read waits for \[\]\nread waits for \['v/Assign'\]\nnot born\n1",),
            (r"v\.read_value\(\)",),
        ),
    ),
    "04-training": (
        Row(
            "adam-steps",
            "Adam's first step moves every weight by the learning rate, whatever its slope",
            (
                r"after 500 steps: mse 6\.\d",
                r"lot_area +slope +-190449 +moved 0\.0100",
                r"constant +slope +-11 +moved 0\.0100",
            ),
            (r"tf\.train\.AdamOptimizer\(0\.01\)",),
        ),
        Row(
            "held-out",
            "a model is judged by houses that it was not trained on",
            (
                r"17290 houses to learn from, 4323 to be judged on; in both: 0",
                r"the best line: training mse 4\.8, test mse 4\.3",
            ),
            (r"features\[train_rows\]\.mean",),
        ),
        Row(
            "net",
            "a net with one hidden layer prices unseen houses better than the line",
            (r"training mse 2\.7\ntest mse 2\.5\n.*less than 55,000 dollars",),
            (r"tf\.nn\.relu",),
        ),
        Row(
            "sweep",
            "each optimizer has a range of learning rates that work",
            (
                r"gradient descent +36 +6 +4 +nan +nan",
                r"momentum 0\.9 +6 +4 +4 +nan +nan",
                r"Adam +40 +14 +4 +4 +6",
            ),
            (r"AdamOptimizer",),
        ),
        Row(
            "by-heart",
            "with fifty houses the net overfits: better on the fifty, worse on all others",
            (
                r"on the fifty, the net is better\non the test houses, the line is better",
                r"rises again",
            ),
            (r"train_rows\[:50\]",),
        ),
    ),
    "05-autodiff": (
        Row(
            "vector-jacobian",
            "a backward pass of several outputs gives a vector times the Jacobian",
            (
                r"tf\.gradients\(y, x\): +\[2\. 4\. 2\.\]\n.* \[ 2\. 31\. 20\.\]",
                r"one row at a time: +\[2\. 1\. 0\.\] \[0\. 3\. 2\.\]",
            ),
            (r"grad_ys=\[tf\.constant\(\[1\.0, 10\.0\]\)\]",),
        ),
        Row(
            "no-jacobian",
            "the nodes that tf.gradients adds are as large as the values, not as the Jacobian",
            (r"TanhGrad +1000 entries\n",),
            (r"tf\.gradients\(bent, wide\)",),
        ),
        Row(
            "memory",
            "reverse mode holds a value per layer, forward mode a few in all",
            (r" 10 +8000 +16000 +48000\n +20 +8000 +16000 +88000\n +40 +8000 +16000 +168000",),
            (r"peak_bytes",),
        ),
        Row(
            "hessian-product",
            "one more backward pass gives the Hessian's product with a vector",
            (r"\[ 68\. +6\. 100\.\]",),
            (r"tf\.gradients\(slope, v, grad_ys=",),
        ),
    ),
    "06-gradient-control": (
        Row(
            "reversal",
            "tf.custom_gradient gives a function its rule; reversed, what lies upstream of it flees",
            (r"at 0\.50, hider at 0\.50\nseeker at 2\.00, hider at 3\.00",),
            (r"@tf\.custom_gradient", r"return -grad"),
        ),
        Row(
            "rescue",
            "without clipping the first step ends the run; with it the run arrives",
            (r"w = nan, losses: 35740 inf inf nan\nclipped: +w = 1\.000, losses: 35740 26196",),
            (r"clip_by_global_norm\(\[gradient\], limit\)",),
        ),
        Row(
            "bits",
            "weights of one bit save memory; those of the net in the chapter are float32",
            (r"in float32: 2048 bytes\n.*each: 64 bytes",),
            (r"np\.packbits",),
        ),
        Row(
            "four-answers",
            "None means a closed path, or none at all",
            (r"square: +False\na floor: +True\na valve: +True\nno path at all: True",),
            (r"tf\.stop_gradient\(x\), x\)\[0\] is None",),
        ),
    ),
    "07-savers": (
        Row(
            "two-savers",
            "two savers in one folder need two files that name the latest checkpoint",
            (r"runs/last-5 runs/best-2",),
            (r"latest_filename",),
        ),
        Row(
            "rows-restored",
            "a variable whose shape has changed gets its old rows from a reader",
            (r"two rows from the file, one new: \[ 3\. -2\.  0\.\]",),
            (r"load_variable", r"scatter_update"),
        ),
        Row(
            "frozen-graph",
            "a frozen graph holds the values as constants: it runs without a restore, and has no variables",
            (r"86 nodes before, 7 after", r"variables: +0\nprediction: \[\[2\.\]\]"),
            (r"convert_variables_to_constants", r"import_graph_def"),
        ),
        Row(
            "after-a-restart",
            "a new saver deletes no old checkpoints, unless it is given their list",
            (
                r"in the folder: \[4, 5, 7, 8\]",
                r"without the list: \[4, 5, 7, 8\]\nwith the list: +\[7, 8\]",
            ),
            (r"recover_last_checkpoints",),
        ),
        Row(
            "training-from-records",
            "a graph that is fed with strings unpacks them itself, and learns from a file of records",
            (r"theta: \[ 3\. -2\.\] bias: 1\.0",),
            (r"tf\.parse_example\(records", r"tf_record_iterator"),
        ),
    ),
    "08-scopes": (
        Row(
            "never-trained",
            "a variable on which nothing depends has no gradient, and keeps its initial value",
            (r"v1 has a gradient\nv2 has no gradient\nafter one step: 0\.8 1\.0",),
            (r"compute_gradients",),
        ),
        Row(
            "taken-name",
            "get_variable numbers a node whose name tf.Variable has taken, and finds it all the same",
            (r"layer/w\nValueError[^\n]*\nlayer/w_1\nlayer/w_1",),
            (r"tf\.Variable\(1\.0, name=\"w\"\)",),
        ),
        Row(
            "serialized-summary",
            "the value of a summary is bytes that a protocol buffer is read from",
            (r"bytes\nloss \d",),
            (r"tf\.Summary\.FromString",),
        ),
        Row(
            "selectors",
            "what selects variables is the beginning of their names, and no scope unless it ends in a slash",
            (r"photo +4 \[", r"photo/ +2 \['photo/weights', 'photo/bias'\]\n"),
            (r"tf\.trainable_variables\(beginning\)",),
        ),
        Row(
            "frozen-tower",
            "variables that are not in the optimizer's list stay as they are",
            (
                r"photo/weights +changed: False\nphoto/bias +changed: False\n",
                r"photo_text/weights +changed: True(?s:.*)head/weights +changed: True",
                r"the loss has fallen: True",
            ),
            (r"var_list=may_change",),
        ),
    ),
    "09-kernels": (
        Row(
            "cross-correlation",
            "TensorFlow's convolution does not turn the filter around",
            (
                r"conv2d: \[3\. 2\. 1\.\]\nnp\.convolve:  \[1\. 2\. 3\.\]\nnp\.correlate: \[3\. 2\. 1\.\]",
            ),
            (r"np\.correlate",),
        ),
        Row(
            "indices-as-rows",
            "class indices given to the other cross-entropy are broadcast as one row of probabilities",
            (r"no error, but \[5\.2228 4\.287 +3\.6543\]\n.*gives: +\[0\.4076 4\.0957 1\.5514\]",),
            (r"labels=three_classes",),
        ),
        Row(
            "infinite-from",
            "where log(softmax) becomes infinite, asked of the session",
            (r"infinite from a gap of 88\n",),
            (r"session\.run\(\[apart, together\]\)",),
        ),
        Row(
            "two-graphs",
            "a Python loop becomes one node, with a graph for its condition and one for its body",
            (r"graphs in it: \['cond', 'body'\]",),
            (r"tf\.function",),
        ),
        Row(
            "turned-filter",
            "the gradient of a row is the turned filter, sliding over the padded gradient",
            (r"gradient: +\[ +1\. +12\. 123\. 230\. 300\.\]\n.*over it: \[ +1 +12 123 230 300\]",),
            (r"tf\.gradients\(slid, x_row, came_back\)", r"np\.correlate"),
        ),
    ),
    "10-build-an-engine": (
        Row(
            "too-early",
            "a node that is asked before all of its users passes on a part only",
            (r"then b: 13\n.*then a: 8",),
            (r"slope_of_x\(\"fba\"\)",),
        ),
        Row(
            "numeric-check",
            "moving the inputs confirms every rule but the one that stops on purpose",
            (r"checked: 9  do not hold: stop_gradient\n",),
            (r"def numeric_slope",),
        ),
        Row(
            "simplify",
            "a graph is folded and merged before it runs, and gives the same value",
            (r"for v = 5: \[0\.0\] \[0\.0\]",),
            (r"simplify\(\[difference\], small, PURE\)",),
        ),
        Row(
            "operators",
            "every operator makes a node, also for an expression that is written twice",
            (r"f for 5: \[42\.0\]\nadditions: \['add', 'add_1', 'add_2'\]",),
            (r"__matmul__",),
        ),
        Row(
            "maximum",
            "a new kind is a kernel and a rule",
            (r"the rule of maximum holds: True",),
            (r"rule_of_maximum",),
        ),
        Row(
            "two-layers",
            "one's own engine trains two layers, which read digits better than one does",
            (r"one layer +9[567] percent of 297\ntwo layers 9[89] percent of 297",),
            (r"\[64, 64, 10\]",),
        ),
    ),
}
