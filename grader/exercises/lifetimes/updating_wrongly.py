"""Mistakes of the exercise on averages that learn: what the judge compares wrong answers with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader import engine as tf


def counted_rows(counts: Any, rows: Any, prices: Any) -> Any:
    """The new counts of the reported rows, once they are in the variable."""
    return tf.gather(tf.scatter_add(counts, rows, tf.ones_like(prices)), rows)


def overwrites() -> Callable[..., Any]:
    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        with tf.control_dependencies([counted_rows(counts, rows, prices)]):
            return tf.gather(tf.scatter_update(means, rows, prices), rows)

    return reprice


def one_report_wins() -> Callable[..., Any]:
    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        old = tf.gather(means, rows)
        new = old + (prices - old) / counted_rows(counts, rows, prices)
        return tf.gather(tf.scatter_update(means, rows, new), rows)

    return reprice


def each_as_if_alone() -> Callable[..., Any]:
    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        seen = tf.gather(counts, rows) + 1.0
        steps = (prices - tf.gather(means, rows)) / seen
        with tf.control_dependencies([tf.scatter_update(counts, rows, seen)]):
            return tf.gather(tf.scatter_add(means, rows, steps), rows)

    return reprice


def divides_by_one_more(ordered: bool, counted: bool = True) -> Callable[..., Any]:
    """Each report moves the mean as if it were the only one; the count may grow as it should."""

    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        seen = tf.gather(counts, rows) + 1.0
        new = tf.scatter_add(means, rows, (prices - tf.gather(means, rows)) / seen)
        with tf.control_dependencies([seen] if ordered else []):
            count = tf.scatter_add(counts, rows, tf.ones_like(prices))
        with tf.control_dependencies([count] if counted else []):
            return tf.gather(new, rows)

    return reprice


def gives_the_old_means() -> Callable[..., Any]:
    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        old = tf.gather(means, rows)
        steps = (prices - old) / counted_rows(counts, rows, prices)
        with tf.control_dependencies([tf.scatter_add(means, rows, steps)]):
            return tf.identity(old)

    return reprice


def never_updates() -> Callable[..., Any]:
    return lambda means, counts, rows, prices: tf.gather(means, rows)


def never_counts() -> Callable[..., Any]:
    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        tf.scatter_add(counts, rows, tf.ones_like(prices))
        steps = (prices - tf.gather(means, rows)) / tf.gather(counts, rows)
        return tf.gather(tf.scatter_add(means, rows, steps), rows)

    return reprice


def counts_in_no_order() -> Callable[..., Any]:
    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        count = tf.scatter_add(counts, rows, tf.ones_like(prices))
        ones = tf.unsorted_segment_sum(tf.ones_like(prices), rows, tf.size(means))
        steps = (prices - tf.gather(means, rows)) / tf.gather(counts + ones, rows)
        with tf.control_dependencies([count]):
            return tf.gather(tf.scatter_add(means, rows, steps), rows)

    return reprice


def divides_by_counts_in_no_order() -> Callable[..., Any]:
    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        steps = (prices - tf.gather(means, rows)) / tf.gather(counts, rows)
        new = tf.scatter_add(means, rows, steps)
        with tf.control_dependencies([tf.scatter_add(counts, rows, tf.ones_like(prices))]):
            return tf.gather(new, rows)

    return reprice


def counts_stay() -> Callable[..., Any]:
    """Computes the new counts, and puts only the means into their variable."""

    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        seen = counts + tf.unsorted_segment_sum(tf.ones_like(prices), rows, tf.size(means))
        steps = (prices - tf.gather(means, rows)) / tf.gather(seen, rows)
        return tf.gather(tf.scatter_add(means, rows, steps), rows)

    return reprice


def half_of_each() -> Callable[..., Any]:
    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        with tf.control_dependencies([counted_rows(counts, rows, prices)]):
            steps = (prices - tf.gather(means, rows)) / 2.0
            return tf.gather(tf.scatter_add(means, rows, steps), rows)

    return reprice


def changes_copies() -> Callable[..., Any]:
    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        size = tf.size(means)
        seen = counts + tf.unsorted_segment_sum(tf.ones_like(prices), rows, size)
        steps = (prices - tf.gather(means, rows)) / tf.gather(seen, rows)
        return tf.gather(means + tf.unsorted_segment_sum(steps, rows, size), rows)

    return reprice


def returns_the_table() -> Callable[..., Any]:
    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        steps = (prices - tf.gather(means, rows)) / counted_rows(counts, rows, prices)
        return tf.scatter_add(means, rows, steps)

    return reprice


def whole_table() -> Callable[..., Any]:
    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        size = tf.size(means)
        sums = means * counts + tf.unsorted_segment_sum(prices, rows, size)
        ones = tf.unsorted_segment_sum(tf.ones_like(prices), rows, size)
        with tf.control_dependencies([sums]):
            new = tf.assign(means, sums / tf.assign_add(counts, ones))
        return tf.gather(new, rows)

    return reprice


def one_alone_wins() -> Callable[..., Any]:
    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        old, seen = tf.gather(means, rows), tf.gather(counts, rows) + 1.0
        with tf.control_dependencies([seen]):
            counted = tf.scatter_add(counts, rows, tf.ones_like(prices))
        with tf.control_dependencies([counted]):
            new = tf.scatter_update(means, rows, old + (prices - old) / seen)
        return tf.gather(new, rows)

    return reprice


def new_table(weighed: bool, counted: bool) -> Callable[..., Any]:
    """Computes every row anew, with or without the old prices, and may put the counts into their variable."""

    def reprice(means: Any, counts: Any, rows: Any, prices: Any) -> Any:
        size = tf.size(means)
        ones = tf.unsorted_segment_sum(tf.ones_like(prices), rows, size)
        sums = tf.unsorted_segment_sum(prices, rows, size)
        old, before = means + 0.0, counts + 0.0
        if weighed:
            new = (old * before + sums) / tf.maximum(before + ones, 1.0)
        else:
            new = tf.where(ones > 0.0, sums / tf.maximum(ones, 1.0), old)
        with tf.control_dependencies([tf.assign(counts, before + ones)] if counted else []):
            return tf.gather(tf.assign(means, new), rows)

    return reprice
