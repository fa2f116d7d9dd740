"""Pictures as inline SVG: graphs, shelves, gradients, lifetimes, curves, some with steps; and TensorBoard."""

from grader.pictures.board import tensorboard
from grader.pictures.byte_map import Part, bytes_picture
from grader.pictures.differentiating import derivative_of, formula_size
from grader.pictures.graph import Picture, graph_picture
from grader.pictures.grids import Grid, grids_picture
from grader.pictures.lifetimes import Life, lifetimes_picture, lives_picture
from grader.pictures.moving import (
    boards_picture,
    checkpoints_picture,
    dual_number_picture,
    gradient_picture,
    queue_picture,
    values_picture,
    walks_picture,
    windows_picture,
)
from grader.pictures.plots import curves, images_picture, plot, plot_picture, valley
from grader.pictures.scopes import scopes_picture
from grader.pictures.shelves import shelves_picture
from grader.pictures.tracing import trace_of
from grader.pictures.ways import Way, ways_picture

__all__ = [
    "Grid",
    "Life",
    "Part",
    "Picture",
    "Way",
    "boards_picture",
    "bytes_picture",
    "checkpoints_picture",
    "curves",
    "derivative_of",
    "dual_number_picture",
    "formula_size",
    "gradient_picture",
    "graph_picture",
    "grids_picture",
    "images_picture",
    "lifetimes_picture",
    "lives_picture",
    "plot",
    "plot_picture",
    "queue_picture",
    "scopes_picture",
    "shelves_picture",
    "tensorboard",
    "trace_of",
    "valley",
    "values_picture",
    "walks_picture",
    "ways_picture",
    "windows_picture",
]
