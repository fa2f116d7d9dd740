"""The engine's messages are those of the tensorboard package, and go with them in one process."""

from __future__ import annotations

import importlib
import zlib
from pathlib import Path

from google.protobuf import descriptor_pb2
from tensorboard.compat.proto import event_pb2, graph_pb2, types_pb2

from grader.engine.core import messages


def test_the_descriptors_are_those_of_the_installed_release():
    path = Path(messages.__file__).with_name("messages.binpb.z")
    found = descriptor_pb2.FileDescriptorSet.FromString(zlib.decompress(path.read_bytes()))
    assert len(found.file) > 30
    for file in found.file:
        module = file.name.replace("/", ".").removesuffix(".proto") + "_pb2"
        wanted = descriptor_pb2.FileDescriptorProto()
        importlib.import_module(module).DESCRIPTOR.CopyToProto(wanted)
        assert file == wanted, f"{file.name} is of another release; run setup/messages.py"


def test_both_read_what_the_other_writes():
    ours = messages.GraphDef()
    node = ours.node.add(name="a", op="Const")
    node.attr["dtype"].type = messages.DataType.DT_FLOAT
    node.attr["value"].tensor.float_val.append(2.5)
    theirs = graph_pb2.GraphDef.FromString(ours.SerializeToString())
    assert theirs.node[0].attr["dtype"].type == types_pb2.DT_FLOAT
    assert messages.GraphDef.FromString(theirs.SerializeToString()) == ours
    event = event_pb2.Event(wall_time=1.0, step=3)
    event.summary.value.add(tag="loss", simple_value=0.5)
    assert messages.Event.FromString(event.SerializeToString()).summary.value[0].tag == "loss"
