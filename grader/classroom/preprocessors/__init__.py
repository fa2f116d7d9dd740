"""Our steps of nbgrader's pipeline, one class a file."""

from grader.classroom.preprocessors.judged_execute import JudgedExecute
from grader.classroom.preprocessors.put_right import PutRight
from grader.classroom.preprocessors.save_judged_grades import SaveJudgedGrades

__all__ = ["JudgedExecute", "PutRight", "SaveJudgedGrades"]
