"""What a submission brings to run in a reader's browser or to load something: HTML, and other cells.

Each of them sets `window.ran`, or asks for an address with "loaded" in it, if it works.
"""

from __future__ import annotations

import base64

from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

RUN = "window.ran=1"
AWAY = "http://127.0.0.1:9/loaded"
SVG = f'<svg xmlns="http://www.w3.org/2000/svg" onload="{RUN}"><script>{RUN}</script></svg>'
ENCODED = base64.b64encode(f"<script>{RUN}</script>".encode()).decode()

HTML = {
    "script": f"<script>{RUN}</script>",
    "script from elsewhere": f'<script src="{AWAY}.js"></script>',
    "module": f'<script type="module">{RUN}</script>',
    "split script": f"<scr<script>ipt>{RUN}</scr</script>ipt>",
    "upper case": f"<ScRiPt>{RUN}</ScRiPt>",
    "error of a picture": f'<img src="x" onerror="{RUN}">',
    "slashes for blanks": f"<img/src=x/onerror={RUN}>",
    "load": f'<body onload="{RUN}">',
    "focus": f"<input autofocus onfocus={RUN}>",
    "toggle": f"<details open ontoggle={RUN}>a</details>",
    "animation": f"<style>@keyframes a{{}}</style><b style=animation-name:a onanimationstart={RUN}>",
    "animation in a picture": f"<svg><animate onbegin={RUN} attributeName=x dur=1s></svg>",
    "frame": f'<iframe srcdoc="<script>parent.{RUN}</script>"></iframe>',
    "frame with an address": f'<iframe src="javascript:parent.{RUN}"></iframe>',
    "frame from elsewhere": f'<iframe src="{AWAY}"></iframe>',
    "object": f'<object data="data:text/html;base64,{ENCODED}"></object>',
    "embed": f'<embed src="data:text/html;base64,{ENCODED}">',
    "picture with a script": SVG,
    "use of data": f'<svg><use href="data:image/svg+xml;base64,{ENCODED}#x"/></svg>',
    "foreign content": f"<svg><foreignObject><img src=x onerror={RUN}></foreignObject></svg>",
    "namespaces": f"<math><mtext><table><mglyph><style><!--</style><img title='--&gt;<img src=x "
    f"onerror={RUN}>'>",
    "no script": f"<noscript><p title='</noscript><img src=x onerror={RUN}>'></noscript>",
    "comment": f"<!--><img src=x onerror={RUN}>-->",
    "raw text": f"<xmp><p title='</xmp><img src=x onerror={RUN}>'>",
    "template": f"<template><script>{RUN}</script></template>",
    "link": f'<a href="javascript:{RUN}">a</a>',
    "link with a break": f'<a href="java&#10;script:{RUN}">a</a>',
    "link to data": f'<a href="data:text/html;base64,{ENCODED}">a</a>',
    "link of a picture": f'<svg><a xlink:href="javascript:{RUN}"><text y="9">a</text></a></svg>',
    "link of a formula": f'<math><mtext href="javascript:{RUN}">a</mtext></math>',
    "form": f'<form action="javascript:{RUN}"><button>a</button></form>',
    "refresh": f'<meta http-equiv="refresh" content="0;url={AWAY}">',
    "base": '<base href="http://127.0.0.1:9/loaded/">',
    "style sheet": f'<link rel="stylesheet" href="{AWAY}.css">',
    "prefetch": f'<link rel="prefetch" href="{AWAY}">',
    "import": f"<style>@import url({AWAY}.css);</style>",
    "picture": f'<img src="{AWAY}.png">',
    "pictures of a set": f'<img srcset="{AWAY}.png 1x" src="data:image/png;base64,aGVsbG8=">',
    "picture without a scheme": '<img src="//127.0.0.1:9/loaded.png">',
    "background": f'<b style="background:url({AWAY}.png)">a</b>',
    "background, escaped": f'<b style="background:\\75rl({AWAY}.png)">a</b>',
    "old background": f'<table background="{AWAY}.png"><td>a</table>',
    "picture in a picture": f'<svg><image href="{AWAY}.png"/></svg>',
    "old picture in a picture": f'<svg><image xlink:href="{AWAY}.png"/></svg>',
    "drawing in a picture": f'<svg><image href="data:image/svg+xml;base64,{ENCODED}"/></svg>',
    "filled from elsewhere": f'<svg><rect width="9" height="9" fill="url({AWAY}#a)"/></svg>',
    "filled from elsewhere, quoted": f"<svg><rect style='fill:url(\"{AWAY}#a\")'/></svg>",
    "video": f'<video src="{AWAY}" poster="{AWAY}.png"></video>',
    "sound": f'<audio src="{AWAY}" autoplay></audio>',
    "end of the page": f"</div></div></body></html><script>{RUN}</script>",
    "policy": f'<meta http-equiv="Content-Security-Policy" content="script-src *"><script>{RUN}</script>',
}

# What could pass for a part of a page that has forms, menus and scripts of its own.
PASSING = {
    "button by class": '<p class="full-credit btn-success">a</p>',
    "cell": '<div class="nbgrader_cell"><p class="score tabbable">a</p></div>',
    "box by id": '<p id="why">a</p><p id="why-comment">b</p>',
    "old name": '<a name="why">a</a>',
    "upon the page": '<p class="navbar-fixed-top modal affix">a</p>',
    "placed": '<p style="position:fixed;top:0;z-index:9">a</p>',
    "window": '<a data-toggle="modal" data-target="#x" data-link="x" href="#x">a</a>',
    "the server": f'<a href="/formgrader/?path=here&{RUN}">a</a><a href="../x.html">b</a>',
    "the same host": '<a href="//127.0.0.1/formgrader">a</a>',
}


def _shown(mime, text, **metadata):
    data = {mime: text, "text/plain": "shown"}
    output = new_output("display_data", data, metadata={mime: metadata} if metadata else {})
    return [new_code_cell("1", outputs=[output])]


def _attached():
    cell = new_markdown_cell("![a](attachment:a.png)")
    cell.attachments = {"a.png": {f'image/png"onerror="{RUN}"': "x"}}
    return [cell]


PNG = "aGVsbG8="
OTHER = {
    "javascript": _shown("application/javascript", RUN),
    "text/javascript": _shown("text/javascript", RUN),
    "picture as output": _shown("image/svg+xml", SVG),
    "width of a picture": _shown("image/png", PNG, width=f'1" onerror="{RUN}'),
    "height of a picture": _shown("image/png", PNG, height=f'1"><script>{RUN}</script>'),
    "text of a picture": _shown("image/png", PNG, alt=f'"><script>{RUN}</script>'),
    "bytes of a picture": _shown("image/png", f'"><script>{RUN}</script>'),
    "bytes of another": _shown("image/jpeg", f'x" onerror="{RUN}'),
    "Markdown as output": _shown("text/markdown", f"<script>{RUN}</script>"),
    "TeX as output": _shown("text/latex", f"<script>{RUN}</script>"),
    "unknown": _shown("text/vnd.mermaid", f"</pre><script>{RUN}</script>"),
    "widget": _shown("application/vnd.jupyter.widget-view+json", {"model_id": f"</script>{RUN}"}),
    "link in Markdown": [new_markdown_cell(f"[a](javascript:{RUN}) ![b]({AWAY}.png)")],
    "address in Markdown": [new_markdown_cell(f"<javascript:{RUN}>")],
    "formula": [new_markdown_cell(f"$\\text{{</mtext></math><script>{RUN}</script>}}$")],
    "mermaid": [new_markdown_cell(f"```mermaid\n</div><script>{RUN}</script>\n```")],
    "name of a language": [new_markdown_cell(f'```a"onload="{RUN}\na\n```')],
    "heading": [new_markdown_cell(f'# "onclick="{RUN}')],
    "attachment": _attached(),
    "raw cell": [{"cell_type": "raw", "metadata": {}, "source": HTML["script"], "id": "raw"}],
    "colours": [
        new_code_cell(
            "1", outputs=[new_output("stream", text=f"\x1b[38;5;1m<script>{RUN}</script>")]
        )
    ],
    "name of an error": [
        new_code_cell(
            "1", outputs=[new_output("error", ename=HTML["script"], evalue="", traceback=["a"])]
        )
    ],
}


def cells_of(name):
    """The cells that try it: HTML both as Markdown and as an output."""
    if name in OTHER:
        return OTHER[name]
    return [new_markdown_cell(HTML[name]), *_shown("text/html", HTML[name])]
