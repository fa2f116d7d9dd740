"""`python -m grader.translating`: see the package's description."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from grader.translating import __doc__ as description
from grader.translating import catalogues, checking
from grader.translating.collecting import DOMAINS, UnreadableText


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and gives its exit status: 1 when something is missing or differs."""
    parser = argparse.ArgumentParser(
        prog="python -m grader.translating",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in (("update", "collect texts and compile"), ("check", "say what is missing")):
        one = commands.add_parser(name, help=text)
        one.add_argument("domain", nargs="*", help=f"of: {', '.join(DOMAINS)} (all without one)")
    add = commands.add_parser("add", help="begin another language")
    add.add_argument("language", help='as gettext names it: "fr", "pt_BR"')
    chosen = parser.parse_args(arguments)
    unknown = set(getattr(chosen, "domain", ())) - set(DOMAINS)
    if unknown:
        parser.error(f"no domain {sorted(unknown)[0]!r}; available: {', '.join(DOMAINS)}")
    try:
        if chosen.command == "check":
            return _check(chosen.domain or DOMAINS)
        if chosen.command == "add":
            return _update(DOMAINS, [chosen.language])
        return _update(chosen.domain or DOMAINS, catalogues.languages())
    except UnreadableText as error:
        print(error, file=sys.stderr)
        return 1


def _update(domains: Sequence[str], languages: Sequence[str]) -> int:
    for domain in domains:
        for language, count in catalogues.update(domain, languages).items():
            print(f"{language}/{domain}: {f'{count} not translated' if count else 'complete'}")
    return 0


def _check(domains: Sequence[str]) -> int:
    found = [one for domain in domains for one in checking.problems(domain)]
    print("\n".join(found) or "Complete.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
