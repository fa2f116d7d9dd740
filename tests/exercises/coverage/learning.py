"""Rows of the chapters on training, differentiation and gradient control."""

from __future__ import annotations

from tests.exercises.coverage.row import Row

TRAINING = (
    Row(
        "T1",
        "house prices by the normal equation",
        (
            r"mse 4\.682; its root is 216,000 dollars",
            r"living_area +1\.82",
            r"off by less than 94,000 dollars",
        ),
        (r"tf\.matrix_inverse",),
        {"training/best-theta": r"tf\.matrix_inverse"},
    ),
    Row(
        "T2",
        "gradient descent by hand",
        (r"step  500   mse   4\.684",),
        (r"2 / m \* tf\.matmul", r"tf\.assign\(theta, theta - learning_rate \* gradients\)"),
        {"training/by-hand": r"theta - learning_rate \* gradients"},
    ),
    Row(
        "T3",
        "the same with tf.gradients",
        (r"the same theta: True",),
        (r"tf\.gradients\(mse, \[theta\]\)\[0\]",),
        {"training/diary": r"tf\.gradients"},
    ),
    Row(
        "T4",
        "optimizers, side by side: steps to one loss",
        (
            r"gradient descent +224 steps",
            r"momentum 0\.9 +56 steps",
            r"before the step 45\.926, after it 43\.948; a run of its own says 43\.948",
        ),
        (
            r"GradientDescentOptimizer",
            r"MomentumOptimizer\(learning_rate, 0\.9\)",
            r"curves\(",
            r"control_dependencies\(\[mse\]\)",
        ),
        {"training/race": r"MomentumOptimizer"},
    ),
    Row(
        "T5",
        "ten epochs of mini-batches of 100, the same at every run",
        (
            r"reproducible: True",
            r"after 10 epochs   mse   4\.703",
            r"more than five times as long: True",
        ),
        (
            r"def fetch_batch\(epoch, batch_index, batch_size\)",
            r"batch_size = 100",
            r"n_epochs = 10",
        ),
        {"training/stop-early": r"fetch_batch"},
    ),
    Row(
        "T6",
        "one sample at a time, twenty steps, by optimizer and by assign",
        (
            r"step  0   loss 0\.0769",
            r"step 19   loss",
            r"w 0\.2192  b 0\.0082",
        ),
        (
            r"/ \(2 \* 32\)",
            r"0\.01",
            r"w\.assign\(w - 0\.01 \* grad_w\)",
            r"control_dependencies\(\[grad_w, grad_b\]\)",
        ),
        {"training/diary": r"/ \(2 \* 32\)"},
    ),
    Row(
        "T7",
        "scaled features train, raw ones explode",
        (
            r"step 3   mse 1\.63e\+46",
            r"living_area +-2\.7e\+04 +1\.0e\+07 +1\.9e-07\nlot_area +-1\.9e\+05 +3\.9e\+09 +5\.1e-10",
            r"raw, +learning rate 1e-09, 100 steps: explodes",
            r"scaled, learning rate 1e-01, 100 steps: mse 4\.68",
        ),
    ),
    Row(
        "T8",
        "float16 gradients are lost without a loss scale",
        (
            r"half of that: +0\.0\na bit more: +6e-08",
            r"zeros in float16: +100%",
            r"scale 2\*\*0 +all zero",
            r"scale 2\*\*15 all there",
        ),
        (r"float16",),
        {"training/safe-gradients": r"loss scale"},
    ),
    Row(
        "T9",
        "initializers and the variance through ten layers",
        (
            r"Glorot uniform +layer 1: +0\.99",
            r"orthogonal +1\.00 and 1\.00",
            r"0\.1225",
            r"0\.0577",
        ),
        (r"glorot_uniform_initializer", r"orthogonal_initializer", r"curves\("),
        {"training/make-cell": r"glorot_uniform_initializer"},
    ),
    Row(
        "T10",
        "clients train alone, only thetas travel",
        (r"together: +mse 4\.78", r"8,640 bytes"),
        (r"tf\.train\.Server", r"client\.session\.run"),
        {"training/federated-round": r"client\.session\.run"},
    ),
)

AUTODIFF = (
    Row(
        "A1",
        "four methods: exact or not, for any code or not",
        (
            r"numeric +df/dx: 24\.003683",
            r"symbolic +df/dx: 24\.000000",
            r"forward +df/dx: 24\.000000",
            r"reverse +df/dx: 24\.000000",
            r"numerical: 202\.5",
            r"slope 22588",
        ),
        (r"tf\.while_loop",),
        {
            "autodiff/central": r"central differences",
            "autodiff/differentiate": r"as a formula",
            "autodiff/dual": r"A number and its slope",
            "autodiff/backward": r"by reverse mode",
        },
    ),
    Row(
        "A2",
        "the V of numerical differentiation: truncation, then rounding",
        (
            r"step 1e-01: error 1e-01",
            r"step 1e-08: error 7e-10",
            r"step 1e-15: error 2e-01",
            r"like a V",
        ),
        (r"curves\(",),
        {"autodiff/best-step": r"valley"},
    ),
    Row(
        "A3",
        "symbolic derivatives blow up, unless they are simplified",
        (
            r"by the rules +28 .* 18167",
            r"simplified, shared +10 .* 80",
            r"formula: 7 +by the rules: 15",
        ),
        (r"simplify=False", r"curves\("),
        {"autodiff/differentiate": r"a == 0"},
    ),
    Row(
        "A4",
        "forward mode with dual numbers",
        (
            r"f: \(42, 24\)",
            r"f: \(42, 10\)",
            r"math\.sin\(d\) -> must be real number, not Dual",
            r"d > 0 -> '>' not supported between instances of 'Dual' and 'int'",
        ),
        (),
        {"autodiff/dual": r"class Dual"},
    ),
    Row(
        "A5",
        "reverse mode: an order, and sums where ways part",
        (r"df/dx: 24\.0   df/dy: 10\.0", r"w, u, v: 10\.0", r"w, v, u: 40\.0"),
        (r"slopes\[part\] \+= ",),
        {"autodiff/backward": r"def backward"},
    ),
    Row(
        "A6",
        "passes for ten inputs and one output, counted",
        (
            r"numeric +11\b",
            r"central +20\b",
            r"symbolic +0\b",
            r"forward +10\b",
            r"reverse +2\b",
            r"reverse +9\b",
            r"symbolic +1\.9 runs",
            r"forward +34\.3 runs",
            r"reverse +3\.4 runs",
            r"numerical 11, numerical \(central\) 20, symbolic 0, forward mode 10, reverse mode 2\.",
        ),
        (r"passes", r"by=xs"),
        {"autodiff/passes": r'\("run", \[\]\), \*units\("backward", outputs\)'},
    ),
    Row(
        "A7",
        "slopes of slopes, the Hessian, and None",
        (r"slopes of f_x: \[8\.0, 6\.0\]", r"slopes of f_y: \[6\.0, None\]", r"\[6\. 0\. 0\.\]"),
        (r"tf\.hessians",),
        {"autodiff/hessian": r"unconnected_gradients"},
    ),
    Row(
        "A8",
        "a graph has forward nodes only, until someone asks for slopes",
        (r"7 nodes before, 9 added", r"under the name gradients: True"),
        (r"tf\.gradients",),
    ),
)

CONTROL = (
    Row(
        "C1",
        "gradients sums over the ys; grad_ys weights them",
        (r"\b6\.0 3\.0\b", r"\b51\.0 21\.0\b"),
        (r"grad_ys",),
        {"gradient-control/helped": r"grad_ys"},
    ),
    Row(
        "C2",
        "the total slope is 3, the direct one 1",
        (r"total:   3\.0 1\.0", r"partial: 1\.0 1\.0"),
        (r"stop_gradients=\[a, b\]", r"b = 2 \* a", r"c = a \+ b"),
        {"gradient-control/routes": r"stop_gradients"},
    ),
    Row(
        "C3",
        "a stopped way gives None, an open one beside it 1",
        (r"to w1: None", r"to w2: 15\.0", r"\b1\.0 1\.0\b"),
        (r"tf\.stop_gradient\(a\) \* w2", r"tf\.stop_gradient\(a \+ b\)"),
        {"gradient-control/solved": r"tf\.stop_gradient"},
    ),
    Row(
        "C4",
        "what is not connected: none or zero",
        (r"none: \[None\]", r"zero: 0\.0"),
        (r"unconnected_gradients=\"zero\"",),
        {"gradient-control/helped": r"unconnected_gradients"},
    ),
    Row(
        "C5",
        "one thing forward, another back",
        (r"without the valve: 8\.0 12\.0", r"with the valve: +8\.0 3\.0"),
        (r"t \+ tf\.stop_gradient\(f - t\)",),
        {"gradient-control/solved": r"stop_gradient\(root - t\)"},
    ),
    Row(
        "C6",
        "straight-through rounding trains a binarized net",
        (
            r"gradients: \[1\. 1\. 1\.\]",
            r"moved: False  loss at the end: 0\.52",
            r"moved: True  loss at the end: 0\.15",
        ),
        (r"tf\.round",),
        {"gradient-control/binarize": r"tf\.stop_gradient\(signs - t\)"},
    ),
    Row(
        "C7",
        "some entries' gradients are stopped by a mask",
        (
            r"value: +\[1\. 4\. 9\.\]",
            r"gradient: \[2\. 0\. 6\.\]",
            r"\[0\.  1\.  0\.5\] \[ +nan -1\. +-0\.25\]",
            r"\[0\.  1\.  0\.5\] \[ 0\. +-1\. +-0\.25\]",
        ),
        (
            r"tf\.stop_gradient\(tf\.abs\(mask - 1\) \* target\) \+ mask \* target",
            r"safe = tf\.where\(w > 0, w, tf\.ones_like\(w\)\)",
        ),
        {"gradient-control/log-distances": r"no gradient comes back"},
    ),
    Row(
        "C8",
        "minimize is compute, then apply; a mask fits between",
        (r"\[0\.8 1\.6 2\.4\]\n\[0\.8 1\.6 2\.4\]", r"\[0\.8 2\.  2\.4\]"),
        (r"minimize", r"compute_gradients", r"apply_gradients"),
        {"gradient-control/careful-step": r"compute_gradients"},
    ),
    Row(
        "C9",
        "freeze, prune and retrain",
        (r"trained: \['head'\]", r"the body did not move: True", r"zeros stayed zeros: True"),
        (r"trainable=False", r"var_list"),
        {"gradient-control/careful-step": r"pruned"},
    ),
    Row(
        "C10",
        "a rule of one's own in place of a registered one",
        (r"values: +2\.0 2\.0\ngradients: 5\.0 1\.0",),
        (
            r"RegisterGradient",
            r"return 5 \* grad",
            r"gradient_override_map\(\{\"Identity\": \"CustomGrad\"\}\)",
        ),
        {"gradient-control/open-floors": r"tf\.RegisterGradient"},
    ),
    Row(
        "C11",
        "the map speaks of types, for nodes that are made inside its block",
        (r"the mean:  \[0\.5 0\.5\]", r"the floor: \[1\. 1\.\]", r"Mean Floor", r"\[None\]"),
        (r"\{\"Floor\": \"Identity\"\}", r"reduce_mean\(numbers, name=\"Floor\"\)"),
        {"gradient-control/open-floors": r"gradient_override_map"},
    ),
    Row(
        "C12",
        "a type without a rule: values yes, gradients LookupError",
        (r"the value: 2\.0\nthe gradient: LookupError",),
        (),
        {"gradient-control/gradient-rule": r"LookupError"},
    ),
    Row(
        "C13",
        "clipped together or each alone",
        (r"norm: +5\.0", r"together: 0\.60 0\.80", r"alone: +1\.00 1\.00"),
        (r"clip_by_global_norm",),
        {"gradient-control/careful-step": r"clip_by_global_norm"},
    ),
)
