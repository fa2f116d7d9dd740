"""Our preprocessors for nbgrader's pipeline, one class per file."""

from grader.classroom.nbgrader.preprocessors.break_scenes import BreakScenes
from grader.classroom.nbgrader.preprocessors.change_for_class import ChangeForClass
from grader.classroom.nbgrader.preprocessors.enter_due_dates import LatePenalties
from grader.classroom.nbgrader.preprocessors.follow_source import FollowSource
from grader.classroom.nbgrader.preprocessors.judged_execute import JudgedExecute
from grader.classroom.nbgrader.preprocessors.let_runs_go_on import LetRunsGoOn
from grader.classroom.nbgrader.preprocessors.put_right import PutRight
from grader.classroom.nbgrader.preprocessors.save_judged_grades import SaveJudgedGrades
from grader.classroom.nbgrader.preprocessors.show_grades import ShowGrades

__all__ = [
    "BreakScenes",
    "ChangeForClass",
    "FollowSource",
    "JudgedExecute",
    "LatePenalties",
    "LetRunsGoOn",
    "PutRight",
    "SaveJudgedGrades",
    "ShowGrades",
]
