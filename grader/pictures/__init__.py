"""Drawings: graphs as inline SVG."""

from grader.pictures.graph import Picture, graph_picture

__all__ = ["Picture", "graph_picture"]
