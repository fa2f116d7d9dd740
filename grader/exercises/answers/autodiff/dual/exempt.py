# %% autodiff/dual exempt lifts-the-other
# call-dropped: return self + -self.lift(other) -> return self + -other
#     the sum makes a Dual of a plain number

# %% autodiff/dual exempt by-inverse
# arithmetic: return self * -1... -> return self / -1...
# arithmetic: return self + other * -1 -> return self + other / -1
#     what is divided by -1 is multiplied by it
# condition: return self * (other.inverse() if ... -> return self * (other.inverse() if False else 1 / other)
#     for a Dual 1 / other is the inverse, too, by `__rtruediv__`
# call-dropped: result = Dual(1.0) -> result = 1.0
#     n is 1 or more, and 1.0 times a Dual is a Dual

# %% autodiff/dual exempt one-chain-rule
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

# %% autodiff/dual exempt matrices
# constant: ...[0, 1]) -> ...[0, -1])
#     the second of two columns is the last
# operands-swapped: ... @ ... -> ... @ ...
#     these matrices commute

# %% autodiff/dual exempt slots
# statement-dropped: __slots__ = ('slope', 'value') -> ...
#     a dictionary holds the attributes, too
# call-dropped: return self + -dual(other) -> return self + -other
#     the sum makes a Dual of a plain number
# call-dropped: return self * dual(other) ** (-1) -> return self * other ** (-1)
#     a plain number to the power -1 is its inverse, and the product makes a Dual of it
