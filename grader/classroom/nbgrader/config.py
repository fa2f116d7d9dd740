"""nbgrader's steps, with ours in their places, as a configuration."""

from __future__ import annotations

from pathlib import Path

import nbgrader
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

from grader.classroom.nbgrader.preprocessors import JudgedExecute, PutRight, SaveJudgedGrades

# Templates that come before nbgrader's and nbconvert's own of the same name.
TEMPLATES = (
    Path(__file__).parent / "templates",
    Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates",
)
# A filter, by its name: only who makes a page loads it.
FORMULAS = "grader.classroom.nbgrader.formulas.markdown_with_formulas"


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
    config.ZipCollectApp.collector_plugin = "grader.classroom.nbgrader.lms_files.LmsFiles"
    # Pages need nothing from the network, the formgrader's neither.
    config.HTMLExporter.extra_template_basedirs = [str(folder) for folder in TEMPLATES]
    config.HTMLExporter.filters = {"markdown2html": FORMULAS}
    return config
