"""Write the descriptors of TensorFlow's messages, from those in the tensorboard package.

    .venv/bin/python setup/messages.py

The engine makes its message classes from them (grader/engine/core/messages.py), so that it needs only
protobuf. To be run again when pyproject.toml names another release of TensorFlow.
"""

import argparse
import importlib
import sys
import zlib
from pathlib import Path

from google.protobuf import descriptor_pb2

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "grader" / "engine" / "core" / "messages.binpb.z"
# Files with the messages that the engine uses; what these import is added.
FILES = ("cluster", "config", "event", "meta_graph", "saver", "variable")


def descriptors() -> bytes:
    """A FileDescriptorSet in which each file comes after those that it imports."""
    found: dict[str, descriptor_pb2.FileDescriptorProto] = {}

    def add(file: object) -> None:
        if file.name not in found:
            for imported in file.dependencies:
                add(imported)
            found[file.name] = descriptor_pb2.FileDescriptorProto()
            file.CopyToProto(found[file.name])

    for name in FILES:
        add(importlib.import_module(f"tensorboard.compat.proto.{name}_pb2").DESCRIPTOR)
    return descriptor_pb2.FileDescriptorSet(file=found.values()).SerializeToString(
        deterministic=True
    )


def main() -> int:
    """Write the file."""
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    TARGET.write_bytes(zlib.compress(descriptors(), 9))
    print(f"Wrote {TARGET.relative_to(ROOT)}, {TARGET.stat().st_size} bytes.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
