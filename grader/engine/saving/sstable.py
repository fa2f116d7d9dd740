"""Sorted string tables of keys and values, in LevelDB's format: the index of a checkpoint.

Blocks of entries are followed by an index block with their places, and a footer with its place
(github.com/google/leveldb, doc/table_format.md). A key is stored without the prefix that it shares
with the key before it; every 16th is stored in full. Blocks end in a checksum.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.engine.core.errors import DataLossError, UnimplementedError
from grader.engine.data.checksums import masked_crc

MAGIC = 0xDB4775248B80FB57
FOOTER = 48  # bytes
BLOCK = 256 * 1024  # bytes after which a new block begins, as in TensorFlow
RESTART = 16  # entries from one key that is stored in full to the next


def damaged(path: str, what: str) -> DataLossError:
    """The error for a file with wrong contents."""
    return DataLossError(None, None, f"{what}\n{path} is damaged, or no file of this kind.")


def varint(number: int) -> bytes:
    """A number in as few bytes as possible, seven bits in each."""
    result = bytearray()
    while number > 127:
        result.append(number & 127 | 128)
        number >>= 7
    return bytes([*result, number])


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """The number at a position, and the position after it. Raises IndexError at the end."""
    number = 0
    for shift in range(0, 70, 7):
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        if byte < 128:
            return number, at
    raise IndexError("a number of more than ten bytes")


# ------------------------------------------------------------------------------------- writing


def write_table(items: Mapping[bytes, bytes]) -> bytes:
    """The bytes of a table of these entries."""
    out = bytearray()
    index: dict[bytes, bytes] = {}
    waiting: list[tuple[bytes, bytes]] = []
    size = 0

    def append(block: bytes) -> bytes:
        handle = varint(len(out)) + varint(len(block))
        out.extend(block + b"\0")  # 0: not compressed
        out.extend(masked_crc(block + b"\0").to_bytes(4, "little"))
        return handle

    for key in sorted(items):
        if size >= BLOCK:
            last = waiting[-1][0]
            index[_between(last, key)] = append(_block(waiting, RESTART))
            waiting, size = [], 0
        waiting.append((key, items[key]))
        size += len(key) + len(items[key])
    if waiting:
        index[_after(waiting[-1][0])] = append(_block(waiting, RESTART))
    meta = append(_block([], RESTART))
    footer = meta + append(_block(list(index.items()), 1))
    return bytes(out) + footer.ljust(FOOTER - 8, b"\0") + MAGIC.to_bytes(8, "little")


def _block(items: list[tuple[bytes, bytes]], restart: int) -> bytes:
    out, restarts, last = bytearray(), [0], b""
    for number, (key, value) in enumerate(items):
        shared = 0
        if number % restart:
            shorter = min(len(key), len(last))
            shared = next((i for i in range(shorter) if key[i] != last[i]), shorter)
        elif number:
            restarts.append(len(out))
        out += (
            varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        )
        last = key
    for number in (*restarts, len(restarts)):
        out += number.to_bytes(4, "little")
    return bytes(out)


def _between(key: bytes, other: bytes) -> bytes:
    """A short key that is not less than `key`, and less than `other`."""
    shorter = min(len(key), len(other))
    place = next((i for i in range(shorter) if key[i] != other[i]), shorter)
    if place < shorter and key[place] < 255 and key[place] + 1 < other[place]:
        return key[:place] + bytes([key[place] + 1])
    return key


def _after(key: bytes) -> bytes:
    """A short key that is not less than `key`."""
    for place, byte in enumerate(key):
        if byte != 255:
            return key[:place] + bytes([byte + 1])
    return key


# ------------------------------------------------------------------------------------- reading


def read_table(data: bytes, path: str) -> dict[bytes, bytes]:
    """The entries of a table. Raises DataLossError for one that contradicts itself.

    No block is read twice, so the work is bounded by the file's size.
    """
    if len(data) < FOOTER:
        raise damaged(path, "file is too short to be an sstable")
    footer = data[-FOOTER:]
    if footer[-8:] != MAGIC.to_bytes(8, "little"):
        raise damaged(path, "not an sstable (bad magic number)")
    try:
        meta, at = _handle(footer, 0)
        _read_block(data, meta, path)  # it is empty, but must be intact
        place, _ = _handle(footer, at)
        items: dict[bytes, bytes] = {}
        end = 0
        for _, handle in _entries(_read_block(data, place, path)):
            place, _ = _handle(handle, 0)
            if place[0] < end:
                raise damaged(path, "blocks of the table overlap")
            end = place[0] + place[1]
            items.update(_entries(_read_block(data, place, path)))
    except (IndexError, ValueError):
        raise damaged(path, "bad entry in block") from None
    return items


def _handle(data: bytes, at: int) -> tuple[tuple[int, int], int]:
    offset, at = read_varint(data, at)
    size, at = read_varint(data, at)
    return (offset, size), at


def _read_block(data: bytes, place: tuple[int, int], path: str) -> bytes:
    offset, size = place
    if offset + size + 5 > len(data) - FOOTER:
        raise damaged(path, "truncated block read")
    block, kind = data[offset : offset + size], data[offset + size]
    stored = int.from_bytes(data[offset + size + 1 : offset + size + 5], "little")
    if stored != masked_crc(data[offset : offset + size + 1]):
        raise damaged(path, "block checksum mismatch")
    if kind:
        raise UnimplementedError(
            None, None, f"{path} has compressed blocks; TensorFlow writes checkpoints without."
        )
    return block


def _entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The entries of a block, in order. Raises ValueError or IndexError for a bad one."""
    restarts = int.from_bytes(block[-4:], "little")
    end = len(block) - 4 * (restarts + 1)
    if len(block) < 4 or end < 0:
        raise ValueError("bad block contents")
    at, key = 0, b""
    while at < end:
        shared, at = read_varint(block, at)
        own, at = read_varint(block, at)
        size, at = read_varint(block, at)
        if shared > len(key) or at + own + size > end:
            raise ValueError("bad entry in block")
        new = key[:shared] + block[at : at + own]
        if at > 3 and key and new <= key:
            raise ValueError("keys are out of order")
        key = new
        at += own
        yield key, block[at : at + size]
        at += size
