"""Right and wrong answers to the exercises of chapter 05, as students write them.

Data, not a module to import: `grader.exercises.answers.answers("05-autodiff")` reads the blocks.
"""

# -------------------------------------------------------------------------------------- central


# %% autodiff/central right two-copies
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead, back = list(point), list(point)
        ahead[i] += h
        back[i] -= h
        slopes.append((f(ahead) - f(back)) / (2 * h))
    return slopes


# %% autodiff/central right numpy-rows
def central(f, point, h):
    point = np.array(point)
    return [(f(point + row) - f(point - row)) / (2 * h) for row in h * np.eye(len(point))]


# %% autodiff/central right moves-and-puts-back
def central(f, point, h):
    found = []
    for i, x in enumerate(point):
        point[i] = x + h
        ahead = f(point)
        point[i] = x - h
        back = f(point)
        point[i] = x
        found.append((ahead - back) / h / 2)
    return found


# %% autodiff/central right mean-of-both-sides
def central(f, point, h):
    def moved(i, by):
        return f([x + by * (i == j) for j, x in enumerate(point)])

    return [0.5 * (moved(i, h) / h - moved(i, -h) / h) for i in range(len(point))]


# %% autodiff/central right numpy-array
def central(f, point, h):
    slopes = np.zeros(len(point))
    for i in range(len(point)):
        step = np.zeros(len(point))
        step[i] = h
        slopes[i] = (f(np.add(point, step)) - f(np.subtract(point, step))) / (2 * h)
    return slopes


# %% autodiff/central wrong forward-difference misconception=one-sided
def central(f, point, h):
    start, slopes = f(point), []
    for i in range(len(point)):
        moved = list(point)
        moved[i] += h
        slopes.append((f(moved) - start) / h)
    return slopes


# %% autodiff/central wrong divides-by-h misconception=forgets-the-two
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead, back = list(point), list(point)
        ahead[i] += h
        back[i] -= h
        slopes.append((f(ahead) - f(back)) / h)
    return slopes


# %% autodiff/central wrong everything-moves misconception=moves-all-inputs
def central(f, point, h):
    ahead = [x + h for x in point]
    back = [x - h for x in point]
    slope = (f(ahead) - f(back)) / (2 * h)
    return [slope] * len(point)


# %% autodiff/central wrong stays-away misconception=does-not-go-back
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        point[i] += h
        ahead = f(point)
        point[i] -= 2 * h
        back = f(point)
        slopes.append((ahead - back) / (2 * h))
    return slopes


# %% autodiff/central wrong same-list-twice
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead = back = point
        ahead[i] += h
        back[i] -= h
        slopes.append((f(ahead) - f(back)) / (2 * h))
    return slopes


# %% autodiff/central wrong asks-too-often
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead, back = list(point), list(point)
        ahead[i] += h
        back[i] -= h
        f(point)
        slopes.append((f(ahead) - f(back)) / (2 * h))
    return slopes


# %% autodiff/central wrong only-the-first
def central(f, point, h):
    return [(f([point[0] + h, *point[1:]]) - f([point[0] - h, *point[1:]])) / (2 * h)]


# %% autodiff/central wrong back-minus-ahead
def central(f, point, h):
    point = np.array(point)
    return [(f(point - row) - f(point + row)) / (2 * h) for row in h * np.eye(len(point))]


# %% autodiff/central wrong a-generator
def central(f, point, h):
    point = np.array(point)
    return ((f(point + row) - f(point - row)) / (2 * h) for row in h * np.eye(len(point)))


# ------------------------------------------------------------------------------------ best-step


# %% autodiff/best-step right min-with-key
def best_step(f, x, slope, steps):
    return min(steps, key=lambda h: abs((f(x + h) - f(x)) / h - slope))


# %% autodiff/best-step right loop
def best_step(f, x, slope, steps):
    best, smallest = None, float("inf")
    for h in steps:
        error = abs((f(x + h) - f(x)) / h - slope)
        if error < smallest:
            best, smallest = h, error
    return best


# %% autodiff/best-step right argmin
def best_step(f, x, slope, steps):
    errors = [abs((f(x + h) - f(x)) / h - slope) for h in steps]
    return steps[int(np.argmin(errors))]


# %% autodiff/best-step right numpy-all-at-once
def best_step(f, x, slope, steps):
    steps = np.array(steps)
    return steps[np.argmin(np.abs((f(x + steps) - f(x)) / steps - slope))]


# %% autodiff/best-step right squares-sorted
def best_step(f, x, slope, steps):
    here = f(x)
    return (
        sorted(((f(x + h) - here) / h - slope, h) for h in steps)
        and min((((f(x + h) - here) / h - slope) ** 2, h) for h in steps)[1]
    )


# %% autodiff/best-step right relative-error
def best_step(f, x, slope, steps):
    return min(steps, key=lambda h: abs((f(x + h) - f(x)) / h / slope - 1))


# %% autodiff/best-step wrong smallest misconception=the-smallest-step
def best_step(f, x, slope, steps):
    return min(steps)


# %% autodiff/best-step wrong largest misconception=the-largest-step
def best_step(f, x, slope, steps):
    return max(steps)


# %% autodiff/best-step wrong no-abs misconception=signed-error
def best_step(f, x, slope, steps):
    return min(steps, key=lambda h: (f(x + h) - f(x)) / h - slope)


# %% autodiff/best-step wrong the-error-itself
def best_step(f, x, slope, steps):
    return min(abs((f(x + h) - f(x)) / h - slope) for h in steps)


# %% autodiff/best-step wrong its-number
def best_step(f, x, slope, steps):
    errors = [abs((f(x + h) - f(x)) / h - slope) for h in steps]
    return errors.index(min(errors))


# %% autodiff/best-step wrong always-the-root-of-epsilon
def best_step(f, x, slope, steps):
    return 1e-8


# -------------------------------------------------------------------------------- differentiate


# %% autodiff/differentiate right two-helpers
def plus(a, b):
    if a == 0:
        return b
    if b == 0:
        return a
    return ["+", a, b]


def times(a, b):
    if a == 0 or b == 0:
        return 0
    if a == 1:
        return b
    if b == 1:
        return a
    return ["*", a, b]


def differentiate(formula, name):
    if isinstance(formula, str):
        return 1 if formula == name else 0
    if isinstance(formula, (int, float)):
        return 0
    kind = formula[0]
    if kind == "+":
        return plus(differentiate(formula[1], name), differentiate(formula[2], name))
    if kind == "*":
        _, a, b = formula
        return plus(times(differentiate(a, name), b), times(a, differentiate(b, name)))
    return times(formula, differentiate(formula[1], name))


# %% autodiff/differentiate right simplify-afterwards
def simplify(formula):
    if not isinstance(formula, list):
        return formula
    kind, *parts = formula
    parts = [simplify(part) for part in parts]
    if kind == "+":
        parts = [part for part in parts if part != 0] or [0]
    elif kind == "*":
        parts = [0] if 0 in parts else [part for part in parts if part != 1] or [1]
    elif kind == "exp":
        return [kind, *parts]
    return parts[0] if len(parts) == 1 else [kind, *parts]


def differentiate(formula, name):
    def slope(formula):
        if formula == name:
            return 1
        if not isinstance(formula, list):
            return 0
        if formula[0] == "+":
            return ["+", slope(formula[1]), slope(formula[2])]
        if formula[0] == "*":
            return [
                "+",
                ["*", slope(formula[1]), formula[2]],
                ["*", formula[1], slope(formula[2])],
            ]
        return ["*", formula, slope(formula[1])]

    return simplify(slope(formula))


# %% autodiff/differentiate right match
def differentiate(formula, name):
    match formula:
        case str():
            return float(formula == name)
        case ["+", a, b]:
            terms = [t for t in (differentiate(a, name), differentiate(b, name)) if t != 0]
            return ["+", *terms] if len(terms) == 2 else terms[0] if terms else 0
        case ["*", a, b]:
            terms = []
            for factor, slope in ((b, differentiate(a, name)), (a, differentiate(b, name))):
                if slope == 1:
                    terms.append(factor)
                elif slope != 0:
                    terms.append(("*", factor, slope))
            return ("+", *terms) if len(terms) == 2 else terms[0] if terms else 0
        case ["exp", a]:
            slope = differentiate(a, name)
            return 0 if slope == 0 else formula if slope == 1 else ["*", slope, formula]
        case _:
            return 0


# %% autodiff/differentiate right asks-what-is-constant
def differentiate(formula, name):
    def mentions(part):
        return part == name or (isinstance(part, list) and any(map(mentions, part[1:])))

    def product(a, b):
        return b if a == 1 else a if b == 1 else ["*", a, b]

    if not mentions(formula):
        return 0
    if formula == name:
        return 1
    kind, *parts = formula
    if kind == "exp":
        return product(differentiate(parts[0], name), formula)
    terms = []
    for i in range(2):
        if mentions(parts[i]):
            slope = differentiate(parts[i], name)
            terms.append(slope if kind == "+" else product(slope, parts[1 - i]))
    return terms[0] if len(terms) == 1 else ["+", *terms]


# %% autodiff/differentiate right table-of-rules
def differentiate(formula, name):
    def plus(a, b):
        return a if b == 0 else b if a == 0 else ["+", a, b]

    def times(a, b):
        return 0 if 0 in (a, b) else a if b == 1 else b if a == 1 else ["*", a, b]

    rules = {
        "+": lambda a, b: plus(slope(a), slope(b)),
        "*": lambda a, b: plus(times(a, slope(b)), times(slope(a), b)),
        "exp": lambda a: times(["exp", a], slope(a)),
    }

    def slope(part):
        if isinstance(part, list):
            return rules[part[0]](*part[1:])
        return int(part == name)

    return slope(formula)


# %% autodiff/differentiate wrong product-of-slopes misconception=product-of-slopes
def differentiate(formula, name):
    def plus(a, b):
        return a if b == 0 else b if a == 0 else ["+", a, b]

    def times(a, b):
        return 0 if 0 in (a, b) else a if b == 1 else b if a == 1 else ["*", a, b]

    if not isinstance(formula, list):
        return int(formula == name)
    if formula[0] == "exp":
        return times(formula, differentiate(formula[1], name))
    a, b = (differentiate(part, name) for part in formula[1:])
    return plus(a, b) if formula[0] == "+" else times(a, b)


# %% autodiff/differentiate wrong exp-stays misconception=forgets-the-chain-rule
def differentiate(formula, name):
    def plus(a, b):
        return a if b == 0 else b if a == 0 else ["+", a, b]

    def times(a, b):
        return 0 if 0 in (a, b) else a if b == 1 else b if a == 1 else ["*", a, b]

    if not isinstance(formula, list):
        return int(formula == name)
    kind, *parts = formula
    if kind == "exp":
        return formula
    a, b = parts
    da, db = differentiate(a, name), differentiate(b, name)
    return plus(da, db) if kind == "+" else plus(times(da, b), times(a, db))


# %% autodiff/differentiate wrong any-name misconception=every-name-is-the-variable
def differentiate(formula, name):
    def plus(a, b):
        return a if b == 0 else b if a == 0 else ["+", a, b]

    def times(a, b):
        return 0 if 0 in (a, b) else a if b == 1 else b if a == 1 else ["*", a, b]

    if isinstance(formula, str):
        return 1
    if not isinstance(formula, list):
        return 0
    kind, *parts = formula
    if kind == "exp":
        return times(formula, differentiate(parts[0], name))
    a, b = parts
    da, db = differentiate(a, name), differentiate(b, name)
    return plus(da, db) if kind == "+" else plus(times(da, b), times(a, db))


# %% autodiff/differentiate wrong numbers-as-they-are misconception=numbers-stay
def differentiate(formula, name):
    def plus(a, b):
        return a if b == 0 else b if a == 0 else ["+", a, b]

    def times(a, b):
        return 0 if 0 in (a, b) else a if b == 1 else b if a == 1 else ["*", a, b]

    if isinstance(formula, str):
        return 1 if formula == name else 0
    if not isinstance(formula, list):
        return formula
    kind, *parts = formula
    if kind == "exp":
        return times(formula, differentiate(parts[0], name))
    a, b = parts
    da, db = differentiate(a, name), differentiate(b, name)
    return plus(da, db) if kind == "+" else plus(times(da, b), times(a, db))


# %% autodiff/differentiate wrong by-the-book misconception=does-not-simplify
def differentiate(formula, name):
    if isinstance(formula, str):
        return 1 if formula == name else 0
    if not isinstance(formula, list):
        return 0
    kind, *parts = formula
    if kind == "exp":
        return ["*", formula, differentiate(parts[0], name)]
    a, b = parts
    da, db = differentiate(a, name), differentiate(b, name)
    return ["+", da, db] if kind == "+" else ["+", ["*", da, b], ["*", a, db]]


# %% autodiff/differentiate wrong leaves-out-zeros-only
def differentiate(formula, name):
    def plus(a, b):
        return a if b == 0 else b if a == 0 else ["+", a, b]

    def times(a, b):
        return 0 if 0 in (a, b) else ["*", a, b]

    if not isinstance(formula, list):
        return int(formula == name)
    kind, *parts = formula
    if kind == "exp":
        return times(formula, differentiate(parts[0], name))
    a, b = parts
    da, db = differentiate(a, name), differentiate(b, name)
    return plus(da, db) if kind == "+" else plus(times(da, b), times(a, db))


# %% autodiff/differentiate wrong a-text
def differentiate(formula, name):
    return f"d({formula})/d{name}"


# %% autodiff/differentiate wrong another-operation
def differentiate(formula, name):
    if not isinstance(formula, list):
        return int(formula == name)
    kind, *parts = formula
    if kind == "exp":
        return ["*", formula, differentiate(parts[0], name)]
    a, b = parts
    da, db = differentiate(a, name), differentiate(b, name)
    return ["+", da, db] if kind == "+" else ["product-rule", a, b, da, db]


# ----------------------------------------------------------------------------------------- dual


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


# %% autodiff/dual wrong changes-itself
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


# ------------------------------------------------------------------------------------- backward


# %% autodiff/backward right visit-and-sweep
def backward(nodes, output):
    order, values = [], {}

    def visit(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        if kind == "input":
            values[name] = parts[0]
        else:
            for part in parts:
                visit(part)
            numbers = [values[part] for part in parts]
            if kind == "add":
                values[name] = numbers[0] + numbers[1]
            elif kind == "multiply":
                values[name] = numbers[0] * numbers[1]
            else:
                values[name] = np.sin(numbers[0])
        order.append(name)

    visit(output)
    slopes = {name: 0.0 for name in nodes}
    slopes[output] = 1.0
    for name in reversed(order):
        kind, *parts = nodes[name]
        slope = slopes[name]
        if kind == "add":
            slopes[parts[0]] += slope
            slopes[parts[1]] += slope
        elif kind == "multiply":
            slopes[parts[0]] += slope * values[parts[1]]
            slopes[parts[1]] += slope * values[parts[0]]
        elif kind == "sin":
            slopes[parts[0]] += slope * np.cos(values[parts[0]])
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward right counts-the-users
def backward(nodes, output):
    import math

    inputs = {name for name in nodes if nodes[name][0] == "input"}
    values = {name: nodes[name][1] for name in inputs}
    while len(values) < len(nodes):
        for name, (kind, *parts) in nodes.items():
            if name not in values and all(part in values for part in parts):
                numbers = [values[part] for part in parts]
                if kind == "sin":
                    values[name] = math.sin(*numbers)
                else:
                    values[name] = sum(numbers) if kind == "add" else math.prod(numbers)
    users = {name: 0 for name in nodes}
    for name, (kind, *parts) in nodes.items():
        if name not in inputs:
            for part in parts:
                users[part] += 1
    slopes = {name: 0.0 for name in nodes}
    slopes[output] = 1.0
    ready = [name for name in nodes if users[name] == 0]
    while ready:
        name = ready.pop()
        if name in inputs:
            continue
        kind, *parts = nodes[name]
        if kind == "multiply":
            local = [values[parts[1]], values[parts[0]]]
        elif kind == "sin":
            local = [math.cos(values[parts[0]])]
        else:
            local = [1, 1]
        for part, factor in zip(parts, local):
            slopes[part] += slopes[name] * factor
            users[part] -= 1
            if users[part] == 0:
                ready.append(part)
    return {name: slopes[name] for name in inputs}


# %% autodiff/backward right asks-the-users
def backward(nodes, output):
    from functools import cache

    @cache
    def value(name):
        kind, *parts = nodes[name]
        if kind == "input":
            return parts[0]
        if kind == "sin":
            return np.sin(value(parts[0]))
        a, b = parts
        return value(a) + value(b) if kind == "add" else value(a) * value(b)

    @cache
    def slope(name):
        total = 1.0 if name == output else 0.0
        for user, (kind, *parts) in nodes.items():
            for place, part in enumerate(parts):
                if part != name or kind == "input":
                    continue
                if kind == "add":
                    total += slope(user)
                elif kind == "sin":
                    total += slope(user) * np.cos(value(name))
                else:
                    total += slope(user) * value(parts[1 - place])
        return total

    return {name: float(slope(name)) for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward right tape-of-closures
def backward(nodes, output):
    values, slopes, tape = {}, dict.fromkeys(nodes, 0.0), []

    def record(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        if kind == "input":
            values[name] = parts[0]
            return
        for part in parts:
            record(part)
        a, b = parts[0], parts[-1]
        if kind == "add":
            values[name] = values[a] + values[b]
            tape.append((name, [(a, 1.0), (b, 1.0)]))
        elif kind == "multiply":
            values[name] = values[a] * values[b]
            tape.append((name, [(a, values[b]), (b, values[a])]))
        else:
            values[name] = np.sin(values[a])
            tape.append((name, [(a, np.cos(values[a]))]))

    record(output)
    slopes[output] = 1.0
    for name, entries in tape[::-1]:
        for part, factor in entries:
            slopes[part] += factor * slopes[name]
    return {name: slopes[name] for name, node in nodes.items() if node[0] == "input"}


# %% autodiff/backward right forward-mode-in-disguise
def backward(nodes, output):
    from functools import cache

    inputs = [name for name in nodes if nodes[name][0] == "input"]

    @cache
    def dual(name):
        kind, *parts = nodes[name]
        if kind == "input":
            return parts[0], np.array([1.0 * (name == other) for other in inputs])
        if kind == "sin":
            value, slope = dual(parts[0])
            return np.sin(value), np.cos(value) * slope
        (a, da), (b, db) = map(dual, parts)
        return (a + b, da + db) if kind == "add" else (a * b, da * b + a * db)

    return dict(zip(inputs, dual(output)[1]))


# %% autodiff/backward right lets-tensorflow-do-it
def backward(nodes, output):
    tensors = {}

    def tensor(name):
        if name not in tensors:
            kind, *parts = nodes[name]
            if kind == "input":
                tensors[name] = tf.constant(parts[0], tf.float64)
            else:
                make = {"add": tf.add, "multiply": tf.multiply, "sin": tf.sin}[kind]
                tensors[name] = make(*[tensor(part) for part in parts])
        return tensors[name]

    y = tensor(output)
    inputs = [name for name in nodes if nodes[name][0] == "input"]
    slopes = tf.gradients(y, [tensor(name) for name in inputs], unconnected_gradients="zero")
    with tf.Session() as session:
        return dict(zip(inputs, session.run(slopes)))


# %% autodiff/backward wrong overwrites-slopes misconception=overwrites
def backward(nodes, output):
    order, values = [], {}

    def visit(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        for part in parts if kind != "input" else []:
            visit(part)
        if kind == "input":
            values[name] = parts[0]
        elif kind == "sin":
            values[name] = np.sin(values[parts[0]])
        elif kind == "add":
            values[name] = values[parts[0]] + values[parts[1]]
        else:
            values[name] = values[parts[0]] * values[parts[1]]
        order.append(name)

    visit(output)
    slopes = {output: 1.0}
    for name in reversed(order):
        if name not in slopes:
            continue
        kind, *parts = nodes[name]
        if kind == "add":
            slopes[parts[0]] = slopes[name]
            slopes[parts[1]] = slopes[name]
        elif kind == "multiply":
            slopes[parts[0]] = slopes[name] * values[parts[1]]
            slopes[parts[1]] = slopes[name] * values[parts[0]]
        elif kind == "sin":
            slopes[parts[0]] = slopes[name] * np.cos(values[parts[0]])
    return {name: slopes.get(name, 0.0) for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward wrong breadth-first misconception=goes-on-too-early
def backward(nodes, output):
    order, values = [], {}

    def visit(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        for part in parts if kind != "input" else []:
            visit(part)
        if kind == "input":
            values[name] = parts[0]
        elif kind == "sin":
            values[name] = np.sin(values[parts[0]])
        elif kind == "add":
            values[name] = values[parts[0]] + values[parts[1]]
        else:
            values[name] = values[parts[0]] * values[parts[1]]
        order.append(name)

    for name in nodes:
        visit(name)
    slopes = {name: 0.0 for name in nodes}
    slopes[output] = 1.0
    queue = [output]
    for name in queue:
        if nodes[name][0] != "input":
            for part in nodes[name][1:]:
                if part not in queue:
                    queue.append(part)
        kind, *parts = nodes[name]
        if kind == "add":
            slopes[parts[0]] += slopes[name]
            slopes[parts[1]] += slopes[name]
        elif kind == "multiply":
            slopes[parts[0]] += slopes[name] * values[parts[1]]
            slopes[parts[1]] += slopes[name] * values[parts[0]]
        elif kind == "sin":
            slopes[parts[0]] += slopes[name] * np.cos(values[parts[0]])
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward wrong same-value misconception=its-own-value
def backward(nodes, output):
    order, values = [], {}

    def visit(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        for part in parts if kind != "input" else []:
            visit(part)
        if kind == "input":
            values[name] = parts[0]
        elif kind == "sin":
            values[name] = np.sin(values[parts[0]])
        elif kind == "add":
            values[name] = values[parts[0]] + values[parts[1]]
        else:
            values[name] = values[parts[0]] * values[parts[1]]
        order.append(name)

    for name in nodes:
        visit(name)
    slopes = {name: 0.0 for name in nodes}
    slopes[output] = 1.0
    for name in reversed(order):
        kind, *parts = nodes[name]
        if kind == "add":
            slopes[parts[0]] += slopes[name]
            slopes[parts[1]] += slopes[name]
        elif kind == "multiply":
            slopes[parts[0]] += slopes[name] * values[parts[0]]
            slopes[parts[1]] += slopes[name] * values[parts[1]]
        elif kind == "sin":
            slopes[parts[0]] += slopes[name] * np.cos(values[parts[0]])
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward wrong a-dict-of-parts misconception=twice-in-one-node-counts-once
def backward(nodes, output):
    order, values = [], {}

    def visit(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        for part in parts if kind != "input" else []:
            visit(part)
        if kind == "input":
            values[name] = parts[0]
        elif kind == "sin":
            values[name] = np.sin(values[parts[0]])
        elif kind == "add":
            values[name] = values[parts[0]] + values[parts[1]]
        else:
            values[name] = values[parts[0]] * values[parts[1]]
        order.append(name)

    for name in nodes:
        visit(name)
    slopes = {name: 0.0 for name in nodes}
    slopes[output] = 1.0
    for name in reversed(order):
        kind, *parts = nodes[name]
        local = {}
        if kind == "add":
            local = {parts[0]: 1.0, parts[1]: 1.0}
        elif kind == "multiply":
            local = {parts[0]: values[parts[1]], parts[1]: values[parts[0]]}
        elif kind == "sin":
            local = {parts[0]: np.cos(values[parts[0]])}
        for part, factor in local.items():
            slopes[part] += slopes[name] * factor
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward wrong only-what-is-reached misconception=leaves-out-unconnected-inputs
def backward(nodes, output):
    order, values = [], {}

    def visit(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        for part in parts if kind != "input" else []:
            visit(part)
        if kind == "input":
            values[name] = parts[0]
        elif kind == "sin":
            values[name] = np.sin(values[parts[0]])
        elif kind == "add":
            values[name] = values[parts[0]] + values[parts[1]]
        else:
            values[name] = values[parts[0]] * values[parts[1]]
        order.append(name)

    visit(output)
    slopes = {name: 0.0 for name in nodes}
    slopes[output] = 1.0
    for name in reversed(order):
        kind, *parts = nodes[name]
        if kind == "add":
            slopes[parts[0]] += slopes[name]
            slopes[parts[1]] += slopes[name]
        elif kind == "multiply":
            slopes[parts[0]] += slopes[name] * values[parts[1]]
            slopes[parts[1]] += slopes[name] * values[parts[0]]
        elif kind == "sin":
            slopes[parts[0]] += slopes[name] * np.cos(values[parts[0]])
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input" and name in order}


# %% autodiff/backward wrong all-nodes
def backward(nodes, output):
    order, values = [], {}

    def visit(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        for part in parts if kind != "input" else []:
            visit(part)
        if kind == "input":
            values[name] = parts[0]
        elif kind == "sin":
            values[name] = np.sin(values[parts[0]])
        elif kind == "add":
            values[name] = values[parts[0]] + values[parts[1]]
        else:
            values[name] = values[parts[0]] * values[parts[1]]
        order.append(name)

    for name in nodes:
        visit(name)
    slopes = {name: 0.0 for name in nodes}
    slopes[output] = 1.0
    for name in reversed(order):
        kind, *parts = nodes[name]
        if kind == "add":
            slopes[parts[0]] += slopes[name]
            slopes[parts[1]] += slopes[name]
        elif kind == "multiply":
            slopes[parts[0]] += slopes[name] * values[parts[1]]
            slopes[parts[1]] += slopes[name] * values[parts[0]]
        elif kind == "sin":
            slopes[parts[0]] += slopes[name] * np.cos(values[parts[0]])
    return slopes


# %% autodiff/backward wrong a-list
def backward(nodes, output):
    order, values = [], {}

    def visit(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        for part in parts if kind != "input" else []:
            visit(part)
        if kind == "input":
            values[name] = parts[0]
        elif kind == "sin":
            values[name] = np.sin(values[parts[0]])
        elif kind == "add":
            values[name] = values[parts[0]] + values[parts[1]]
        else:
            values[name] = values[parts[0]] * values[parts[1]]
        order.append(name)

    for name in nodes:
        visit(name)
    slopes = {name: 0.0 for name in nodes}
    slopes[output] = 1.0
    for name in reversed(order):
        kind, *parts = nodes[name]
        if kind == "add":
            slopes[parts[0]] += slopes[name]
            slopes[parts[1]] += slopes[name]
        elif kind == "multiply":
            slopes[parts[0]] += slopes[name] * values[parts[1]]
            slopes[parts[1]] += slopes[name] * values[parts[0]]
        elif kind == "sin":
            slopes[parts[0]] += slopes[name] * np.cos(values[parts[0]])
    return [slopes[name] for name in nodes if nodes[name][0] == "input"]


# %% autodiff/backward wrong sine-of-sine
def backward(nodes, output):
    order, values = [], {}

    def visit(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        for part in parts if kind != "input" else []:
            visit(part)
        if kind == "input":
            values[name] = parts[0]
        elif kind == "sin":
            values[name] = np.sin(values[parts[0]])
        elif kind == "add":
            values[name] = values[parts[0]] + values[parts[1]]
        else:
            values[name] = values[parts[0]] * values[parts[1]]
        order.append(name)

    for name in nodes:
        visit(name)
    slopes = {name: 0.0 for name in nodes}
    slopes[output] = 1.0
    for name in reversed(order):
        kind, *parts = nodes[name]
        if kind == "add":
            slopes[parts[0]] += slopes[name]
            slopes[parts[1]] += slopes[name]
        elif kind == "multiply":
            slopes[parts[0]] += slopes[name] * values[parts[1]]
            slopes[parts[1]] += slopes[name] * values[parts[0]]
        elif kind == "sin":
            slopes[parts[0]] += slopes[name] * np.sin(values[parts[0]])
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward wrong order-of-the-dictionary
def backward(nodes, output):
    order, values = [], {}

    def visit(name):
        if name in values:
            return
        kind, *parts = nodes[name]
        for part in parts if kind != "input" else []:
            visit(part)
        if kind == "input":
            values[name] = parts[0]
        elif kind == "sin":
            values[name] = np.sin(values[parts[0]])
        elif kind == "add":
            values[name] = values[parts[0]] + values[parts[1]]
        else:
            values[name] = values[parts[0]] * values[parts[1]]
        order.append(name)

    for name in nodes:
        visit(name)
    slopes = {name: 0.0 for name in nodes}
    slopes[output] = 1.0
    for name in reversed(list(nodes)):
        kind, *parts = nodes[name]
        if kind == "add":
            slopes[parts[0]] += slopes[name]
            slopes[parts[1]] += slopes[name]
        elif kind == "multiply":
            slopes[parts[0]] += slopes[name] * values[parts[1]]
            slopes[parts[1]] += slopes[name] * values[parts[0]]
        elif kind == "sin":
            slopes[parts[0]] += slopes[name] * np.cos(values[parts[0]])
    return {name: slopes[name] for name in nodes if nodes[name][0] == "input"}


# %% autodiff/backward wrong every-path
def backward(nodes, output):
    from functools import cache

    @cache
    def value(name):
        kind, *parts = nodes[name]
        if kind == "input":
            return parts[0]
        if kind == "sin":
            return np.sin(value(parts[0]))
        a, b = parts
        return value(a) + value(b) if kind == "add" else value(a) * value(b)

    slopes = {name: 0.0 for name in nodes if nodes[name][0] == "input"}

    def follow(name, slope):
        kind, *parts = nodes[name]
        if kind == "input":
            slopes[name] += slope
        elif kind == "add":
            follow(parts[0], slope)
            follow(parts[1], slope)
        elif kind == "multiply":
            follow(parts[0], slope * value(parts[1]))
            follow(parts[1], slope * value(parts[0]))
        else:
            follow(parts[0], slope * np.cos(value(parts[0])))

    follow(output, 1.0)
    return slopes


# --------------------------------------------------------------------------------------- passes


# %% autodiff/passes right dictionary
def passes(inputs, outputs):
    return {
        "numeric": inputs + 1,
        "central": 2 * inputs,
        "symbolic": 0,
        "forward": inputs,
        "reverse": outputs + 1,
    }


# %% autodiff/passes right keywords
def passes(inputs, outputs):
    return dict(
        reverse=1 + outputs, forward=inputs, symbolic=0, central=inputs + inputs, numeric=1 + inputs
    )


# %% autodiff/passes right one-by-one
def passes(n, m):
    found = {}
    found["numeric"] = sum(1 for _ in range(n)) + 1
    found["central"] = n * 2
    found["symbolic"] = n - n
    found["forward"] = found["numeric"] - 1
    found["reverse"] = m + 1
    return found


# %% autodiff/passes right zipped
def passes(inputs, outputs):
    names = ["numeric", "central", "symbolic", "forward", "reverse"]
    return dict(zip(names, [inputs + 1, 2 * inputs, 0, inputs, outputs + 1]))


# %% autodiff/passes right numpy-integers
def passes(inputs, outputs):
    numbers = np.array([inputs + 1, 2 * inputs, 0, inputs, outputs + 1])
    return {
        name: numbers[i]
        for i, name in enumerate(["numeric", "central", "symbolic", "forward", "reverse"])
    }


# %% autodiff/passes wrong back-only misconception=forgets-the-way-forward
def passes(inputs, outputs):
    return {
        "numeric": inputs + 1,
        "central": 2 * inputs,
        "symbolic": 0,
        "forward": inputs,
        "reverse": outputs,
    }


# %% autodiff/passes wrong the-wrong-way-round misconception=swaps-inputs-and-outputs
def passes(inputs, outputs):
    return {
        "numeric": inputs + 1,
        "central": 2 * inputs,
        "symbolic": 0,
        "forward": outputs,
        "reverse": inputs + 1,
    }


# %% autodiff/passes wrong no-starting-point misconception=forgets-the-starting-point
def passes(inputs, outputs):
    return {
        "numeric": inputs,
        "central": 2 * inputs,
        "symbolic": 0,
        "forward": inputs,
        "reverse": outputs + 1,
    }


# %% autodiff/passes wrong symbolic-runs misconception=symbolic-runs-the-graph
def passes(inputs, outputs):
    return {
        "numeric": inputs + 1,
        "central": 2 * inputs,
        "symbolic": inputs,
        "forward": inputs,
        "reverse": outputs + 1,
    }


# %% autodiff/passes wrong each-output-alone misconception=one-output-at-a-time
def passes(inputs, outputs):
    return {
        "numeric": (inputs + 1) * outputs,
        "central": 2 * inputs,
        "symbolic": 0,
        "forward": inputs * outputs,
        "reverse": outputs + 1,
    }


# %% autodiff/passes wrong always-ten
def passes(inputs, outputs):
    return {
        "numeric": 11,
        "central": 20,
        "symbolic": 0,
        "forward": 10,
        "reverse": 2,
    }


# %% autodiff/passes wrong central-and-the-value
def passes(inputs, outputs):
    return {
        "numeric": inputs + 1,
        "central": 2 * inputs + 1,
        "symbolic": 0,
        "forward": inputs,
        "reverse": outputs + 1,
    }


# %% autodiff/passes wrong without-central
def passes(inputs, outputs):
    return {
        "numeric": inputs + 1,
        "symbolic": 0,
        "forward": inputs,
        "reverse": outputs + 1,
    }


# %% autodiff/passes wrong a-list
def passes(inputs, outputs):
    return [inputs + 1, 2 * inputs, 0, inputs, outputs + 1]


# -------------------------------------------------------------------------------------- hessian


# %% autodiff/hessian right unconnected-zero
def hessian(y, xs):
    first = tf.gradients(y, xs, unconnected_gradients="zero")
    return [tf.gradients(one, xs, unconnected_gradients="zero") for one in first]


# %% autodiff/hessian right zeros-like
def hessian(y, xs):
    rows = []
    for slope in tf.gradients(y, xs):
        found = [None] * len(xs) if slope is None else tf.gradients(slope, xs)
        rows.append([tf.zeros_like(x) if one is None else one for one, x in zip(found, xs)])
    return rows


# %% autodiff/hessian right plain-zeros
def hessian(y, xs):
    def slopes(t):
        return [0.0] * len(xs) if t is None else tf.gradients(t, xs)

    return [[0.0 if one is None else one for one in slopes(first)] for first in tf.gradients(y, xs)]


# %% autodiff/hessian right one-tensor
def hessian(y, xs):
    zero = {"unconnected_gradients": "zero"}
    return tf.stack([tf.stack(tf.gradients(g, xs, **zero)) for g in tf.gradients(y, xs, **zero)])


# %% autodiff/hessian right pair-by-pair
def hessian(y, xs):
    def slope(t, x):
        (found,) = tf.gradients([t], [x], unconnected_gradients=tf.UnconnectedGradients.ZERO)
        return found

    return tuple(tuple(slope(slope(y, a), b) for b in xs) for a in xs)


# %% autodiff/hessian wrong sums misconception=adds-up-the-rows
def hessian(y, xs):
    first = tf.gradients(y, xs, unconnected_gradients="zero")
    return tf.gradients(first, xs, unconnected_gradients="zero")


# %% autodiff/hessian wrong zeros-aside misconception=only-the-diagonal
def hessian(y, xs):
    zero = {"unconnected_gradients": "zero"}
    first = tf.gradients(y, xs, **zero)
    rows = [[tf.zeros([]) for _ in xs] for _ in xs]
    for i, (slope, x) in enumerate(zip(first, xs)):
        (rows[i][i],) = tf.gradients(slope, x, **zero)
    return rows


# %% autodiff/hessian wrong tf-hessians-of-each misconception=a-list-of-the-diagonal
def hessian(y, xs):
    zero = {"unconnected_gradients": "zero"}
    first = tf.gradients(y, xs, **zero)
    return [tf.gradients(slope, x, **zero)[0] for slope, x in zip(first, xs)]


# %% autodiff/hessian wrong products misconception=products-of-first-derivatives
def hessian(y, xs):
    first = tf.gradients(y, xs, unconnected_gradients="zero")
    return [[one * other for other in first] for one in first]


# %% autodiff/hessian wrong none-left misconception=leaves-none
def hessian(y, xs):
    first = tf.gradients(y, xs)
    return [[None] * len(xs) if one is None else tf.gradients(one, xs) for one in first]


# %% autodiff/hessian wrong only-first
def hessian(y, xs):
    return tf.gradients(y, xs, unconnected_gradients="zero")


# %% autodiff/hessian wrong gradient-of-none
def hessian(y, xs):
    return [tf.gradients(one, xs) for one in tf.gradients(y, xs)]


# %% autodiff/hessian wrong a-graph-of-its-own
def hessian(y, xs):
    with tf.Graph().as_default():
        return [[tf.constant(float(i == j)) for i, _ in enumerate(xs)] for j, _ in enumerate(xs)]


# %% autodiff/hessian wrong forgets-to-return
def hessian(y, xs):
    [tf.gradients(one, xs) for one in tf.gradients(y, xs) if one is not None]
