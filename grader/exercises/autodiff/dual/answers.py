# %% right lifts-the-other
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


# %% right by-inverse
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


# %% right one-chain-rule
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


# %% right matrices
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


# %% right slots like=lifts-the-other
# - class Dual:
# + class Dual:
# +     __slots__ = ("slope", "value")
# +


# %% wrong slopes-multiplied mistake=product-of-slopes like=lifts-the-other
# says: in a product, you multiply the slopes. (a + a'ε)·(b + b'ε) has the slope a'·b + a·b': a'·b' only
#     appears with ε², which counts as 0.
# -         return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)
# +         return Dual(self.value * other.value, self.slope * other.slope)


# %% wrong one-for-numbers mistake=numbers-have-slope-one like=lifts-the-other
# says: you give plain numbers a slope of 1. A number doesn't move when x moves: its slope is 0.
# -         return other if isinstance(other, Dual) else Dual(other, 0.0)
# +         return other if isinstance(other, Dual) else Dual(other, 1.0)
# -         return Dual(other, 0.0) - self
# +         return Dual(other, 1.0) - self
# -         return Dual(other, 0.0) / self
# +         return Dual(other, 1.0) / self


# %% wrong sum-into-itself mistake=adds-in-place like=lifts-the-other
# says: your `__add__` changes the number on the left and returns it, so x has changed afterwards. Return a
#     new Dual.
# -         return Dual(self.value + other.value, self.slope + other.slope)
# +         self.value += other.value
# +         self.slope += other.slope
# +         return self
# -         return self + -self.lift(other)
# +         other = self.lift(other)
# +         return Dual(self.value - other.value, self.slope - other.slope)
# +
# +     def __radd__(self, other):
# +         return self + other
# +
# +     def __rmul__(self, other):
# +         return self * other
# -     __radd__ = __add__
# -     __rmul__ = __mul__
# -


# %% wrong changes-itself like=lifts-the-other
# -         return Dual(self.value + other.value, self.slope + other.slope)
# +         self.value += other.value
# +         self.slope += other.slope
# +         return self


# %% wrong minus-both-ways mistake=minus-the-wrong-way-round like=lifts-the-other
# says: with a number on the left, as in 5 - d, Python calls d.__rsub__(5). Yours computes d - 5, so the
#     result has the wrong sign.
# -         return Dual(other, 0.0) - self
# +         return self - other


# %% wrong division-both-ways mistake=division-the-wrong-way-round from=lifts-the-other
# says: with a number on the left, as in 1 / d, Python calls d.__rtruediv__(1). Yours computes d / 1.
Dual.__rtruediv__ = Dual.__truediv__


# %% wrong each-both-ways mistake=both-the-wrong-way-round from=lifts-the-other
# says: with a number on the left, as in 5 - d or 1 / d, Python calls d.__rsub__(5) or d.__rtruediv__(1).
#     Yours compute d - 5 and d / 1.
Dual.__rsub__ = Dual.__sub__
Dual.__rtruediv__ = Dual.__truediv__


# %% wrong quotient-sign mistake=quotient-with-the-wrong-sign like=lifts-the-other
# says: in the quotient rule, the slope of the numerator comes first: (a'·b - a·b') / b². You have the two
#     terms the other way around.
# -         slope = (self.slope * other.value - self.value * other.slope) / other.value**2
# +         slope = (self.value * other.slope - self.slope * other.value) / other.value**2


# %% wrong plus-in-the-quotient mistake=quotient-with-a-plus like=lifts-the-other
# says: the values of your quotients are right, but not their slopes. The slope of a / b is (a'·b - a·b') /
#     b².
# -         slope = (self.slope * other.value - self.value * other.slope) / other.value**2
# +         slope = (self.slope * other.value + self.value * other.slope) / other.value**2


# %% wrong no-square like=lifts-the-other
# -         slope = (self.slope * other.value - self.value * other.slope) / other.value**2
# +         slope = (self.slope * other.value - self.value * other.slope) / other.value


# %% wrong only-above like=lifts-the-other
# -         slope = (self.slope * other.value - self.value * other.slope) / other.value**2
# +         slope = self.slope * other.value - self.value * other.slope


# %% wrong below-a-number like=lifts-the-other
# -         slope = (self.slope * other.value - self.value * other.slope) / other.value**2
# +         slope = self.slope / other.value


# %% wrong power-inner mistake=power-forgets-the-slope like=lifts-the-other
# says: the slope of `d ** n` is `n * d.value ** (n - 1)` times the slope of d: you forgot the last factor,
#     which comes from the chain rule.
# -         return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)
# +         return Dual(self.value**n, n * self.value ** (n - 1))


# %% wrong exp-inner mistake=exp-forgets-the-slope like=lifts-the-other
# says: the slope of exp(d) is exp(d) times the slope of d: you forgot the last factor, which comes from the
#     chain rule.
# -         return Dual(np.exp(self.value), np.exp(self.value) * self.slope)
# +         return Dual(np.exp(self.value), np.exp(self.value))


# %% wrong both-inner mistake=no-chain-rule like=lifts-the-other
# says: in powers and in exp, you forgot to multiply by the slope that came with the number. That is the
#     chain rule.
# -         return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)
# +         return Dual(self.value**n, n * self.value ** (n - 1))
# -         return Dual(np.exp(self.value), np.exp(self.value) * self.slope)
# +         return Dual(np.exp(self.value), np.exp(self.value))


# %% wrong quotient-of-slopes mistake=divides-the-slopes like=lifts-the-other
# says: the slope of a quotient is not the quotient of the slopes; it is (a'·b - a·b') / b².
# -         slope = (self.slope * other.value - self.value * other.slope) / other.value**2
# +         slope = self.slope / other.slope


# %% wrong begun-with-the-slopes mistake=product-of-slopes
class Dual:
    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def __add__(self, other):
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        return Dual(self.value * other.value, self.slope * other.slope)


# %% wrong only-duals like=lifts-the-other
# -         return other if isinstance(other, Dual) else Dual(other, 0.0)
# +         return other


# %% wrong no-reflected like=lifts-the-other
# -     __radd__ = __add__
# -     __rmul__ = __mul__
# -


# %% wrong keeps-a-pair like=lifts-the-other
# -         self.value = value
# -         self.slope = slope
# +         self.pair = value, slope
# -     __radd__ = __add__
# -     __rmul__ = __mul__
# +     __radd__, __rmul__ = __add__, __mul__


# %% wrong only-ints-are-numbers like=lifts-the-other
# -         return other if isinstance(other, Dual) else Dual(other, 0.0)
# +         return Dual(other, 0.0) if isinstance(other, int) else other


# %% wrong mutant-a-difference-in-place like=lifts-the-other
# -         return self + -self.lift(other)
# +         other = self.lift(other)
# +         self.value -= other.value
# +         self.slope -= other.slope
# +         return self


# %% wrong power-by-dividing like=lifts-the-other
# -         return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)
# +         return Dual(self.value**n, n * self.value**n / self.value * self.slope)


# %% wrong zero-times-a-dual-is-zero like=lifts-the-other
# -         return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)
# +         if other.value == 0 and other.slope == 0:
# +             return 0
# +         return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)


# %% wrong zero-over-a-dual-is-zero like=lifts-the-other
# -         return Dual(other, 0.0) / self
# +         return 0 if other == 0 else Dual(other, 0.0) / self


# %% wrong a-difference-without-slope-is-a-number like=lifts-the-other
# -         return self + -self.lift(other)
# +         found = self + -self.lift(other)
# +         return found if found.slope else found.value


# %% wrong a-sum-without-slope-is-a-number like=lifts-the-other
# -         return Dual(self.value + other.value, self.slope + other.slope)
# +         found = Dual(self.value + other.value, self.slope + other.slope)
# +         return found if found.slope else found.value


# %% wrong a-quotient-without-slope-is-a-number like=lifts-the-other
# -         return Dual(self.value / other.value, slope)
# +         return Dual(self.value / other.value, slope) if slope else self.value / other.value


# %% wrong another-quotient like=lifts-the-other
# -         slope = (self.slope * other.value - self.value * other.slope) / other.value**2
# +         slope = (self.slope + other.slope) / other.value


# %% exempt lifts-the-other
# call-dropped: return self + -self.lift(other) -> return self + -other
#     the sum makes a Dual of a plain number


# %% exempt by-inverse
# arithmetic: return self * -1... -> return self / -1...
# arithmetic: return self + other * -1 -> return self + other / -1
#     what is divided by -1 is multiplied by it
# condition: return self * (other.inverse() if ... -> return self * (other.inverse() if False else 1 / other)
#     for a Dual 1 / other is the inverse, too, by `__rtruediv__`
# call-dropped: result = Dual(1.0) -> result = 1.0
#     n is 1 or more, and 1.0 times a Dual is a Dual


# %% exempt one-chain-rule
# ...: return self.combine(other, b - self.value, -1, 1) -> return self.combine(other, b - self.value, -1, ...
# ...1 / self.value) -> return self.combine(other, b / self.value, -b / self.value ** 2, ...
#     on the left stands a plain number: its slope, 0, may be multiplied by anything
# constant: return self.combine(0, -self.value, -1, 0) -> ...(0, -self.value, -1, ...
# constant: ...self.value ** n, ...0) -> ...(0, self.value ** n, n * self.value ** (n - 1), ...
# constant: ...math.exp(self.value), 0) -> ...(0, math.exp(self.value), math.exp(self.value), ...
#     there is no other number here: its slope, 0, may be multiplied by anything
# constant: return self.combine(0, ... -> return self.combine(1, ...
# constant: return self.combine(0, ... -> return self.combine(-1, ...
#     there is no other number here: any will do


# %% exempt matrices
# constant: ...[0, 1]) -> ...[0, -1])
#     the second of two columns is the last
# operands-swapped: ... @ ... -> ... @ ...
#     these matrices commute


# %% exempt slots
# statement-dropped: __slots__ = ('slope', 'value') -> ...
#     a dictionary holds the attributes, too
