# %% autodiff/dual right lifts-the-other
class Dual:
    def __init__(self, value, slope):
        self.value = value
        self.slope = slope

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

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)


# %% autodiff/dual right by-inverse
class Dual:
    def __init__(self, value, slope=0.0):
        self.value, self.slope = value, slope

    def __add__(self, other):
        if not isinstance(other, Dual):
            return Dual(self.value + other, self.slope)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        if not isinstance(other, Dual):
            return Dual(self.value * other, self.slope * other)
        return Dual(self.value * other.value, self.value * other.slope + other.value * self.slope)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1

    def __rsub__(self, other):
        return self * -1 + other

    def inverse(self):
        return Dual(1 / self.value, -self.slope / (self.value * self.value))

    def __truediv__(self, other):
        return self * (other.inverse() if isinstance(other, Dual) else 1 / other)

    def __rtruediv__(self, other):
        return self.inverse() * other

    def __pow__(self, n):
        result = Dual(1.0)
        for _ in range(n):
            result = result * self
        return result

    def exp(self):
        value = np.exp(self.value)
        return Dual(value, value * self.slope)


# %% autodiff/dual right one-chain-rule
class Dual:
    def __init__(self, value, slope):
        self.value = value
        self.slope = slope

    @staticmethod
    def parts(number):
        return (number.value, number.slope) if isinstance(number, Dual) else (number, 0)

    def combine(self, other, value, by_self, by_other):
        _, slope = Dual.parts(other)
        return Dual(value, by_self * self.slope + by_other * slope)

    def __add__(self, other):
        b, _ = Dual.parts(other)
        return self.combine(other, self.value + b, 1, 1)

    def __sub__(self, other):
        b, _ = Dual.parts(other)
        return self.combine(other, self.value - b, 1, -1)

    def __rsub__(self, other):
        b, _ = Dual.parts(other)
        return self.combine(other, b - self.value, -1, 1)

    def __mul__(self, other):
        b, _ = Dual.parts(other)
        return self.combine(other, self.value * b, b, self.value)

    def __truediv__(self, other):
        b, _ = Dual.parts(other)
        return self.combine(other, self.value / b, 1 / b, -self.value / b**2)

    def __rtruediv__(self, other):
        b, _ = Dual.parts(other)
        return self.combine(other, b / self.value, -b / self.value**2, 1 / self.value)

    def __neg__(self):
        return self.combine(0, -self.value, -1, 0)

    def __pow__(self, n):
        return self.combine(0, self.value**n, n * self.value ** (n - 1), 0)

    def exp(self):
        import math

        return self.combine(0, math.exp(self.value), math.exp(self.value), 0)

    __radd__, __rmul__ = __add__, __mul__


# %% autodiff/dual right matrices
class Dual:
    """value and slope of the 2 by 2 matrix [[value, slope], [0, value]], which multiplies by itself."""

    def __init__(self, value, slope):
        self.matrix = np.array([[value, slope], [0.0, value]])

    value = property(lambda self: self.matrix[0, 0])
    slope = property(lambda self: self.matrix[0, 1])

    @staticmethod
    def of(matrix):
        return Dual(matrix[0, 0], matrix[0, 1])

    @staticmethod
    def matrix_of(other):
        return other.matrix if isinstance(other, Dual) else other * np.eye(2)

    def __add__(self, other):
        return Dual.of(self.matrix + Dual.matrix_of(other))

    def __sub__(self, other):
        return Dual.of(self.matrix - Dual.matrix_of(other))

    def __rsub__(self, other):
        return Dual.of(Dual.matrix_of(other) - self.matrix)

    def __mul__(self, other):
        return Dual.of(self.matrix @ Dual.matrix_of(other))

    def __truediv__(self, other):
        return Dual.of(self.matrix @ np.linalg.inv(Dual.matrix_of(other)))

    def __rtruediv__(self, other):
        return Dual.of(Dual.matrix_of(other) @ np.linalg.inv(self.matrix))

    def __neg__(self):
        return Dual.of(-self.matrix)

    def __pow__(self, n):
        return Dual.of(np.linalg.matrix_power(self.matrix, n))

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)

    __radd__, __rmul__ = __add__, __mul__


# %% autodiff/dual right slots
class Dual:
    __slots__ = ("slope", "value")

    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def __add__(self, other):
        other = dual(other)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        other = dual(other)
        return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)

    def __neg__(self):
        return Dual(-self.value, -self.slope)

    def __sub__(self, other):
        return self + (-dual(other))

    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)

    def __truediv__(self, other):
        return self * dual(other) ** -1

    def __radd__(self, other):
        return dual(other) + self

    def __rsub__(self, other):
        return dual(other) - self

    def __rmul__(self, other):
        return dual(other) * self

    def __rtruediv__(self, other):
        return dual(other) / self

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value) * self.slope)


def dual(number):
    return number if isinstance(number, Dual) else Dual(number, 0.0)
