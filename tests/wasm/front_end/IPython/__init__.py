"""Stands for IPython, which a front end brings: what is displayed is printed."""

version_info = (9, 0, 0)  # matplotlib asks


def get_ipython():
    """There is no shell."""
