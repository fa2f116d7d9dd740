# %% autodiff/dual wrong only-duals
class Dual:
    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def lift(self, other):
        return other

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
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)


# %% autodiff/dual wrong no-reflected
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

    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)


# %% autodiff/dual wrong changes-itself misconception=adds-and-subtracts-in-place
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


# %% autodiff/dual wrong keeps-a-pair
class Dual:
    def __init__(self, value, slope):
        self.pair = value, slope

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
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)


# %% autodiff/dual wrong only-ints-are-numbers
class Dual:
    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def lift(self, other):
        return Dual(other, 0.0) if isinstance(other, int) else other

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
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)


# %% autodiff/dual wrong mutant-a-difference-in-place
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
        other = self.lift(other)
        self.value -= other.value
        self.slope -= other.slope
        return self

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


# %% autodiff/dual wrong power-by-dividing
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
        return Dual(self.value**n, n * self.value**n / self.value * self.slope)

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)


# %% autodiff/dual wrong zero-times-a-dual-is-zero from=lifts-the-other
_product = Dual.__mul__


def _product_or_zero(one, other):
    return 0 if not isinstance(other, Dual) and other == 0 else _product(one, other)


Dual.__mul__ = Dual.__rmul__ = _product_or_zero


# %% autodiff/dual wrong zero-over-a-dual-is-zero from=lifts-the-other
Dual.__rtruediv__ = lambda one, other: 0 if other == 0 else Dual(other, 0.0) / one


# %% autodiff/dual wrong a-difference-without-slope-is-a-number from=lifts-the-other
_difference = Dual.__sub__


def _dual_or_number(one, other):
    found = _difference(one, other)
    return found if found.slope else found.value


Dual.__sub__ = _dual_or_number


# %% autodiff/dual wrong a-sum-without-slope-is-a-number from=lifts-the-other
def _dual_or_number(one, other):
    other = one.lift(other)
    value, slope = one.value + other.value, one.slope + other.slope
    return Dual(value, slope) if slope else value


Dual.__add__ = Dual.__radd__ = _dual_or_number


# %% autodiff/dual wrong a-quotient-without-slope-is-a-number from=lifts-the-other
_quotient = Dual.__truediv__


def _dual_or_number(one, other):
    found = _quotient(one, other)
    return found if found.slope else found.value


Dual.__truediv__ = _dual_or_number
