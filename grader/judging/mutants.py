"""The feedback on a wrong answer that behaves exactly like the right one with one small mistake.

The names are those of `mutation/names.py`. A sentence is about what the answer does, never about its code:
two answers that do the same may be written in very different ways.
"""

from __future__ import annotations

from grader.languages import N_

MUTANTS = {
    "at-equality": N_(
        "your answer behaves as if it decided the wrong way when two values are equal."
    ),
    "trainable-only": N_("your answer behaves as if it looked only at the trainable variables."),
    "all-variables": N_(
        "your answer behaves as if it looked at all variables, not only the trainable ones."
    ),
    "sum-for-mean": N_("your answer behaves as if it took a sum instead of a mean."),
    "mean-for-sum": N_("your answer behaves as if it took a mean instead of a sum."),
    "least-for-largest": N_("your answer behaves as if it took a minimum instead of a maximum."),
    "largest-for-least": N_("your answer behaves as if it took a maximum instead of a minimum."),
    "without-last": N_(
        "your answer behaves as if it left out the last one: the last element of a list, or the last "
        "pass through a loop."
    ),
    "without-first": N_(
        "your answer behaves as if it left out the first one: the first element of a list, or the first "
        "pass through a loop."
    ),
    "only-first": N_(
        "your answer behaves as if it stopped after the first one: the first element of a list, or the "
        "first pass through a loop."
    ),
    "one-round-more": N_(
        "your answer behaves as if it went one item, or one pass through a loop, too far."
    ),
    "nothing-left-out": N_(
        "your answer behaves as if it included something that should be left out."
    ),
    "goes-on": N_("your answer behaves as if it continued where it should stop."),
    "stops-there": N_("your answer behaves as if it stopped where it should only skip something."),
    "empty-is-none": N_(
        "your answer behaves as if 0, False or something empty were the same as None."
    ),
    "only-none-is-empty": N_(
        "your answer behaves as if only None counted as nothing, but not 0, False or something "
        "empty."
    ),
    "none-left-out": N_(
        "your answer behaves as if it left out the None that stands for the gradient of something "
        "unconnected."
    ),
    "remembers": N_("your answer behaves as if it remembered something from one call to the next."),
    "initialized-again": N_("your answer behaves as if it ran the initializer once too often."),
    "no-control-dependencies": N_(
        "your answer behaves as if an operation did not wait for one that must run before it."
    ),
    "gradient-not-stopped": N_(
        "your answer behaves as if no gradient were stopped where one should be."
    ),
    "not-transposed": N_("your answer behaves as if a matrix were not transposed."),
    "product-swapped": N_(
        "your answer behaves as if the factors of a matrix product were in the other order."
    ),
    "subtraction-swapped": N_(
        "your answer behaves as if the two sides of a subtraction were swapped."
    ),
    "division-swapped": N_("your answer behaves as if the two sides of a division were swapped."),
    "adds-for-subtracts": N_("your answer behaves as if it added where it should subtract."),
    "subtracts-for-adds": N_("your answer behaves as if it subtracted where it should add."),
    "divides-for-multiplies": N_("your answer behaves as if it divided where it should multiply."),
    "multiplies-for-divides": N_("your answer behaves as if it multiplied where it should divide."),
    "adds-for-multiplies": N_("your answer behaves as if it added where it should multiply."),
    "multiplies-for-power": N_(
        "your answer behaves as if it multiplied where it should raise to a power."
    ),
    "not-rounded-down": N_("your answer behaves as if it did not round a quotient down."),
    "quotient-for-remainder": N_(
        "your answer behaves as if it took the quotient instead of the remainder."
    ),
    "over-all-axes": N_("your answer behaves as if it worked over all axes instead of one."),
    "other-axis": N_("your answer behaves as if it worked along the wrong axis."),
    "all-for-one": N_("your answer behaves as if all had to hold where one is enough."),
    "one-for-all": N_("your answer behaves as if one were enough where all have to hold."),
    "one-is-enough": N_("your answer behaves as if one condition were enough where two must hold."),
    "both-needed": N_("your answer behaves as if two conditions had to hold where one is enough."),
    "adds-for-sets": N_("your answer behaves as if it added to a variable that it should set."),
    "sets-for-adds": N_("your answer behaves as if it set a variable that it should add to."),
    "ones-for-zeros": N_("your answer behaves as if it used ones instead of zeros."),
    "zeros-for-ones": N_("your answer behaves as if it used zeros instead of ones."),
    "double-precision": N_("your answer behaves as if it used float64 instead of float32."),
    "single-precision": N_("your answer behaves as if it used float32 instead of float64."),
    "results-swapped": N_("your answer behaves as if two of its results were swapped."),
    "no-square": N_("your answer behaves as if it did not square."),
    "no-root": N_("your answer behaves as if it took no square root."),
    "no-absolute-value": N_("your answer behaves as if it took no absolute value."),
    "no-exponential": N_("your answer behaves as if it left out an exponential."),
    "no-logarithm": N_("your answer behaves as if it left out a logarithm."),
    "no-relu": N_("your answer behaves as if it left out a ReLU."),
    "no-sigmoid": N_("your answer behaves as if it left out a sigmoid."),
    "no-softmax": N_("your answer behaves as if it left out a softmax."),
    "no-tanh": N_("your answer behaves as if it left out a tanh."),
    "not-summed": N_("your answer behaves as if it left out a sum."),
    "no-mean": N_("your answer behaves as if it left out a mean."),
    "not-sorted": N_("your answer behaves as if it did not sort something."),
    "not-reversed": N_("your answer behaves as if it did not reverse an order."),
}
