"""The course in WebAssembly: collected only when it is asked for (`make wasm-test`)."""

from pathlib import Path

HERE = Path(__file__).resolve().parent


def pytest_ignore_collect(collection_path, config):
    """True where nobody named this folder, or a file in it, on the command line."""
    asked = [Path(argument.partition("::")[0]).resolve() for argument in config.args]
    return None if any(path == HERE or HERE in path.parents for path in asked) else True
