"""nbgrader's steps, with ours in their places, as a configuration."""

from __future__ import annotations

from nbconvert.preprocessors import ClearMetadataPreprocessor
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearOutput,
    DeduplicateIds,
    IgnorePattern,
    LimitOutput,
    OverwriteCells,
    OverwriteKernelspec,
)
from traitlets.config import Config

from grader.classroom.preprocessors import JudgedExecute, PutRight, SaveJudgedGrades


def course_config() -> Config:
    """What `nbgrader_config.py` merges: the steps of autograding, and who sent a file in a zip."""
    config = Config()
    config.Autograde.sanitize_preprocessors = [
        PutRight,
        ClearOutput,
        DeduplicateIds,
        OverwriteKernelspec,
        OverwriteCells,
        CheckCellMetadata,
    ]
    config.Autograde.autograde_preprocessors = [
        JudgedExecute,
        IgnorePattern,
        ClearMetadataPreprocessor,
        LimitOutput,
        SaveJudgedGrades,
        AssignLatePenalties,
        CheckCellMetadata,
    ]
    # By its name: only `nbgrader zip_collect` loads it.
    config.ZipCollectApp.collector_plugin = "grader.classroom.lms_files.LmsFiles"
    return config
