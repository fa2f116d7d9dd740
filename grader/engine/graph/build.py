"""Building an operation from Python values: every public function that makes a node ends here."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from typing import Any

from grader.engine.core import dtypes
from grader.engine.core.attributes import to_python
from grader.engine.core.dtypes import DType
from grader.engine.graph.convert import (
    constant,
    convert_to_tensor,
    dtype_of_tensors,
    is_packed,
    packs_lists,
)
from grader.engine.graph.graph import NOTHING, Operation, Tensor, get_default_graph, name_scope
from grader.engine.registry import Argument, Attribute, OpDef, lookup


def apply(op_type: str, name: str | None = None, **arguments: Any) -> Any:
    """Adds an operation of type `op_type` to the graph of its inputs.

    arguments: the inputs and attributes that the table of operations names. Python values become
    constants, named after the input; types are inferred from inputs that already have one.
    Returns the output tensor, a list of several, or the Operation if it has no output.
    Raises TypeError for types that do not match or are not allowed, ValueError for shapes that
    cannot work.
    """
    definition = lookup(op_type)
    with name_scope(name or op_type, values=arguments.values()) as scope:
        graph = get_default_graph()
        inputs, attributes = _Resolver(definition, arguments).resolve()
        pairs = zip(definition.inputs, inputs, strict=False)
        references = [tensor for argument, tensor in pairs if argument.is_ref]
        output_dtypes = output_types(definition, attributes)
        with ExitStack() if references else NOTHING as colocated:
            for reference in references:
                colocated.enter_context(graph.colocate_with(reference))
            operation = graph.create(definition, inputs, attributes, output_dtypes, scope)
    return results(operation)


def results(operation: Operation) -> Any:
    """What the function that builds `operation` returns: a tensor, a list of several, or itself."""
    arguments = operation.definition.outputs
    if not arguments:
        return operation
    if not operation.outputs and operation.definition.stateful:
        return operation
    single = len(arguments) == 1 and not (arguments[0].number_attr or arguments[0].type_list_attr)
    return operation.outputs[0] if single else list(operation.outputs)


def output_types(definition: OpDef, attributes: dict[str, Any]) -> list[DType]:
    """The output types of an operation with these attributes."""
    types: list[DType] = []
    for argument in definition.outputs:
        if argument.type_list_attr:
            types += attributes[argument.type_list_attr]
            continue
        dtype = argument.dtype or attributes[argument.type_attr]  # type: ignore[index]
        if argument.is_ref:
            dtype = dtypes.BY_NUMBER[dtype.as_datatype_enum + dtypes.REF_OFFSET]
        types += [dtype] * (attributes[argument.number_attr] if argument.number_attr else 1)
    return types


class _Resolver:
    """Converts the arguments of one call to tensors and attributes."""

    def __init__(self, definition: OpDef, arguments: dict[str, Any]):
        self.definition = definition
        self.arguments = arguments
        self.attributes: dict[str, Any] = {}
        self.origin: dict[str, str] = {}

    def resolve(self) -> tuple[list[Tensor], dict[str, Any]]:
        definition = self.definition
        given = [name for name in self.arguments if name in definition.attributes]
        explicit = {
            name: to_python(value, definition.attributes[name].kind, name)
            for name in given
            if (value := self.arguments.pop(name)) is not None
        }
        for name, value in explicit.items():
            # A type that is both given and inferred must agree; that is checked later.
            if any(argument.type_attr == name for argument in definition.inputs):
                self.attributes[name] = value
                self.origin[name] = name
        inputs: list[Tensor] = []
        for argument in definition.inputs:
            if argument.name not in self.arguments:
                raise TypeError(f"{definition.type} needs an input {argument.name!r}")
            value = self.arguments.pop(argument.name)
            if argument.number_attr or argument.type_list_attr:
                inputs += self._many(argument, value)
            else:
                inputs.append(self._one(argument, value))
        if self.arguments:
            raise TypeError(
                f"{definition.type} got unexpected arguments: {', '.join(sorted(self.arguments))}"
            )
        return inputs, self._complete(explicit)

    def _complete(self, explicit: dict[str, Any]) -> dict[str, Any]:
        complete = {}
        for name, attribute in self.definition.attributes.items():
            if name in self.attributes:
                complete[name] = self.attributes[name]
            elif name in explicit:
                complete[name] = explicit[name]
            elif not attribute.required:
                complete[name] = to_python(attribute.default, attribute.kind, name)
            else:
                raise TypeError(f"{self.definition.type} needs an attribute {name!r}")
            if attribute.kind != "type" or self.origin.get(name, name) == name:  # not yet checked
                self._check_allowed(attribute, complete[name], name)
        return complete

    def _check_allowed(self, attribute: Attribute, value: Any, name: str) -> None:
        forbidden = attribute.forbidden(value)
        if forbidden is not None:
            allowed = ", ".join(sorted(dtype.name for dtype in attribute.allowed or ()))
            raise TypeError(
                f"Value passed to parameter '{self.origin.get(name, name)}' has DataType "
                f"{forbidden.name} not in list of allowed values: {allowed}"
            )
        if attribute.minimum is not None:
            size = value if attribute.kind == "int" else len(value)
            if size < attribute.minimum:
                raise ValueError(
                    f"Attr '{name}' of '{self.definition.type}' Op passed {size} less than "
                    f"minimum {attribute.minimum}."
                )

    def _one(self, argument: Argument, value: Any) -> Tensor:
        if argument.is_ref and not value.dtype._is_ref_dtype:  # as TensorFlow's functions find out
            raise AttributeError(f"'{type(value).__name__}' object has no attribute '_lazy_read'")
        wanted, hint = argument.dtype, None
        attr = argument.type_attr
        if attr is not None:
            wanted = self.attributes.get(attr)
            default = self.definition.attributes[attr]
            if wanted is None and not default.required:
                hint = to_python(default.default, "type", attr)
        known = wanted is None and isinstance(value, Tensor)
        tensor = value if known else self._convert(argument, value, wanted, hint)
        if attr is not None and attr not in self.attributes:
            self._set_type(attr, tensor.dtype.base_dtype, argument.name)
        return tensor

    def _set_type(self, attr: str, dtype: DType, origin: str) -> None:
        self.attributes[attr] = dtype
        self.origin[attr] = origin
        self._check_allowed(self.definition.attributes[attr], dtype, attr)

    def _convert(
        self, argument: Argument, value: Any, wanted: DType | None, hint: DType | None
    ) -> Tensor:
        if hint is not None and not isinstance(value, Tensor):
            allowed = self.definition.attributes[argument.type_attr].allowed  # type: ignore[index]
            natural = _natural(argument, value) if allowed else None
            if natural is not None and natural.dtype.base_dtype in allowed:  # type: ignore[operator]
                return natural
        try:
            return convert_to_tensor(
                value, wanted, argument.name, preferred_dtype=hint, as_ref=argument.is_ref
            )
        except TypeError as error:
            if wanted is None:
                raise
            raise TypeError(
                f"Expected {wanted.name} passed to parameter '{argument.name}' of op "
                f"'{self.definition.type}', got {value!r} of type '{type(value).__name__}' instead."
                f" Error: {error}"
            ) from None
        except ValueError as error:
            own = getattr(value, "dtype", None)
            if not isinstance(own, DType):
                raise ValueError(
                    f"Tried to convert '{argument.name}' to a tensor and failed. Error: {error}"
                ) from None
            if wanted is None:
                raise
            against = (
                f"type {wanted.name} of argument '{self.origin.get(argument.type_attr, '')}'"
                if argument.type_attr
                else f"expected type of {wanted.name}"
            )
            raise TypeError(
                f"Input '{argument.name}' of '{self.definition.type}' Op has type {own.name} that "
                f"does not match {against}. Use tf.cast to change a type."
            ) from error

    def _many(self, argument: Argument, values: Any) -> list[Tensor]:
        if not isinstance(values, (list, tuple)):
            raise TypeError(
                f"Expected list for '{argument.name}' argument to '{self.definition.type}' Op, not "
                f"{values}."
            )
        if argument.type_list_attr:
            attr = argument.type_list_attr
            wanted = self.attributes.get(attr)
            tensors = [
                convert_to_tensor(
                    value,
                    None if wanted is None else wanted[index],
                    f"{argument.name}_{index}",
                )
                for index, value in enumerate(values)
            ]
            self.attributes[attr] = [tensor.dtype.base_dtype for tensor in tensors]
            self.origin[attr] = argument.name
            return tensors
        return self._same_type(argument, list(values))

    def _same_type(self, argument: Argument, values: list[Any]) -> list[Tensor]:
        attr = argument.type_attr
        wanted = argument.dtype or (self.attributes.get(attr) if attr else None)
        if wanted is None:
            wanted = next(
                (value.dtype.base_dtype for value in values if isinstance(value, Tensor)), None
            )
        hint = None
        if wanted is None and attr and not self.definition.attributes[attr].required:
            hint = to_python(self.definition.attributes[attr].default, "type", attr)
        try:
            tensors = [
                convert_to_tensor(value, wanted, f"{argument.name}_{index}", preferred_dtype=hint)
                for index, value in enumerate(values)
            ]
        except (TypeError, ValueError) as error:
            for value in values:
                # TensorFlow converts them again for its message; the constants stay in the graph.
                with suppress(TypeError, ValueError):
                    convert_to_tensor(value)
            raise TypeError(
                f"Tensors in list passed to '{argument.name}' of '{self.definition.type}' Op do "
                f"not all have one type that it takes: {error}"
            ) from None
        kinds = {tensor.dtype.base_dtype for tensor in tensors}
        if len(kinds) > 1:
            names = ", ".join(tensor.dtype.name for tensor in tensors)
            raise TypeError(
                f"Tensors in list passed to '{argument.name}' of '{self.definition.type}' Op have "
                f"types [{names}] that don't all match. Use tf.cast to change a type."
            )
        number = argument.number_attr
        assert number is not None
        minimum = self.definition.attributes[number].minimum
        if minimum is not None and len(tensors) < minimum:
            raise ValueError(
                f"List argument '{argument.name}' to '{self.definition.type}' Op with length "
                f"{len(tensors)} shorter than minimum length {minimum}."
            )
        self.attributes[number] = len(tensors)
        if attr and attr not in self.attributes and tensors:
            self._set_type(attr, tensors[0].dtype.base_dtype, argument.name)
        return tensors


def _natural(argument: Argument, value: Any) -> Tensor | None:
    """The value as a tensor of its natural type, or None if it has none.

    As in TensorFlow, the constant stays in the graph even if its type turns out not to be allowed;
    the names of later nodes depend on it.
    """
    try:
        return convert_to_tensor(value, name=argument.name, as_ref=argument.is_ref)
    except TypeError:
        return None


@packs_lists
def _pack(value: Any, dtype: DType | None, name: str | None) -> Tensor:
    """A list that holds tensors, as a Pack of its items; nested lists become nested Packs."""
    first = dtype_of_tensors(value)
    wanted = dtype or first

    def cast(items: Any) -> Any:
        if isinstance(items, (list, tuple)):
            return [cast(item) for item in items]
        if is_packed(items) and items.dtype.base_dtype != wanted:
            return apply("Cast", x=items, DstT=wanted)
        return items

    if first != wanted:
        # A type other than the first tensor's was requested: TensorFlow casts them all.
        value = cast(value)

    def pack(items: Any, scope_name: str) -> Any:
        holds_tensor, converted = False, []
        with name_scope(scope_name) as scope:
            for index, item in enumerate(items):
                if is_packed(item):
                    tensor = convert_to_tensor(item)
                    if wanted is not None and tensor.dtype.base_dtype != wanted:
                        raise TypeError(
                            f"Cannot convert a list containing a tensor of dtype {tensor.dtype} to "
                            f"{wanted} (Tensor is: {tensor!r})"
                        )
                    converted.append(tensor)
                    holds_tensor = True
                elif isinstance(item, (list, tuple)):
                    inner = pack(item, str(index))
                    holds_tensor = holds_tensor or isinstance(inner, Tensor)
                    converted.append(inner)
                else:
                    converted.append(item)
            if not holds_tensor:
                return converted
            tensors = [
                item if isinstance(item, Tensor) else constant(item, wanted, name=str(index))
                for index, item in enumerate(converted)
            ]
            return apply("Pack", name=scope, values=tensors, axis=0)

    return pack(value, name or "packed")
