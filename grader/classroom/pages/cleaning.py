"""Takes from a page all that could run in a reader's browser, or load something when it is opened.

nh3 (the Rust library ammonia) parses the whole body as a browser does and writes anew what is in
these tables; a Content-Security-Policy then forbids the browser what the cleaner should have cut.
"""

from __future__ import annotations

import html
import re
from functools import cache

import nh3
from pygments.token import STANDARD_TYPES

from grader.classroom.pages.svg_work import too_much, without_nested_fillings
from grader.languages import _
from grader.pictures.drawing.page import script as folding
from grader.pictures.moving import animation
from grader.pictures.stepper import page as stepper

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
META = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'

# What a stranger's part draws stays within its box, which has an end.
BOX = ".of-a-stranger { contain: layout paint; overflow: auto; max-height: 20000px }"

SVG = """svg g path rect circle ellipse line polyline polygon text tspan defs marker clipPath
    linearGradient radialGradient stop desc pattern image"""
MATH = """math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup
    msubsup munder mover munderover mmultiscripts mtable mtr mtd mlabeledtr menclose mfenced semantics"""
TAGS = nh3.ALLOWED_TAGS | {"main", "section", "tfoot", "big", *SVG.split(), *MATH.split()}
# Not even their text is kept.
WITH_CONTENT = {"script", "style", "iframe", "object", "embed", "noscript", "template", "select"}
WITH_CONTENT |= {"textarea", "button", "title", "foreignObject", "noembed", "noframes", "xmp"}

EVERYWHERE = "class id title lang dir role style tabindex hidden"
SVG_ATTRIBUTES = """x y x1 y1 x2 y2 dx dy cx cy r rx ry d points width height viewBox transform fill
    fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap
    stroke-linejoin opacity font-size font-family font-weight font-style text-anchor dominant-baseline
    marker-start marker-end markerWidth markerHeight refX refY orient markerUnits
    preserveAspectRatio clip-path clip-rule offset stop-color stop-opacity gradientUnits patternUnits
    patternTransform textLength"""
MATH_ATTRIBUTES = """display mathvariant stretchy accent accentunder fence separator form lspace rspace
    minsize maxsize symmetric largeop movablelimits linethickness columnalign rowspacing columnspacing
    columnlines rowlines columnspan rowspan width height depth voffset notation displaystyle scriptlevel
    mathcolor mathbackground mathsize open close"""
ATTRIBUTES: dict[str, set[str]] = {tag: set(names) for tag, names in nh3.ALLOWED_ATTRIBUTES.items()}
ATTRIBUTES["*"] = set(EVERYWHERE.split())
ATTRIBUTES["a"] |= {"name"}
ATTRIBUTES["details"] = {"open"}
ATTRIBUTES["table"] |= {"border"}
for _tag in SVG.split():
    ATTRIBUTES[_tag] = set(SVG_ATTRIBUTES.split())
ATTRIBUTES["image"] |= {"href"}  # nh3 calls xlink:href so, too
for _tag in MATH.split():
    ATTRIBUTES[_tag] = set(MATH_ATTRIBUTES.split())

# Not: position, z-index, float and the like, with which text could cover other text.
STYLES = """color background background-color opacity fill fill-opacity stroke stroke-width stroke-opacity
    stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
    border border-top border-right border-bottom border-left border-color border-style border-width
    border-radius border-collapse border-spacing border-left-width outline margin margin-top margin-right
    margin-bottom margin-left padding padding-top padding-right padding-bottom padding-left width
    max-width min-width height max-height min-height overflow overflow-x overflow-y display text-align
    text-anchor text-decoration text-indent text-overflow vertical-align white-space word-break
    overflow-wrap line-height letter-spacing list-style list-style-type font font-family font-size
    font-style font-weight font-variant font-variant-numeric gap flex flex-wrap flex-direction
    align-items justify-content grid-template-columns box-sizing cursor caption-side table-layout
    tab-size"""

# What a part may be called in a page that has scripts and buttons of its own, which are found by class:
# colours of code and of terminals, nbconvert's outputs, our own tables and pictures.
OUTPUTS = """highlight hll output_wrapper output output_area output_subarea output_text output_stream
    output_stdout output_stderr output_html rendered_html output_execute_result output_markdown
    output_png output_jpeg output_svg output_latex output_error prompt input_prompt output_prompt
    unconfined dataframe"""
CLASSES = {*filter(None, STANDARD_TYPES.values()), *OUTPUTS.split()}
CLASS = re.compile(r"(?:grader|ansi)-[a-z0-9-]++")
# A prefix for each id in such a part, so that it is unique, and for references to it.
INSIDE = "in-"
REFERRING = {"aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details"}
PART = re.compile(r"(url\s*\(\s*[\"']?#)")
# A link of the page's own origin would act there in the name of whoever follows it.
ELSEWHERE = re.compile(r"https?://|mailto:", re.IGNORECASE)

PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp|svg\+xml)[;,][^\"'<>\\`]*+", re.IGNORECASE)
SVG_PICTURE = re.compile(r"data:image/svg", re.IGNORECASE)
# A url(#...) is a part of the same picture.
LOADING = re.compile(r"url\s*+\(\s*+[\"']?+(?!#)|image-set|@import|\\", re.IGNORECASE)
TAG = re.compile(r"<([a-zA-Z][^\s/>]*+)([^<>]*+)")
EVENT = re.compile(r"[\s/\"']on[a-z]++\s*+=", re.IGNORECASE)
# Fonts of the template's style, in files that do not lie beside a page.
FONT = re.compile(r"@font-face\s*+\{[^{}]*+\}")
# The page's own, which the cleaner drops and `clean` writes again.
OF_THE_PAGE = {"body", "html", "head"}
MAX_NAMES = 8
# What is left out without a word: it neither runs nor loads, and the course's own pictures have it.
SILENT = {
    "button",
    "input",
    "output",
    "progress",
    "label",
    "title",
    "metadata",
    "rdf:rdf",
    "cc:work",
    "cc:agent",
}
SILENT |= {"dc:type", "dc:date", "dc:format", "dc:creator", "dc:title"}
# The course's own scripts and styles stay away from a page, too.
ASSETS = ((stepper, "page.js", "page.css"), (animation, "animation.js", "animation.css"))


def clean(page: str, cut: set[str]) -> str:
    """The page with the policy in its head, and with a body in which nothing runs or loads.

    cut: what was already removed from parts of the page; the page says so.
    """
    head, _body, body = page.partition("<body>")
    if not body:
        head, body = "<html>\n<head>\n</head>\n", page
    kept = cleaned(body, cut)
    head = FONT.sub("", head).replace("<head>", f"<head>{META}<style>{BOX}</style>", 1)
    return f"{head}<body>{note(cut)}{kept}</body>\n</html>\n"


def of_a_stranger(part: str, cut: set[str] | None = None) -> str:
    """A part of a page that has scripts and forms of its own; it can be taken for none of them.

    Its classes are those in `CLASSES`, its ids begin with `INSIDE`, its links lead to its own parts or
    to other sites, and what it draws stays within its box.
    """
    kept = cleaned(part, set() if cut is None else cut, apart=True)
    return f'<div class="of-a-stranger">{kept}</div>'


def cleaned(part: str, cut: set[str], apart: bool = False) -> str:
    """A part of a page in which nothing runs or loads, and all that it opens is closed.

    cut: the names of what is left out are added to it. apart: as in `of_a_stranger`.
    """
    silent = {name.lower() for name in TAGS} | OF_THE_PAGE | SILENT
    for found in TAG.finditer(part):
        name = found[1].lower()
        if name not in silent and not part.startswith(_own(), found.end() + 1):
            cut.add(f"<{name[:20]}>")
        if EVENT.search(found[2]):
            cut.add("on...=")
        if "javascript:" in found[2].lower():
            cut.add("javascript:")

    def attribute(tag: str, name: str, value: str) -> str | None:
        within = tag == "image" and name == "href"  # a picture in a drawing, which is of pixels
        if name == "src" or within:
            good = PICTURE.fullmatch(value) is not None and not (
                SVG_PICTURE.match(value) and (within or too_much(value))
            )
        elif name == "href":
            good = not value.strip().lower().startswith("data:")
        else:
            good = not LOADING.search(value) if name not in ("id", "title", "name", "alt") else True
        if not good:
            cut.add(f"{tag} {name}=")
            return None
        if (
            apart
            and name == "href"
            and not within
            and not value.startswith("#")
            and not ELSEWHERE.match(value.lstrip())
        ):
            return None  # silently: the chapters link to each other
        return _apart(name, value) if apart else value

    kept = nh3.clean(
        part,
        tags=TAGS,
        clean_content_tags=WITH_CONTENT,
        attributes=ATTRIBUTES,
        attribute_filter=attribute,
        generic_attribute_prefixes={"aria-", "data-part"},
        url_schemes={"http", "https", "mailto", "data"},
        filter_style_properties=set(STYLES.split()),
    )
    return without_nested_fillings(kept)


@cache
def _own() -> tuple[str, ...]:
    """How the course's own scripts and styles begin."""
    texts = [module.asset(name) for module, *names in ASSETS for name in names]
    return tuple(text[:200] for text in (*texts, "(() => {" + folding()))


def _apart(name: str, value: str) -> str:
    if name == "class":
        return " ".join(one for one in value.split() if one in CLASSES or CLASS.fullmatch(one))
    if name in ("id", "name") or name in REFERRING:
        return " ".join(INSIDE + one for one in value.split())
    if name == "href" and value.startswith("#"):
        return f"#{INSIDE}{value[1:]}"
    return PART.sub(rf"\g<1>{INSIDE}", value)


def note(cut: set[str]) -> str:
    """The sentence in a page that says what was removed; empty if nothing was."""
    if not cut:
        return ""
    names = sorted(cut)
    more = ["..."] if len(names) > MAX_NAMES else []
    told = _(
        "Removed from this page: {names}. No code from a notebook runs here, and nothing is "
        "loaded from elsewhere."
    ).format(names=", ".join([*names[:MAX_NAMES], *more]))
    return f'<aside class="cut"><p>{html.escape(told)}</p></aside>'
