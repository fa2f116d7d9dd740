"""Command-line flags, as `tf.flags`: defined once, read from `FLAGS`, set by `--name=value`.

A flag belongs to the process. Its value is read from the command line (`sys.argv`) at the first
look at `FLAGS`, or earlier by `tf.app.run`.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

__all__ = [
    "FLAGS",
    "DEFINE_bool",
    "DEFINE_boolean",
    "DEFINE_enum",
    "DEFINE_float",
    "DEFINE_integer",
    "DEFINE_list",
    "DEFINE_multi_float",
    "DEFINE_multi_integer",
    "DEFINE_multi_string",
    "DEFINE_string",
    "DuplicateFlagError",
    "Error",
    "FlagValues",
    "IllegalFlagValueError",
    "UnparsedFlagAccessError",
    "UnrecognizedFlagError",
    "mark_flag_as_required",
    "mark_flags_as_required",
]


class Error(Exception):
    """Something is wrong with a flag or with the command line."""


class DuplicateFlagError(Error):
    """A flag is defined twice."""


class IllegalFlagValueError(Error):
    """A flag was given a value that it does not take."""


class UnrecognizedFlagError(Error):
    """The command line has a flag that nobody defined."""


class UnparsedFlagAccessError(Error):
    """A flag was read before the command line was."""


class Flag:
    """One flag: its name, what turns text into its value, and the value."""

    def __init__(
        self, name: str, default: Any, help: str, parse: Callable[[Any], Any], kind: str
    ) -> None:
        self.name, self.help, self.kind = name, help, kind
        self.parser = parse
        self.boolean = kind == "boolean"
        self.multiple = kind.startswith("several")
        self.required = False
        self.present = 0
        self.default: Any = None if default is None else self.parse(default)
        self.value: Any = self.default

    def parse(self, argument: Any) -> Any:
        """The value that `argument` stands for; IllegalFlagValueError when it stands for none."""
        try:
            return self.parser(argument)
        except (TypeError, ValueError) as error:
            raise IllegalFlagValueError(f"flag --{self.name}={argument}: {error}") from None

    def set_from(self, argument: str) -> None:
        """Takes a value from the command line; a flag of several values collects them."""
        value = self.parse(argument)
        if self.multiple and self.present:
            value = [*self.value, *value]
        self.value, self.present = value, self.present + 1


class FlagValues:
    """All flags of the process: `FLAGS.name` is a value, `FLAGS["name"]` the Flag itself."""

    _flags: dict[str, Flag]
    _parsed: bool

    def __init__(self) -> None:
        self.__dict__.update(_flags={}, _parsed=False)

    def _add(self, flag: Flag) -> Flag:
        """Adds a flag; DuplicateFlagError when its name is taken."""
        if flag.name in self._flags:
            raise DuplicateFlagError(
                f"The flag '{flag.name}' is defined twice. Description from first occurrence: "
                f"{self._flags[flag.name].help}. In a notebook, write del tf.flags.FLAGS.{flag.name} "
                "before you run the cell again."
            )
        self._flags[flag.name] = flag
        return flag

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if not self._parsed:
            self(sys.argv)
        if name not in self._flags:
            raise AttributeError(name)
        return self._flags[name].value

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._flags:
            raise UnrecognizedFlagError(f"Unknown command line flag '{name}'")
        self._flags[name].value = value

    def __delattr__(self, name: str) -> None:
        if name not in self._flags:
            raise AttributeError(name)
        del self._flags[name]

    def __getitem__(self, name: str) -> Flag:
        return self._flags[name]

    def __contains__(self, name: object) -> bool:
        return name in self._flags

    def __iter__(self) -> Iterator[str]:
        return iter(self._flags)

    def __len__(self) -> int:
        return len(self._flags)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._flags]

    def is_parsed(self) -> bool:
        """Whether the command line has been read."""
        return self._parsed

    def mark_as_parsed(self) -> None:
        """Lets the flags be read without a command line."""
        self.__dict__["_parsed"] = True

    def unparse_flags(self) -> None:
        """Forgets that the command line has been read; values stay."""
        self.__dict__["_parsed"] = False
        for flag in self._flags.values():
            flag.present = 0

    def flag_values_dict(self) -> dict[str, Any]:
        """Names and values."""
        return {name: flag.value for name, flag in self._flags.items()}

    def __call__(self, argv: Sequence[str], known_only: bool = False) -> list[str]:
        """Takes the flags out of `argv`, whose first item is the program; returns the rest.

        known_only: leaves flags that nobody defined in the rest; otherwise UnrecognizedFlagError.
        """
        if not argv:
            raise ValueError("argv cannot be an empty sequence: its first item is the program")
        rest = [argv[0]]
        waiting = list(argv[1:])
        while waiting:
            argument = waiting.pop(0)
            if argument == "--":
                rest += [argument, *waiting] if known_only else waiting
                break
            if not argument.startswith("-") or argument == "-":
                rest.append(argument)
            elif not self._take(argument, waiting):
                if not known_only:
                    name = argument.lstrip("-").partition("=")[0]
                    raise UnrecognizedFlagError(f"Unknown command line flag '{name}'")
                rest.append(argument)
        self.mark_as_parsed()
        for flag in self._flags.values():
            if flag.required and flag.value is None:
                raise IllegalFlagValueError(
                    f"flag --{flag.name}=None: Flag --{flag.name} must have a value other than None."
                )
        return rest

    def _take(self, argument: str, waiting: list[str]) -> bool:
        """Sets the flag that `argument` names, with the next one as its value if need be."""
        name, equals, value = argument.lstrip("-").partition("=")
        flag = self._flags.get(name)
        if flag is None:
            negated = self._flags.get(name[2:]) if name.startswith("no") and not equals else None
            if negated is None or not negated.boolean:
                return False
            negated.set_from("false")
            return True
        if flag.boolean and not equals:
            value = "true"
        elif not equals:
            if not waiting:
                raise Error(f"Missing value for flag --{name}")
            value = waiting.pop(0)
        flag.set_from(value)
        return True

    def main_module_help(self) -> str:
        """What `--help` prints: every flag, its meaning and default."""
        lines = []
        for name, flag in sorted(self._flags.items()):
            lines.append(f"  --{'[no]' if flag.boolean else ''}{name}: {flag.help}")
            if flag.default is not None:
                lines.append(f"    (default: '{flag.default}')")
            lines.append(f"    ({flag.kind})")
        return "\n".join(lines)


FLAGS = FlagValues()


def _integer(value: Any) -> int:
    if isinstance(value, (bool, float)):
        raise TypeError(f"Expect argument to be a string or int, found {type(value)}")
    return int(value)


def _boolean(value: Any) -> bool:
    if isinstance(value, str):
        if value.lower() in ("true", "t", "1"):
            return True
        if value.lower() in ("false", "f", "0"):
            return False
    elif value in (0, 1):
        return bool(value)
    raise ValueError("Non-boolean argument to boolean flag", value)


def _list(value: Any) -> list[str]:
    if isinstance(value, list):
        return value
    rows = list(csv.reader([value], strict=True))
    return [item.strip() for item in rows[0]] if rows else []


def _several(parse: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: [parse(item) for item in (value if isinstance(value, list) else [value])]


def _between(
    parse: Callable[[Any], Any], lower: float | None, upper: float | None
) -> Callable[[Any], Any]:
    def parse_bounded(value: Any) -> Any:
        number = parse(value)
        if (lower is not None and number < lower) or (upper is not None and number > upper):
            low, high = ("-inf" if lower is None else lower), ("inf" if upper is None else upper)
            raise ValueError(f"{number} is not a number in the range [{low}, {high}]")
        return number

    return parse_bounded


def _one_of(values: Sequence[str], case_sensitive: bool) -> Callable[[Any], Any]:
    def parse(value: Any) -> str:
        for candidate in values:
            if value == candidate or (
                not case_sensitive and str(value).lower() == candidate.lower()
            ):
                return candidate
        raise ValueError(f"value should be one of <{'|'.join(values)}>")

    return parse


def DEFINE_string(name: str, default: str | None, help: str, **_: Any) -> Flag:
    """Defines a flag whose value is a text."""
    return FLAGS._add(Flag(name, default, help, str, "a string"))


def DEFINE_boolean(name: str, default: bool | str | None, help: str, **_: Any) -> Flag:
    """Defines a flag that is on (`--name`) or off (`--noname`)."""
    return FLAGS._add(Flag(name, default, help, _boolean, "boolean"))


DEFINE_bool = DEFINE_boolean


def DEFINE_integer(
    name: str,
    default: int | None,
    help: str,
    lower_bound: int | None = None,
    upper_bound: int | None = None,
    **_: Any,
) -> Flag:
    """Defines a flag whose value is an integer, between the bounds."""
    parse = _between(_integer, lower_bound, upper_bound)
    return FLAGS._add(Flag(name, default, help, parse, "an integer"))


def DEFINE_float(
    name: str,
    default: float | None,
    help: str,
    lower_bound: float | None = None,
    upper_bound: float | None = None,
    **_: Any,
) -> Flag:
    """Defines a flag whose value is a number, between the bounds."""
    parse = _between(float, lower_bound, upper_bound)
    return FLAGS._add(Flag(name, default, help, parse, "a number"))


def DEFINE_enum(
    name: str,
    default: str | None,
    enum_values: Sequence[str],
    help: str,
    case_sensitive: bool = True,
    **_: Any,
) -> Flag:
    """Defines a flag whose value is one of `enum_values`."""
    parse = _one_of(list(enum_values), case_sensitive)
    return FLAGS._add(Flag(name, default, help, parse, f"<{'|'.join(enum_values)}>"))


def DEFINE_list(name: str, default: Any, help: str, **_: Any) -> Flag:
    """Defines a flag whose value is a list of texts, separated by commas."""
    return FLAGS._add(Flag(name, default, help, _list, "a comma separated list"))


def DEFINE_multi_string(name: str, default: Any, help: str, **_: Any) -> Flag:
    """Defines a flag that may be given several times; its value is a list of texts."""
    return FLAGS._add(Flag(name, default, help, _several(str), "several strings"))


def DEFINE_multi_integer(name: str, default: Any, help: str, **_: Any) -> Flag:
    """Defines a flag that may be given several times; its value is a list of integers."""
    return FLAGS._add(Flag(name, default, help, _several(_integer), "several integers"))


def DEFINE_multi_float(name: str, default: Any, help: str, **_: Any) -> Flag:
    """Defines a flag that may be given several times; its value is a list of numbers."""
    return FLAGS._add(Flag(name, default, help, _several(float), "several numbers"))


def mark_flag_as_required(flag_name: str) -> None:
    """Makes the command line wrong that leaves this flag without a value."""
    FLAGS[flag_name].required = True


def mark_flags_as_required(flag_names: Sequence[str]) -> None:
    """Makes the command line wrong that leaves one of these flags without a value."""
    for name in flag_names:
        mark_flag_as_required(name)
