# %% autodiff/dual wrong division-both-ways misconception=division-the-wrong-way-round
class Dual:
    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def lift(self, other):
        return other if isinstance(other, Dual) else Dual(other, 0.0)

    def __add__(self, other):
        other = self.lift(other)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        other = self.lift(other)
        return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)

    def __neg__(self):
        return Dual(-self.value, -self.slope)

    def __sub__(self, other):
        return self + -self.lift(other)

    def __truediv__(self, other):
        other = self.lift(other)
        slope = (self.slope * other.value - self.value * other.slope) / other.value**2
        return Dual(self.value / other.value, slope)

    def __rsub__(self, other):
        return -self + other

    __radd__, __rmul__, __rtruediv__ = __add__, __mul__, __truediv__

    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)


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


# %% autodiff/dual wrong quotient-sign misconception=quotient-with-the-wrong-sign
class Dual:
    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def lift(self, other):
        return other if isinstance(other, Dual) else Dual(other, 0.0)

    def __add__(self, other):
        other = self.lift(other)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        other = self.lift(other)
        return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)

    def __neg__(self):
        return Dual(-self.value, -self.slope)

    def __sub__(self, other):
        return self + -self.lift(other)

    def __truediv__(self, other):
        other = self.lift(other)
        slope = (self.value * other.slope - self.slope * other.value) / other.value**2
        return Dual(self.value / other.value, slope)

    def __rsub__(self, other):
        return Dual(other, 0.0) - self

    def __rtruediv__(self, other):
        return Dual(other, 0.0) / self

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)


# %% autodiff/dual wrong quotient-of-slopes misconception=divides-the-slopes
class Dual:
    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def lift(self, other):
        return other if isinstance(other, Dual) else Dual(other, 0.0)

    def __add__(self, other):
        other = self.lift(other)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        other = self.lift(other)
        return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)

    def __neg__(self):
        return Dual(-self.value, -self.slope)

    def __sub__(self, other):
        return self + -self.lift(other)

    def __truediv__(self, other):
        other = self.lift(other)
        slope = self.slope / other.slope
        return Dual(self.value / other.value, slope)

    def __rsub__(self, other):
        return Dual(other, 0.0) - self

    def __rtruediv__(self, other):
        return Dual(other, 0.0) / self

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)
