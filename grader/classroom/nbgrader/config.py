"""nbgrader's configuration, with our preprocessors instead of some of its own."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import nbgrader
from nbconvert.preprocessors import ClearMetadataPreprocessor, CSSHTMLHeaderPreprocessor
from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearHiddenTests,
    ClearMarkScheme,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    DeduplicateIds,
    IgnorePattern,
    IncludeHeaderFooter,
    InstantiateTests,
    LimitOutput,
    LockCells,
    OverwriteCells,
    OverwriteKernelspec,
)
from traitlets.config import Config

from grader.classroom.nbgrader import (  # noqa: F401 (nbgrader's own commands and the formgrader, too)
    patch_alembic,
    patch_autograde,
    patch_release,
    patch_timestamp,
    patch_validation,
)
from grader.classroom.nbgrader.preprocessors import (
    BreakScenes,
    ChangeForClass,
    FollowSource,
    JudgedExecute,
    LatePenalties,
    LetRunsGoOn,
    PutRight,
    SaveJudgedGrades,
    ShowGrades,
)

# Templates that take precedence over those of nbgrader and nbconvert with the same name.
TEMPLATES = (
    Path(__file__).parent / "templates",
    Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates",
)
# By name, so that they are only imported to make a page.
FORMULAS = "grader.classroom.pages.formulas.markdown_with_formulas"
PENALTY = "grader.classroom.nbgrader.late_penalties.ClassPenalty"
COLLECT = "grader.classroom.nbgrader.collecting.CarefulCollect"
EXPORTER = "grader.classroom.pages.feedback_exporter.PageExporter"
CLEANER = "grader.classroom.pages.cleaning.of_a_stranger"
# The formgrader, where it runs, and what guards it.
FORMGRADER = "nbgrader.server_extensions.formgrader.handlers"
GUARD = "grader.classroom.pages.formgrader"
# nbgrader's command that reads lists of students, where it runs, and what reads them instead.
STUDENTS = "nbgrader.apps.dbapp"
READER = "grader.classroom.nbgrader.patch_student_import"


def course_config() -> Config:
    """What `nbgrader_config.py` merges: the steps of release and autograding, a collector for LMS archives.

    In the server whose formgrader loads that file, its pages are guarded from then on.
    """
    if FORMGRADER in sys.modules:
        importlib.import_module(GUARD).guard()
    if STUDENTS in sys.modules:
        importlib.import_module(READER)
    config = Config()
    # nbgrader's own steps, and four of ours.
    config.GenerateAssignment.preprocessors = [
        ChangeForClass,
        IncludeHeaderFooter,
        InstantiateTests,
        LockCells,
        ClearSolutions,
        ClearOutput,
        CheckCellMetadata,
        ComputeChecksums,
        FollowSource,
        ClearHiddenTests,
        ClearMarkScheme,
        ComputeChecksums,
        CheckCellMetadata,
        BreakScenes,
        LetRunsGoOn,
    ]
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
        LatePenalties,
        CheckCellMetadata,
    ]
    config.AssignLatePenalties.plugin_class = PENALTY
    # By name, so that only `nbgrader zip_collect` imports it.
    config.ZipCollectApp.collector_plugin = "grader.classroom.nbgrader.lms_files.LmsFiles"
    config.ZipCollectApp.extractor_plugin = "grader.classroom.nbgrader.archives.CarefulExtractor"
    # What is collected was put into the exchange by strangers.
    config.ExchangeFactory.collect = COLLECT
    # Feedback is made of what strangers wrote: within limits, also by nbgrader's own command.
    config.GenerateFeedback.exporter_class = EXPORTER
    config.GenerateFeedback.preprocessors = [ShowGrades, CSSHTMLHeaderPreprocessor]
    # Pages load nothing from the network, and neither does the formgrader.
    config.HTMLExporter.extra_template_basedirs = [str(folder) for folder in TEMPLATES]
    config.HTMLExporter.filters = {"markdown2html": FORMULAS, "of_a_stranger": CLEANER}
    return config
