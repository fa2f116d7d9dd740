"""tf.nn for users: rows of embeddings, and losses over a few of many classes."""

from __future__ import annotations

from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, colocate_with, device, name_scope
from grader.engine.nn import losses
from grader.engine.nn.candidate_sampling import (
    compute_accidental_hits,
    log_uniform_candidate_sampler,
)
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making as making
from grader.engine.ops.arrays import shape_functions as shapes
from grader.engine.ops.arrays.scattering import dynamic_partition
from grader.engine.ops.common.basic import identity, stop_gradient
from grader.engine.ops.math import choices as choices
from grader.engine.ops.math import clip as clipping
from grader.engine.ops.math import functions as m
from grader.engine.ops.products import functions as products
from grader.engine.ops.reductions import functions as reductions

__all__ = ["embedding_lookup", "nce_loss", "sampled_softmax_loss"]


def embedding_lookup(
    params: Any,
    ids: Any,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: float | None = None,
) -> Tensor:
    """Rows of `params`, or of a list of tensors that hold the rows in turn ("mod") or parts ("div").

    max_norm: rows longer than that are scaled down to it.
    """
    if params is None:
        raise ValueError("params must be specified")
    if isinstance(params, (list, tuple)) and not params:
        raise ValueError("Length of params is currently 0. Need at least one param.")
    held = (
        list(params) if isinstance(params, list) or hasattr(params, "_variable_list") else [params]
    )
    with name_scope(name, "embedding_lookup", [*held, ids]) as scope:
        parts = [convert_to_tensor(part, name=f"params_{index}") for index, part in enumerate(held)]
        ids = convert_to_tensor(ids, name="ids")
        if len(parts) == 1:
            with colocate_with(parts[0]):
                rows = arrays.gather(parts[0], ids, name=scope)
                rows = _clipped(rows, ids, max_norm)
            return identity(rows)
        return _clipped(_joined(parts, ids, partition_strategy, scope), ids, max_norm)


def _clipped(rows: Tensor, ids: Tensor, max_norm: float | None) -> Tensor:
    if max_norm is None:
        return rows
    first, last = ids.shape.rank, rows.shape.rank
    axes = list(range(first, last)) if first and last else making.range(
        first or shapes.rank(ids), last or shapes.rank(rows)
    )  # fmt: skip
    return clipping.clip_by_norm(rows, max_norm, axes=axes)


def _joined(parts: list[Tensor], ids: Any, strategy: str, scope: str) -> Tensor:
    count = len(parts)
    flat: Any = arrays.reshape(ids, [-1])
    order = making.range(shapes.size(flat, out_type=d.int32))
    if strategy == "mod":
        places: Any = flat % count
        rows: Any = flat // count
    elif strategy == "div":
        places, rows = _divided(parts, flat)
    else:
        raise ValueError(
            f"Unrecognized partition strategy: {strategy}.Must be one of either `mod` or `div`."
        )
    places = m.cast(places, d.int32)
    rows_of = dynamic_partition(rows, places, count)
    order_of = dynamic_partition(order, places, count)
    found = []
    for part, mine in zip(parts, rows_of, strict=True):
        with device(None), colocate_with(part):
            found.append(arrays.gather(part, mine))
    result = apply("ParallelDynamicStitch", scope, indices=order_of, data=found)
    row = parts[0].shape[1:]
    for part in parts[1:]:
        row = row.merge_with(part.shape[1:])
    if row.is_fully_defined():
        sizes: Any = row.as_list()
    else:
        with colocate_with(parts[0]):
            sizes = shapes.shape(parts[0])
        sizes = sizes[1:]
    result = arrays.reshape(result, arrays.concat([shapes.shape(ids), sizes], 0))
    result.set_shape(ids.shape.concatenate(row))
    return result


def _divided(parts: list[Tensor], flat: Any) -> tuple[Tensor, Tensor]:
    """(part, row in it) of each id: the first `extras` parts hold a row more than the others."""
    known: list[Any] = [
        None if part.shape.rank is None else part.shape.as_list()[0] for part in parts
    ]
    if None not in known and sum(known):
        total: Any = constant(sum(known), flat.dtype)
    else:
        heights: list[Any] = []
        for part, height in zip(parts, known, strict=True):
            with colocate_with(part):
                heights.append(shapes.shape(part)[0] if height is None else height)
        total = reductions.reduce_sum(m.cast(arrays.stack(heights), flat.dtype))
    each, extras = total // len(parts), total % len(parts)
    places = m.maximum(flat // (each + 1), (flat - extras) // each)
    early = places < extras
    return places, choices.where(early, flat % (each + 1), (flat - extras) % each)


# -------------------------------------------------- losses over a sample of the classes


def _sum_rows(x: Tensor) -> Tensor:
    ones = making.ones(arrays.stack([shapes.shape(x)[1], 1]), x.dtype)
    return arrays.reshape(products.matmul(x, ones), [-1])


def _sampled_logits(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int,
    sampled_values: Any,
    remove_accidental_hits: bool,
    partition_strategy: str,
    name: str | None,
    seed: int | None = None,
) -> tuple[Tensor, Tensor]:
    """(logits, labels) of the true classes and of those sampled, (rows, num_true + num_sampled).

    From the logits the log of how often a class is expected is taken. Source: Jean et al., On using
    very large target vocabulary for neural machine translation (2014).
    """
    weights = weights if isinstance(weights, list) else [weights]
    with name_scope(name, "compute_sampled_logits", [*weights, biases, inputs, labels]):
        labels = m.cast(labels, d.int64) if labels.dtype != d.int64 else labels
        flat = arrays.reshape(labels, [-1])
        if sampled_values is None:
            sampled_values = log_uniform_candidate_sampler(
                labels, num_true, num_sampled, True, num_classes, seed
            )
        sampled, of_true, of_sampled = (stop_gradient(one) for one in sampled_values)
        sampled = m.cast(sampled, d.int64)
        ids = arrays.concat([flat, sampled], 0)
        all_w = embedding_lookup(weights, ids, partition_strategy)
        all_w = m.cast(all_w, inputs.dtype) if all_w.dtype != inputs.dtype else all_w
        sizes = arrays.stack([shapes.shape(flat)[0], -1])
        true_w = arrays.slice(all_w, [0, 0], sizes)
        start = arrays.stack([shapes.shape(flat)[0], 0])
        sampled_w = arrays.slice(all_w, start, [-1, -1])
        sampled_logits = products.matmul(inputs, sampled_w, transpose_b=True)
        all_b = embedding_lookup(biases, ids, partition_strategy)
        all_b = m.cast(all_b, inputs.dtype) if all_b.dtype != inputs.dtype else all_b
        true_b = arrays.slice(all_b, [0], shapes.shape(flat))
        sampled_b = arrays.slice(all_b, shapes.shape(flat), [-1])
        width = shapes.shape(true_w)[1:2]
        by_row = arrays.concat([[-1, num_true], width], 0)
        inputs = arrays.expand_dims(inputs, 1)
        dots = m.multiply(inputs, arrays.reshape(true_w, by_row))
        dots = arrays.reshape(dots, arrays.concat([[-1], width], 0))
        true_logits = arrays.reshape(_sum_rows(dots), [-1, num_true])
        true_b = arrays.reshape(true_b, [-1, num_true])
        true_logits += true_b
        sampled_logits += sampled_b
        if remove_accidental_hits:
            rows, places, low = compute_accidental_hits(labels, sampled, num_true)
            rows = arrays.reshape(rows, [-1, 1])
            places = arrays.reshape(m.cast(places, d.int32), [-1, 1])
            where = arrays.concat([rows, places], 1, "sparse_indices")
            shape: Any = [shapes.shape(labels)[:1], arrays.expand_dims(num_sampled, 0)]
            shape = arrays.concat(shape, 0)
            low = m.cast(low, sampled_logits.dtype) if low.dtype != sampled_logits.dtype else low
            sampled_logits += apply(
                "SparseToDense",
                sparse_indices=where,
                output_shape=shape,
                sparse_values=low,
                default_value=0.0,
                validate_indices=False,
            )
        true_logits -= m.log(of_true)
        sampled_logits -= m.log(of_sampled)
        logits = arrays.concat([true_logits, sampled_logits], 1)
        true = making.ones_like(true_logits) / num_true
        return logits, arrays.concat([true, making.zeros_like(sampled_logits)], 1)


def nce_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = False,
    partition_strategy: str = "mod",
    name: str | None = "nce_loss",
) -> Tensor:
    """Noise-contrastive estimation: true classes against sampled ones, one loss a row.

    weights: (num_classes, width); biases: (num_classes,); labels: (rows, num_true) int64; inputs:
    (rows, width). Source: Gutmann and Hyvarinen (2010).
    """
    logits, targets = _sampled_logits(
        weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values,
        remove_accidental_hits, partition_strategy, name,
    )  # fmt: skip
    sampled = losses.sigmoid_cross_entropy_with_logits(targets, logits, "sampled_losses")
    return _sum_rows(sampled)


def sampled_softmax_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    partition_strategy: str = "mod",
    name: str | None = "sampled_softmax_loss",
    seed: int | None = None,
) -> Tensor:
    """The softmax's cross entropy over the true classes and sampled ones, one loss a row."""
    logits, targets = _sampled_logits(
        weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values,
        remove_accidental_hits, partition_strategy, name, seed,
    )  # fmt: skip
    targets = stop_gradient(targets, name="labels_stop_gradient")
    return losses.softmax_cross_entropy_with_logits_v2(targets, logits)
