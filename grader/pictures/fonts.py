"""A font for Chinese labels in matplotlib's figures, whose own font has no Chinese characters.

The shapes of the characters go into the SVG, so whoever looks at the figure needs no font.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

# Chinese characters, and the punctuation and forms of full width.
WIDE = re.compile("[\u2e80-\u2fdf\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
OWN = "DejaVu Sans"  # matplotlib's: Latin letters, digits and formulas stay as they are
# What systems have, the nearest to our own first. Fonts for Japanese draw some characters otherwise.
INSTALLED = (
    *("Noto Sans SC", "Noto Sans CJK SC", "Source Han Sans SC", "Source Han Sans CN"),
    *("PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "WenQuanYi Micro Hei", "SimHei"),
)


def give_characters(figure: Any) -> bool:
    """Lets each text of the figure that has Chinese characters take them from a font that has them.

    Texts without any are left alone, so a figure without Chinese looks the same with and without
    such a font. Returns whether there are such texts, and a font for them.
    """
    from matplotlib.text import Text  # see `plots.plot`

    for axes in figure.axes:  # the texts at the ticks stay empty until somebody asks for them
        for axis in (axes.xaxis, axes.yaxis):
            axis.get_ticklabels()
    texts = [text for text in figure.findobj(Text) if WIDE.search(text.get_text())]
    family = chinese_family() if texts else None
    if family is not None:
        for text in texts:
            text.set_fontfamily([OWN, family])
    return family is not None


@cache
def chinese_family() -> str | None:
    """The name of a font with simplified Chinese: the system's, else the one among the packages.

    None where there is neither.
    """
    from matplotlib.font_manager import fontManager

    known = {font.name for font in fontManager.ttflist}
    for name in INSTALLED:
        if name in known:
            return name
    try:
        from pylopdf_fonts_zh_cn import sans_path
    except ImportError:  # an installation from before the package was needed
        return None
    fontManager.addfont(sans_path())
    return "Noto Sans SC"
