# %% autodiff/dual wrong division-both-ways misconception=division-the-wrong-way-round from=lifts-the-other
Dual.__rtruediv__ = Dual.__truediv__


# %% autodiff/dual wrong plus-in-the-quotient misconception=quotient-with-a-plus from=lifts-the-other
def _quotient(one, other):
    other = one.lift(other)
    slope = (one.slope * other.value + one.value * other.slope) / other.value**2
    return Dual(one.value / other.value, slope)


Dual.__truediv__ = _quotient


# %% autodiff/dual wrong no-square misconception=quotient-without-the-square from=lifts-the-other
def _quotient(one, other):
    other = one.lift(other)
    slope = (one.slope * other.value - one.value * other.slope) / other.value
    return Dual(one.value / other.value, slope)


Dual.__truediv__ = _quotient


# %% autodiff/dual wrong only-above misconception=quotient-without-the-denominator from=lifts-the-other
def _quotient(one, other):
    other = one.lift(other)
    slope = one.slope * other.value - one.value * other.slope
    return Dual(one.value / other.value, slope)


Dual.__truediv__ = _quotient


# %% autodiff/dual wrong below-a-number misconception=quotient-of-the-first-slope from=lifts-the-other
def _quotient(one, other):
    other = one.lift(other)
    return Dual(one.value / other.value, one.slope / other.value)


Dual.__truediv__ = _quotient


# %% autodiff/dual wrong another-quotient from=lifts-the-other
def _quotient(one, other):
    other = one.lift(other)
    return Dual(one.value / other.value, (one.slope + other.slope) / other.value)


Dual.__truediv__ = _quotient


# %% autodiff/dual wrong quotient-sign misconception=quotient-with-the-wrong-sign from=lifts-the-other
def _quotient(one, other):
    other = one.lift(other)
    slope = (one.value * other.slope - one.slope * other.value) / other.value**2
    return Dual(one.value / other.value, slope)


Dual.__truediv__ = _quotient


# %% autodiff/dual wrong quotient-of-slopes misconception=divides-the-slopes from=lifts-the-other
def _quotient(one, other):
    other = one.lift(other)
    return Dual(one.value / other.value, one.slope / other.slope)


Dual.__truediv__ = _quotient
