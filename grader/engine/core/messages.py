"""The protocol buffer messages of the public interface, under TensorFlow's names."""

from tensorboard.compat.proto.attr_value_pb2 import AttrValue
from tensorboard.compat.proto.config_pb2 import (
    ConfigProto,
    GPUOptions,
    GraphOptions,
    OptimizerOptions,
    RunMetadata,
    RunOptions,
)
from tensorboard.compat.proto.event_pb2 import Event, SessionLog
from tensorboard.compat.proto.graph_pb2 import GraphDef
from tensorboard.compat.proto.meta_graph_pb2 import MetaGraphDef
from tensorboard.compat.proto.node_def_pb2 import NodeDef
from tensorboard.compat.proto.summary_pb2 import Summary, SummaryMetadata

# fmt: off
__all__ = [
    "AttrValue", "ConfigProto", "Event", "GPUOptions", "GraphDef", "GraphOptions",
    "MetaGraphDef", "NodeDef", "OptimizerOptions", "RunMetadata", "RunOptions", "SessionLog",
    "Summary", "SummaryMetadata",
]
# fmt: on
