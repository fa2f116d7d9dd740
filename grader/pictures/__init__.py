"""Drawings: graphs, and how long values live, as inline SVG."""

from grader.pictures.graph import Picture, graph_picture
from grader.pictures.lifetimes import Life, lifetimes_picture, lives_picture
from grader.pictures.tracing import trace_of

__all__ = [
    "Life",
    "Picture",
    "graph_picture",
    "lifetimes_picture",
    "lives_picture",
    "trace_of",
]
