"""Rows of the chapters on savers, scopes, kernels, and an engine of one's own."""

from __future__ import annotations

from tests.exercises.coverage.row import Row

SAVERS = (
    Row(
        "V1",
        "save every 100 epochs and at the end; which files, and what is in them",
        (
            r"saved model/house-100",
            r"saved model/house-200",
            r"saved model/house-final",
            r"house-final\.data-00000-of-00001",
            r"model_checkpoint_path: \"house-final\"",
            r"theta +\[2, 1\]",
        ),
        (r"global_step=200",),
        {"savers/train-and-save": r"epoch % every == 0"},
    ),
    Row(
        "V2",
        "restore in place of the initializer",
        (r"FailedPreconditionError", r"restored: \[ 3\. -2\.\] after 250 epochs"),
        (r"saver\.restore",),
        {"savers/start": r"saver\.restore"},
    ),
    Row(
        "V3",
        "chosen variables under chosen names",
        (r"\[\('weights', \[2, 1\]\)\]",),
        (r"tf\.train\.Saver\(\{\"weights\": theta\}\)",),
        {"savers/hand-over": r"Saver\(\{\"weights\""},
    ),
    Row(
        "V4",
        "a graph from its file, without the code that built it",
        (r"0 operations", r"\['theta:0', 'bias:0', 'epochs_done:0'\]", r"should be 2\.0"),
        (r"import_meta_graph",),
        {"savers/forecast": r"import_meta_graph"},
    ),
    Row(
        "V5",
        "which checkpoints are kept, and restoring into a changed model",
        (r"latest: many/w-5", r"\['w-4\.index', 'w-5\.index'\]", r"NotFoundError"),
        (r"max_to_keep=2", r"latest_checkpoint"),
        {"savers/warm-start": r"list_variables"},
    ),
    Row(
        "V6",
        "records: length, masked checksum, data; one file is faster",
        (
            r"49 bytes",
            r"checksum: True",
            r"DataLossError",
            r"rooms 4 int64",
            r"records are faster: True",
        ),
        (r"0xA282EAD8", r"tf\.train\.Example", r"TFRecordWriter"),
        {"savers/write-houses": r"tf\.train\.Example", "savers/rescue": r"0xA282EAD8"},
    ),
    Row(
        "V7",
        "a file opened for writing comes with its first write",
        (r"opened:  False\nwritten: True",),
        (r"tf\.gfile",),
    ),
    Row(
        "V8",
        "training goes on after a power cut, to the same numbers",
        (r"all_of_them +35 more steps, the same theta: True", r"weights_only .* False"),
        (r"global_step",),
        {"savers/resume": r"saver\.restore"},
    ),
)

SCOPES = (
    Row(
        "N1",
        "scopes are prefixes, and names become unique",
        (r"loss/sub\nloss/mse", r"loss_1/mse_1", r"model/layer_1/one"),
        (r"tf\.name_scope\(\"loss\"\)",),
        {"scopes/border": r"startswith"},
    ),
    Row(
        "N2",
        "the cut-and-paste bug, found in the graph",
        (r"z1 is used by \['relu1', 'relu2'\]\nz2 is used by \[\]",),
        (r"relu2 = tf\.maximum\(z1",),
        {"scopes/forgotten": r"consumers", "scopes/three-relus": r"tf\.maximum\(z2"},
    ),
    Row(
        "N3",
        "one function, called five times, and add_n",
        (r"'relu/max', 'relu_1/max', 'relu_2/max', 'relu_3/max', 'relu_4/max'",),
        (r"tf\.add_n",),
        {"scopes/relus": r"for size in sizes"},
    ),
    Row(
        "N4",
        "ways to share a threshold",
        (r"relu/threshold\nTrue", r"layer/weights True", r"output/bias True"),
        (
            r"relu\(X, threshold\)",
            r"tf\.get_variable\(\"threshold\"",
            r"reuse=True",
            r"scope\.reuse_variables\(\)",
            r"AUTO_REUSE",
        ),
        {"scopes/distance": r"tf\.get_variable"},
    ),
    Row(
        "N5",
        "making twice or finding nothing is an error; reuse is inherited",
        (
            r"already exists, disallowed",
            r"does not exist, or was not created with",
            r"inner reuses: True",
            r"innermost reuses: True",
        ),
        (r"reuse=False", r"tf\.Variable\(1\.0, name=\"w\"\)"),
        {"scopes/outcomes": r"ValueError"},
    ),
    Row(
        "N6",
        "a threshold that the first call makes",
        (
            r"\['relu/threshold', 'relu/weights', 'relu_1/weights', 'relu_2/weights'\]",
            r"relu/threshold \[\]\nrelu/weights \[3, 1\]\nrelu_1/weights \[1, 1\]",
            r"graph 2 - ValueError",
        ),
        (r"reuse=\(number >= 1\)",),
        {"scopes/relu": r"reuse=tf\.AUTO_REUSE"},
    ),
    Row(
        "N7",
        "variable_scope names variables and opens a name scope",
        (r"layer/weights layer_1/step layer_1/sum", r"model/bias\nmodel/inner/count"),
        (r"tf\.variable_scope",),
        {"scopes/outcomes": r"tf\.variable_scope"},
    ),
    Row(
        "N8",
        "the loss every ten mini-batches, in TensorBoard",
        (
            r"the graph is there: True",
            r"points: 20 at the steps \[0, 10, 20, 30\]",
            r"(?i)tensorboard",
        ),
        (r"tf\.summary\.scalar", r"tf\.summary\.FileWriter"),
        {"scopes/log-training": r"tf\.summary\.scalar"},
    ),
)

KERNELS = (
    Row(
        "K1",
        "broadcasting, its rules, and its gradient, a sum",
        (
            r"\[3, 2\] \+ \[3, 1\] = \[3, 2\]",
            r"\[\[2\.\]\n \[2\.\]\n \[2\.\]\]",
            r"'Sum'",
            r"ValueError: they do not fit",
        ),
        (r"tf\.gradients\(total, \[a, b\]\)",),
        {"kernels/broadcast-shape": r"def broadcast_shape", "kernels/sum-back": r"def sum_back"},
    ),
    Row(
        "K2",
        "convolution and both its gradients as products; the bias is its own",
        (
            r"the same numbers: True",
            r"'BiasAddGrad'.*'Conv2DBackpropInput', 'Conv2DBackpropFilter'",
            r"to the filters: True",
            r"to the picture: True",
        ),
        (r"tf\.nn\.conv2d",),
        {"kernels/convolve": r"tf\.matmul", "kernels/backward": r"tf\.matmul"},
    ),
    Row(
        "K3",
        "SAME and VALID with strides",
        (r"stride 1 VALID 5 outputs", r"stride 2 SAME +4 outputs", r"\[3\. 5\. 7\. 4\.\]"),
        (r"padding",),
        {"kernels/output-size": r"\"VALID\""},
    ),
    Row(
        "K4",
        "classes or rows, the same loss; one operation is safe",
        (
            r"classes:.*\[0\.4076 4\.0957\]\nrows:.*\[0\.4076 4\.0957\]",
            r"gap +1000:.*inf.*nan.*1000\.0",
        ),
        (
            r"nn\.sparse_softmax_cross_entropy_with_logits",
            r"nn\.softmax_cross_entropy_with_logits",
        ),
        {"kernels/cross-entropy": r"tf\.reduce_max"},
    ),
    Row(
        "K5",
        "casts and errors of types",
        (r"int32 \+ float32 +-> TypeError", r"as float32: +16777216", r"\[ 1 -1\]"),
        (r"tf\.cast",),
        {"kernels/error-rate": r"tf\.cast"},
    ),
    Row(
        "K6",
        "a kernel and a gradient of one's own, in the engine",
        (r"Swish \[None\]", r"0\.9277", r"LookupError: a kernel, but no gradient"),
        (r"own_op\(",),
        {"kernels/make-distances": r"own_op"},
    ),
    Row(
        "K7",
        "where graphs went: functions, ragged tensors, unicode",
        (r"a node: ", r"sums of the rows:", r"characters:"),
        (r"tf\.function", r"tf\.ragged", r"unicode_decode"),
    ),
)

STEPS = (
    "graph",
    "order",
    "evaluate",
    "variable-kernels",
    "plan",
    "gradients",
    "gradient-rules",
    "minimize",
    "saver",
)
BUILDING = (
    Row(
        "B1",
        "an engine in steps, each graded",
        (
            r"'add', 'add_1', 'multiply', 'two', 'x'",
            r"32768 computed in 15 additions",
            r"first holds \{'w': 6\.0\}",
            r"\[600\.0\]",
            r"slope of x for x = 5: \[13\.0\]",
            r"stop_gradient\(w\): value 9\.0 slope 3\.0",
            r"0\.0, 0\.8, 1\.44",
            r"never counted: 6\.0",
        ),
        (),
        {f"build-an-engine/{step}": "" for step in STEPS}
        | {"build-an-engine/gradient-rules": r"stop_gradient"},
    ),
    Row(
        "B2",
        "one's own engine trains as the reference engine and TensorFlow do",
        (r"4\.755 4\.705 4\.703", r"less than 0\.0001 after every epoch: True"),
        (r"tf\.train\.GradientDescentOptimizer",),
        {"build-an-engine/simplify": r"def simplify"},
    ),
)
