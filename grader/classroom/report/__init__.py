"""The report on a graded chapter for its instructor: one page, and tables for a spreadsheet."""

from grader.classroom.report.data import ClassData, Item, Mark, Row, read_class
from grader.classroom.report.files import write_report
from grader.classroom.report.page import page
from grader.classroom.report.statistics import Figures, figures

__all__ = [
    "ClassData",
    "Figures",
    "Item",
    "Mark",
    "Row",
    "figures",
    "page",
    "read_class",
    "write_report",
]
