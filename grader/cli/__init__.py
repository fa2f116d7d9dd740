"""The `grader` command. Its modules, and slow imports, are loaded on first use to keep help fast."""

from __future__ import annotations

import copy
import importlib
import inspect
import io
import sys
from typing import Any

import click

from grader import languages
from grader.languages import N_, _

# name: (module, short help); the short help is here so that `grader --help` loads no module.
COMMANDS = {
    "lab": ("lab", N_("Open the course in JupyterLab.")),
    "progress": ("progress", N_("Show what you have solved, and what comes next.")),
    "reset": ("reset", N_("Start an answer again; the old text is kept.")),
    "watch": ("watch", N_("Check a notebook again whenever it is saved.")),
    "check": ("check", N_("Grade one notebook, without a course folder.")),
    "new-class": ("new_class", N_("Make a class's folder, or lead an existing one over.")),
    "upgrade-class": (
        "upgrade_class",
        N_("Show what a newer course would change in a class, and do it."),
    ),
    "collect": ("collect", N_("Collect what students handed in with Canvas, Moodle and others.")),
    "autograde": ("autograde", N_("Grade a class in an nbgrader course folder.")),
    "feedback": ("feedback", N_("Make the feedback pages of a graded class.")),
    "report": ("report", N_("Show on one page what a graded class has understood.")),
    "export": (
        "export",
        N_("Write a chapter's grades for Canvas, Moodle, Blackboard or Brightspace."),
    ),
    "restore": ("restore", N_("Put a copy of a class's gradebook in its place.")),
    "regrade": ("regrade", N_("Grade a class again after an exercise's judge has been fixed.")),
    "new-exercise": ("new_exercise", N_("Start an exercise of your own.")),
    "try": ("try_exercise", N_("Try an exercise that you write.")),
    "release": ("release", N_("Make the students' notebooks from the solutions.")),
    "translations": (
        "translations",
        N_("Show which of the notebooks' text is translated, missing or stale."),
    ),
    "demo": ("demo", N_("Make a sample class and grade it.")),
    "doctor": ("doctor", N_("Show what works on this machine, and what to do about the rest.")),
}

# The key in a context's `meta` for a --lang that the course does not have.
UNKNOWN_LANGUAGE = "grader.unknown language"
LANG_HELP = N_("The language to use: en or zh_CN.  [default: from the environment]")
EPILOG = N_("""\b
Exit codes: 0 all well; 1 something failed or was rejected; 2 the command
was not understood, or something it names does not exist.""")


def _speak(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Sets the language of this process until the command ends."""
    if not value or context.resilient_parsing:
        return
    try:
        languages.use(value)
    except LookupError:
        languages.use(languages.ENGLISH)
        context.meta[UNKNOWN_LANGUAGE] = value
        known = ", ".join(languages.available())
        click.echo(f"There is no language {value!r}, only {known}; this is English.", err=True)
    context.call_on_close(lambda: languages.use(None))


def _language_option() -> click.Option:
    """`--lang`, which may come before or after the command."""
    return click.Option(
        ["--lang"],
        metavar="LANGUAGE",
        is_eager=True,
        expose_value=False,
        callback=_speak,
        help=LANG_HELP,
    )


def _in_language(command: click.Command) -> Any:
    """A copy with help in the reader's language; the command itself outlives that choice."""
    spoken = copy.copy(command)
    spoken.help, spoken.epilog = _known(command.help), _known(command.epilog)
    spoken.params = [copy.copy(one) for one in command.params]
    for one in spoken.params:
        if isinstance(one, click.Option):
            one.help = _known(one.help)
    return spoken


def _known(text: str | None) -> str:
    # As in the catalogues: the indentation of a docstring depends on the version of Python.
    found = inspect.cleandoc(text or "")
    return _(found)


class _Spoken(click.Command):
    """A command with `--lang` and help in the reader's language."""

    @classmethod
    def of(cls, command: click.Command) -> click.Command:
        """A copy of a click command."""
        spoken = cls(command.name)
        spoken.__dict__.update(command.__dict__)
        spoken.params = [*command.params, _language_option()]
        return spoken

    def get_help(self, context: click.Context) -> str:
        return click.Command.get_help(_in_language(self), context)


def _be_lenient() -> None:
    """Prints a question mark for a character that the terminal cannot encode, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


class _Lazy(click.Group):
    def main(self, *arguments: Any, **keywords: Any) -> Any:
        _be_lenient()
        return super().main(*arguments, **keywords)

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        importlib.import_module("grader.classroom.nbgrader.patch_jsonschema")
        try:
            module = importlib.import_module(f"grader.cli.{COMMANDS[name][0]}")
        except ModuleNotFoundError as error:
            raise importlib.import_module("grader.cli.common").lacking(error) from None
        return _Spoken.of(module.command)

    def get_help(self, context: click.Context) -> str:
        return click.Command.get_help(_in_language(self), context)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, _(text)) for name, (_module, text) in COMMANDS.items()])

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(context, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            if near:
                text = _("{message} Did you mean '{near}'?").format(
                    message=error.message, near=near[0]
                )
                raise click.UsageError(text, context) from None
            raise


def _version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("tf-graph-course")
        except PackageNotFoundError:
            found = _("(not installed: running from its folder)")
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


main.params.append(_language_option())
