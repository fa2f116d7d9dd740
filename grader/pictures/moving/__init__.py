"""Pictures with steps: each is a still drawing, which a script moves from frame to frame.

`animation` holds the frames together, `shapes` has the parts that they are drawn with, and `graphs` the
graph below two of them.
"""

from grader.pictures.moving.boards import boards_picture
from grader.pictures.moving.checkpoints import checkpoints_picture
from grader.pictures.moving.duals import dual_number_picture
from grader.pictures.moving.gradients import gradient_picture
from grader.pictures.moving.queues import queue_picture
from grader.pictures.moving.values import values_picture
from grader.pictures.moving.walks import walks_picture
from grader.pictures.moving.windows import windows_picture

__all__ = [
    "boards_picture",
    "checkpoints_picture",
    "dual_number_picture",
    "gradient_picture",
    "queue_picture",
    "values_picture",
    "walks_picture",
    "windows_picture",
]
