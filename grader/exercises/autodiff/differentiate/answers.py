# %% right two-helpers
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


# %% right simplify-afterwards
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


# %% right match
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


# %% right asks-what-is-constant
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


# %% right true-is-one
def differentiate(formula, name):
    def plus(a, b):
        return a if b == 0 else b if a == 0 else ["+", a, b]

    def times(a, b):
        return 0 if 0 in (a, b) else a if b == 1 else b if a == 1 else ["*", a, b]

    if not isinstance(formula, list):
        return formula == name
    kind, *parts = formula
    if kind == "exp":
        return times(formula, differentiate(parts[0], name))
    a, b = parts
    da, db = differentiate(a, name), differentiate(b, name)
    return plus(da, db) if kind == "+" else plus(times(da, b), times(a, db))


# %% wrong product-of-slopes mistake=product-of-slopes like=two-helpers
# says: the derivative of a product is not the product of the derivatives: it is a'·b + a·b'.
# -         return plus(times(differentiate(a, name), b), times(a, differentiate(b, name)))
# +         return times(differentiate(a, name), differentiate(b, name))


# %% wrong exp-stays mistake=forgets-the-chain-rule like=true-is-one
# says: the derivative of exp(a) is exp(a) times the derivative of a: you forgot the second factor.
# -         return formula == name
# +         return int(formula == name)
# -         return times(formula, differentiate(parts[0], name))
# +         return formula


# %% wrong exp-of-the-slope mistake=exp-of-the-derivative like=two-helpers
# says: in the rule for exp, the second factor is a', not exp(a'): exp(a)' = exp(a)·a'.
# -     return times(formula, differentiate(formula[1], name))
# +     return times(["exp", differentiate(formula[1], name)], formula)


# %% wrong any-name mistake=every-name-is-the-variable like=true-is-one
# says: you give every name the derivative 1. Only the name with respect to which you differentiate has
#     slope 1: for x, the slope of y is 0.
# -     if not isinstance(formula, list):
# -         return formula == name
# +     if isinstance(formula, str):
# +         return 1
# +     if not isinstance(formula, list):
# +         return 0


# %% wrong only-x mistake=always-with-respect-to-x like=true-is-one
# says: you always differentiate with respect to x. Compare each name with `name`: with respect to y, the
#     slope of y is 1, and that of x is 0.
# -         return formula == name
# +         return 1 if formula == "x" else 0


# %% wrong numbers-as-they-are mistake=numbers-stay like=true-is-one
# says: you leave numbers as they are. A number never changes, so its derivative is 0.
# -     if not isinstance(formula, list):
# -         return formula == name
# +     if isinstance(formula, str):
# +         return 1 if formula == name else 0
# +     if not isinstance(formula, list):
# +         return formula


# %% wrong by-the-book mistake=does-not-simplify
# says: your derivatives are right, but they keep every `+ 0`, `* 1` and `* 0`. Whenever you write a sum or
#     a product, drop `+ 0` and `* 1`, and write 0 for a product with 0. No other simplification is
#     needed.
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


# %% wrong exp-of-the-slope-alone like=true-is-one
# -         return formula == name
# +         return int(formula == name)
# -         return times(formula, differentiate(parts[0], name))
# +         slope = differentiate(parts[0], name)
# +         return times(["exp", slope], slope)


# %% wrong leaves-out-zeros-only like=true-is-one
# -         return 0 if 0 in (a, b) else a if b == 1 else b if a == 1 else ["*", a, b]
# +         return 0 if 0 in (a, b) else ["*", a, b]
# -         return formula == name
# +         return int(formula == name)


# %% wrong a-product-for-each-occurrence
def differentiate(formula, name):
    terms = []

    def walk(node, factors):
        if isinstance(node, list):
            if node[0] == "+":
                walk(node[1], factors)
                walk(node[2], factors)
            elif node[0] == "*":
                walk(node[1], [*factors, node[2]])
                walk(node[2], [*factors, node[1]])
            else:
                walk(node[1], [*factors, node])
        elif node == name:
            terms.append(factors)

    walk(formula, [])
    total = 0
    for factors in terms:
        if any(factor == 0 for factor in factors):
            continue
        product = 1
        for factor in factors:
            if factor != 1:
                product = factor if product == 1 else ["*", product, factor]
        total = product if total == 0 else ["+", total, product]
    return total


# %% wrong a-text
def differentiate(formula, name):
    return f"d({formula})/d{name}"


# %% wrong another-operation like=two-helpers
# -         return plus(times(differentiate(a, name), b), times(a, differentiate(b, name)))
# +         return ["product-rule", a, b]


# %% wrong no-rule-for-floats like=true-is-one
# -     if not isinstance(formula, list):
# -         return formula == name
# +     if isinstance(formula, int):
# +         return 0
# +     if isinstance(formula, str):
# +         return int(formula == name)


# %% exempt *
# arguments-swapped: ...plus(...
# arguments-swapped: ...times(...
# arguments-swapped: ...product(...
#     sums and products may be written in either order
# constant: ...formula[1]... -> ...formula[-1]...
# constant: ...parts[0]... -> ...parts[-1]...
# constant: ...terms[0]... -> ...terms[-1]...
#     there is only one
# constant: ...part[1:]... -> ...part[0:]...
#     the kind is no name: "+", "*" or "exp"
# operands-swapped: ...parts[1 - i]... -> ...parts[i - 1]...
# constant: ...parts[1 - i]... -> ...parts[-1 - i]...
#     the same two places, counted from the end
# condition: elif kind == 'exp': -> elif True:
#     the third of three kinds
# condition: return b if a == 1 else a if b == 1 else... -> return b if a == 1 else a if False else...
# constant: return b if a == 1 else a if b == 1 else... -> return b if a == 1 else a if b == ... else...
#     here b is a part of the formula, and a 1 in the formula need not be left out
# remembers-results
# changes-its-input
#     the derivative of the same formula is always the same; who keeps the formula is not said
