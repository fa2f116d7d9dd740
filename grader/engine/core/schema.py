"""Messages that TensorFlow writes to files and the tensorboard package does not ship.

They are declared here in the language of protocol buffers and parsed by `_declared`. They have their
own descriptor pool, so that they do not clash with TensorFlow's messages in the same process.
"""

from __future__ import annotations

import re
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

# fmt: off
__all__ = [
    "BytesList", "CheckpointState", "Example", "Feature", "FeatureList", "FeatureLists", "Features",
    "FloatList", "Int64List", "SequenceExample",
]
# fmt: on

# From tensorflow/core/protobuf/tensor_bundle.proto, tensor_shape.proto,
# python/training/checkpoint_state.proto and core/example/*.proto. Enumerations are written as
# int32, and a message that nothing reads as bytes: the same bytes.
DECLARATIONS = """
message BundleVersion { int32 producer = 1; int32 min_consumer = 2; repeated int32 bad_consumers = 3; }
message BundleHeaderProto { int32 num_shards = 1; int32 endianness = 2; BundleVersion version = 3; }
message BundleDimension { int64 size = 1; string name = 2; }
message BundleShape { repeated BundleDimension dim = 2; bool unknown_rank = 3; }
message BundleEntryProto {
  int32 dtype = 1; BundleShape shape = 2; int32 shard_id = 3; int64 offset = 4; int64 size = 5;
  fixed32 crc32c = 6; repeated bytes slices = 7;
}
message CheckpointState {
  string model_checkpoint_path = 1; repeated string all_model_checkpoint_paths = 2;
  repeated double all_model_checkpoint_timestamps = 3; double last_preserved_timestamp = 4;
}
message BytesList { repeated bytes value = 1; }
message FloatList { repeated float value = 1; }
message Int64List { repeated int64 value = 1; }
message Feature {
  oneof kind { BytesList bytes_list = 1; FloatList float_list = 2; Int64List int64_list = 3; }
}
message Features { map<string, Feature> feature = 1; }
message FeatureList { repeated Feature feature = 1; }
message FeatureLists { map<string, FeatureList> feature_list = 1; }
message Example { Features features = 1; }
message SequenceExample { Features context = 1; FeatureLists feature_lists = 2; }
"""

_TOKEN = re.compile(
    r"message (\w+) \{|oneof (\w+) \{|(map<string, )?(repeated )?(\w+)>? (\w+) = (\d+);|\}"
)
_FIELD = descriptor_pb2.FieldDescriptorProto


def _declared(text: str) -> dict[str, Any]:
    """The classes of the messages that `text` declares."""
    file = descriptor_pb2.FileDescriptorProto(
        name="engine_files.proto", package="tensorflow", syntax="proto3"
    )
    message: Any = None
    in_oneof = False
    for token in _TOKEN.finditer(text):
        name, oneof, is_map, repeated, kind, field, number = token.groups()
        if name:
            message = file.message_type.add(name=name)
        elif oneof:
            message.oneof_decl.add(name=oneof)
            in_oneof = True
        elif field:
            added = message.field.add(name=field, number=int(number))
            added.label = _FIELD.LABEL_REPEATED if repeated or is_map else _FIELD.LABEL_OPTIONAL
            if is_map:
                entry = message.nested_type.add(name=f"{field.title().replace('_', '')}Entry")
                entry.options.map_entry = True
                for index, part in enumerate(("string", kind), start=1):
                    _set_type(entry.field.add(name=("key", "value")[index - 1], number=index), part)
                kind = f"{message.name}.{entry.name}"
            _set_type(added, kind)
            if in_oneof:
                added.oneof_index = 0
        else:
            in_oneof = False
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {
        declared.name: message_factory.GetMessageClass(
            pool.FindMessageTypeByName(f"tensorflow.{declared.name}")
        )
        for declared in file.message_type
    }


def _set_type(field: Any, kind: str) -> None:
    scalar = getattr(_FIELD, f"TYPE_{kind.upper()}", None)
    field.type = _FIELD.TYPE_MESSAGE if scalar is None else scalar
    if scalar is None:
        field.type_name = f".tensorflow.{kind}"
    if not field.label:
        field.label = _FIELD.LABEL_OPTIONAL


_messages = _declared(DECLARATIONS)
BundleHeaderProto: Any = _messages["BundleHeaderProto"]
BundleEntryProto: Any = _messages["BundleEntryProto"]
CheckpointState: Any = _messages["CheckpointState"]
BytesList: Any = _messages["BytesList"]
FloatList: Any = _messages["FloatList"]
Int64List: Any = _messages["Int64List"]
Feature: Any = _messages["Feature"]
Features: Any = _messages["Features"]
FeatureList: Any = _messages["FeatureList"]
FeatureLists: Any = _messages["FeatureLists"]
Example: Any = _messages["Example"]
SequenceExample: Any = _messages["SequenceExample"]
