"""What the course uses of IPython.display."""


def display(*things, raw=False, **options):
    """Makes what a front end would show of each thing, and prints it as text."""
    for thing in things:
        for way in ("_repr_html_", "_repr_mimebundle_", "_repr_svg_"):
            if not raw and hasattr(thing, way):
                getattr(thing, way)()
        print(thing["text/plain"] if raw else thing)
