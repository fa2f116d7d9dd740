# %% autodiff/dual wrong slopes-multiplied misconception=product-of-slopes
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
        return Dual(self.value * other.value, self.slope * other.slope)

    def __neg__(self):
        return Dual(-self.value, -self.slope)

    def __sub__(self, other):
        return self + -self.lift(other)

    def __truediv__(self, other):
        other = self.lift(other)
        slope = (self.slope * other.value - self.value * other.slope) / other.value**2
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


# %% autodiff/dual wrong one-for-numbers misconception=numbers-have-slope-one
class Dual:
    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def lift(self, other):
        return other if isinstance(other, Dual) else Dual(other, 1.0)

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
        return Dual(other, 1.0) - self

    def __rtruediv__(self, other):
        return Dual(other, 1.0) / self

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)


# %% autodiff/dual wrong minus-both-ways misconception=minus-the-wrong-way-round
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
        return self - other

    def __rtruediv__(self, other):
        return Dual(other, 0.0) / self

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)


# %% autodiff/dual wrong each-both-ways misconception=both-the-wrong-way-round from=lifts-the-other
Dual.__rsub__ = Dual.__sub__
Dual.__rtruediv__ = Dual.__truediv__


# %% autodiff/dual wrong in-place-on-the-left misconception=adds-in-place-on-the-left from=lifts-the-other
def _sum(one, other):
    other = one.lift(other)
    one.value, one.slope = one.value + other.value, one.slope + other.slope
    return one


Dual.__add__ = _sum
Dual.__radd__ = lambda one, other: Dual(other, 0.0) + one
Dual.__sub__ = lambda one, other: Dual(
    one.value - one.lift(other).value, one.slope - one.lift(other).slope
)


# %% autodiff/dual wrong sums-in-place misconception=sums-in-place-on-the-left from=lifts-the-other
def _sum(one, other):
    other = one.lift(other)
    one.value += other.value
    one.slope += other.slope
    return one


Dual.__add__ = _sum
Dual.__radd__ = lambda one, other: Dual(other, 0.0) + one


# %% autodiff/dual wrong power-inner misconception=power-forgets-the-slope
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
        return Dual(other, 0.0) - self

    def __rtruediv__(self, other):
        return Dual(other, 0.0) / self

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1))

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)


# %% autodiff/dual wrong exp-inner misconception=exp-forgets-the-slope
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
        return Dual(other, 0.0) - self

    def __rtruediv__(self, other):
        return Dual(other, 0.0) / self

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value))


# %% autodiff/dual wrong both-inner misconception=no-chain-rule
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
        return Dual(other, 0.0) - self

    def __rtruediv__(self, other):
        return Dual(other, 0.0) / self

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1))

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value))


# %% autodiff/dual wrong begun-with-the-slopes misconception=product-of-slopes
class Dual:
    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def __add__(self, other):
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        return Dual(self.value * other.value, self.slope * other.slope)


# %% autodiff/dual wrong sum-into-itself misconception=adds-in-place
class Dual:
    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def lift(self, other):
        return other if isinstance(other, Dual) else Dual(other, 0.0)

    def __add__(self, other):
        other = self.lift(other)
        self.value += other.value
        self.slope += other.slope
        return self

    def __mul__(self, other):
        other = self.lift(other)
        return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)

    def __neg__(self):
        return Dual(-self.value, -self.slope)

    def __sub__(self, other):
        other = self.lift(other)
        return Dual(self.value - other.value, self.slope - other.slope)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        other = self.lift(other)
        slope = (self.slope * other.value - self.value * other.slope) / other.value**2
        return Dual(self.value / other.value, slope)

    def __rsub__(self, other):
        return Dual(other, 0.0) - self

    def __rtruediv__(self, other):
        return Dual(other, 0.0) / self

    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)
