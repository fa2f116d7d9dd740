"""The `grader` command. Its modules are loaded when they are needed, so that help is quick."""

from __future__ import annotations

import importlib
from typing import Any

import click

# name: (module, short help); the short help stands here so that `grader --help` loads nothing.
COMMANDS = {
    "lab": ("lab", "Open the course in JupyterLab."),
    "progress": ("progress", "Show what you have solved, and what is next."),
    "reset": ("reset", "Begin one answer anew; the old text is kept."),
    "watch": ("watch", "Check a notebook again whenever it is saved."),
    "check": ("check", "Grade one notebook, without a course folder."),
    "autograde": ("autograde", "Grade a class in an nbgrader course folder."),
    "feedback": ("feedback", "Make the feedback pages of a graded class."),
    "report": ("report", "Tell what a graded class has understood, in one page."),
    "regrade": ("regrade", "Grade a class again after an exercise's judge was mended."),
    "new-exercise": ("new_exercise", "Begin an exercise of your own."),
    "release": ("release", "Make the students' notebooks from the solutions."),
    "demo": ("demo", "Make a sample class and grade it."),
    "doctor": ("doctor", "Say what works on this machine, and what to do about the rest."),
}

EPILOG = """\b
Exit codes: 0 all well; 1 something failed or was rejected; 2 the command
could not be understood, or what it names is not there.
"""


class _Lazy(click.Group):
    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        importlib.import_module("grader.classroom.without_grammar")
        module = importlib.import_module(f"grader.cli.{COMMANDS[name][0]}")
        command: click.Command = module.command
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(context, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            if near:
                text = f"{error.message} Did you mean '{near[0]}'?"
                raise click.UsageError(text, context) from None
            raise


def _version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("tf-graph-course")
        except PackageNotFoundError:
            found = "(not installed: running from its folder)"
        click.echo(f"grader {found}")
        context.exit()


@click.group(cls=_Lazy, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and stop.",
)
def main() -> None:
    """A course on TensorFlow's graph mode, and its autograder.

    \b
    Example: grader demo --students 12 --chapter 01-graphs --out demo
    """
