"""`class.toml`: what an instructor decides about a class, in the class's folder.

    title = "Graphs, spring 2027"
    chapters = ["01-graphs", "05-autodiff"]

    [points]
    "graphs/polynomial" = 6

Every key may be missing, and so may the file: then all is as in the course. docs/class-file.md tells
instructors what each key does.
"""

from grader.class_file.decisions import AS_IN_COURSE, ClassFile, Group, Late, Logo
from grader.class_file.given import GIVEN, given_to_students, read_given
from grader.class_file.keys import FILE, read_class_file
from grader.class_file.naming import (
    SOURCE,
    chosen_chapters,
    did_you_mean,
    known_chapters,
    meant_by,
    nearest,
)

__all__ = [
    "AS_IN_COURSE",
    "FILE",
    "GIVEN",
    "SOURCE",
    "ClassFile",
    "Group",
    "Late",
    "Logo",
    "chosen_chapters",
    "did_you_mean",
    "given_to_students",
    "known_chapters",
    "meant_by",
    "nearest",
    "read_class_file",
    "read_given",
]
