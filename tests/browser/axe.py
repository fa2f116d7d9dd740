"""What axe says of a page, or of a part of it, against WCAG 2.2 AA and its own best practices."""

from axe_playwright_python.sync_playwright import Axe

AXE = Axe()


def violations(page, *include: str, exclude: tuple[str, ...] = (), leave: tuple[str, ...] = ()):
    """One line for each violation: its rule, what is wrong, and where.

    include: CSS selectors of the parts that are looked at (the whole page when none is given);
    leave: rules that are not asked; the caller says why.
    """
    context: dict[str, list[list[str]]] = {}
    if include:
        context["include"] = [[selector] for selector in include if page.locator(selector).count()]
        assert context["include"], f"the page has none of {include}"
    if exclude:
        context["exclude"] = [[selector] for selector in exclude]
    options = {
        "resultTypes": ["violations"],
        "rules": {rule: {"enabled": False} for rule in leave},
    }
    found = AXE.run(page, context=context or None, options=options).response["violations"]
    return [
        f"{rule['id']} ({rule['impact']}): {rule['help']}: {node['html'][:200]} "
        + "; ".join(check["message"] for check in [*node["any"], *node["all"], *node["none"]])
        for rule in found
        for node in rule["nodes"]
    ]


# Pictures of ours that a screen reader has no words for. An SVG speaks by its title, label or role;
# one that only decorates is hidden from screen readers.
NAMELESS = """(parts) => [...document.querySelectorAll(parts)].flatMap(part =>
  [...part.querySelectorAll("img, svg, canvas, iframe")].filter(one => {
    if (one.closest("[aria-hidden=true]") || one.parentElement.closest("svg")) return false;
    const named = one.getAttribute("aria-label") || one.getAttribute("aria-labelledby");
    if (one.localName === "img") return !(one.alt || named || "").trim();
    if (one.localName === "iframe") return !(one.title || named || "").trim();
    return !(named || one.querySelector(":scope > title")?.textContent || "").trim();
  }).map(one => one.outerHTML.slice(0, 200)))"""


def nameless_pictures(page, parts: str) -> list[str]:
    """The pictures in the parts of the page that a selector names which have no alternative text."""
    return page.evaluate(NAMELESS, parts)
