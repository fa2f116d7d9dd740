"""CRC-32C, the checksum in record files and checkpoints."""

from __future__ import annotations


def plain_crc(data: bytes, value: int = 0) -> int:
    """The CRC-32C of data; `value` is the CRC of the data before it."""
    from crc32c import crc32c  # here: 24 ms, since the package loads its command line too

    return int(crc32c(data, value))


def masked_crc(data: bytes, value: int = 0) -> int:
    """The checksum as files store it; `value` is the plain CRC of the data before it."""
    crc = plain_crc(data, value)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
