"""TensorFlow's protocol buffer messages, under TensorFlow's names.

Their classes are made from descriptors in the file beside this one (setup/messages.py writes it), so that
no package needs to ship them. They have their own descriptor pool: the same messages of TensorFlow or
TensorBoard may be in the same process.
"""

import zlib
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

# fmt: off
__all__ = [
    "AttrValue", "ConfigProto", "Event", "GPUOptions", "GraphDef", "GraphOptions",
    "MetaGraphDef", "NodeDef", "OptimizerOptions", "RunMetadata", "RunOptions", "SessionLog",
    "Summary", "SummaryMetadata",
]
# fmt: on


def _read() -> descriptor_pool.DescriptorPool:
    packed = Path(__file__).with_name("messages.binpb.z").read_bytes()
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(zlib.decompress(packed)).file:
        pool.Add(file)
    return pool


_pool = _read()


def _message(name: str) -> Any:
    found = _pool.FindMessageTypeByName(f"tensorboard.{name}")
    made = message_factory.GetMessageClass(found)
    for inner in found.nested_types:  # Summary.Value: protobuf in pure Python does not name them
        if not hasattr(made, inner.name):
            setattr(made, inner.name, message_factory.GetMessageClass(inner))
    return made


AttrValue: Any = _message("AttrValue")
ClusterDef: Any = _message("ClusterDef")
ConfigProto: Any = _message("ConfigProto")
Event: Any = _message("Event")
GPUOptions: Any = _message("GPUOptions")
GraphDef: Any = _message("GraphDef")
GraphOptions: Any = _message("GraphOptions")
MetaGraphDef: Any = _message("MetaGraphDef")
NodeDef: Any = _message("NodeDef")
OptimizerOptions: Any = _message("OptimizerOptions")
RunMetadata: Any = _message("RunMetadata")
RunOptions: Any = _message("RunOptions")
SaverDef: Any = _message("SaverDef")
SessionLog: Any = _message("SessionLog")
Summary: Any = _message("Summary")
SummaryMetadata: Any = _message("SummaryMetadata")
TaggedRunMetadata: Any = _message("TaggedRunMetadata")
TensorProto: Any = _message("TensorProto")
TensorShapeProto: Any = _message("TensorShapeProto")
VariableDef: Any = _message("VariableDef")

# The numbers of types in these messages: DataType.DT_FLOAT.
DataType: Any = EnumTypeWrapper(_pool.FindEnumTypeByName("tensorboard.DataType"))
