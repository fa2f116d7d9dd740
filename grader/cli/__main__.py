"""`python -m grader.cli` is the `grader` command."""

from grader.cli import main

if __name__ == "__main__":
    main(prog_name="grader")
