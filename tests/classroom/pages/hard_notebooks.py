"""Notebooks that are hard to make a page of: what each is called, and its cells."""

from __future__ import annotations

from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

ESC = "\x1b"


def _text(source):
    return lambda: [new_markdown_cell(source())]


def _code(source):
    return lambda: [new_code_cell(source())]


def _stream(text):
    return lambda: [new_code_cell("1", outputs=[new_output("stream", text=text())])]


def _shown(mime, value):
    def cells():
        data = {mime: value(), "text/plain": "shown"}
        return [new_code_cell("1", outputs=[new_output("display_data", data)])]

    return cells


def _trace(line):
    def cells():
        output = new_output("error", ename="E", evalue="", traceback=[line()])
        return [new_code_cell("1", outputs=[output])]

    return cells


def _nested(depth):
    value = 1
    for _ in range(depth):
        value = [value]
    return value


def _odd_image():
    data = {"image/png": "aGVsbG8=", "text/plain": "shown"}
    about = {"image/png": {"width": {"a": ["b"]}, "height": "1" * 1_000_000, "alt": [1]}}
    return [new_code_cell("1", outputs=[new_output("display_data", data, metadata=about)])]


def _attachments():
    cell = new_markdown_cell("![a](attachment:a.png)" * 20_000)
    cell.attachments = {"a.png": {"image/png": "A" * 10_000}}
    return [cell]


BURDENS = {
    # Each of these stopped a whole class.
    "100,000 lines of one blank": _text(lambda: "a\n" + " \n" * 100_000 + "b"),
    "100,000 lines of one blank in code": _code(lambda: "a\n" + " \n" * 100_000 + "b"),
    "200,000 blanks in a line": _text(lambda: "a" + " " * 200_000 + "b"),
    "nested brackets": _text(lambda: "[" * 50_000),
    "closed nested brackets": _text(lambda: "[" * 5_000 + "a" + "](b)" * 5_000),
    "7 MB of ANSI codes": _stream(lambda: f"{ESC}[31m{ESC}[1m" * 770_000),
    "3,000 formulas": _text(lambda: "$\\frac{a^{2}}{\\sqrt{b_{1}}}$ " * 3_000),
    "<img 250,000 times": _shown("text/html", lambda: "<img" * 250_000),
    "<img 250,000 times in Markdown": _text(lambda: "<img" * 250_000),
    # The same weak places from other sides.
    "<img with blanks": _shown("text/html", lambda: "<img" + " " * 500_000),
    "ANSI colours of 256": _trace(
        lambda: "".join(f"{ESC}[38;5;{n % 256}m" for n in range(500_000))
    ),
    "ANSI codes that do not end": _stream(lambda: f"{ESC}[" * 2_000_000),
    "ANSI numbers that do not end": _stream(lambda: f"{ESC}[" + "1;" * 2_000_000),
    "ANSI numbers that Python refuses": _stream(lambda: f"{ESC}[38;5;{'9' * 5_000}m"),
    "stars": _text(lambda: "**a *b " * 30_000),
    "underscores": _text(lambda: "_" * 200_000 + "a"),
    "backticks": _text(lambda: "".join("`" * n + "a" for n in range(1, 1_500))),
    "quotes in quotes": _text(lambda: ">" * 50_000 + "a"),
    "lists in lists": _text(lambda: "\n".join("  " * n + "- a" for n in range(2_000))),
    "links to be found": _text(
        lambda: "".join(f"[a{n}]: b\n" for n in range(50_000)) + "[a1]" * 5_000
    ),
    "a wide table": _text(
        lambda: "|a" * 20_000 + "|\n" + "|-" * 20_000 + "|\n" + "|b" * 20_000 + "|"
    ),
    "comments that do not end": _text(lambda: "<!-- " * 200_000),
    "tags that do not end": _text(lambda: "<a b='" * 100_000),
    "code that does not end": _text(lambda: "```\n" * 100_001),
    "a formula in braces": _text(lambda: "$" + "{" * 900 + "a" + "}" * 900 + "$"),
    "dollars": _text(lambda: "$" * 200_001),
    "environments": _text(lambda: "\\begin{a}" * 50_000),
    "escaped brackets": _text(lambda: "\\\\(" * 100_000),
    "every line a heading": _text(lambda: "# <" * 100_000),
    "an address that does not end": _text(lambda: "<http://" + "a." * 200_000),
    "entities": _text(lambda: "&#x26" * 200_000),
    "divisions in divisions": _shown("text/html", lambda: "<div>" * 1_000_000),
    "attributes": _shown("text/html", lambda: "<b " + "a=1 " * 1_000_000 + ">"),
    "a long text that is escaped": _stream(lambda: "<" * 8_000_000),
    "Markdown as output": _shown("text/markdown", lambda: "[" * 50_000),
    "TeX as output": _shown("text/latex", lambda: "$" * 1_000_000),
    "a picture of text": _shown("image/svg+xml", lambda: "<svg>" + "<g>" * 1_000_000),
    "nested values": _shown("application/json", lambda: _nested(400)),
    "odd metadata of a picture": _odd_image,
    "one picture very often": _attachments,
    "a chosen language": _text(lambda: "```console\n" + "a:" * 10_000 + "\n```"),
    "strings that do not end": _code(lambda: "'''\\\n" * 100_000),
    "prefixes of strings": _code(lambda: 'rbf"{' * 50_000),
    "magics": _code(lambda: "%%\n" + "!%?" * 200_000),
    "backslashes in code": _code(lambda: "\\" * 200_000),
    "numbers in code": _code(lambda: "1_" * 200_000 + "j" * 200_000),
    "a lone surrogate": _text(lambda: "a \ud800 b"),
    "zero bytes": _text(lambda: "a \x00 b" * 1_000),
}
