"""Stands for crc32c, which Pyodide has and this Python has not: the same sum, bit by bit."""

POLYNOMIAL = 0x82F63B78  # Castagnoli's, reversed


def _of_byte(value: int) -> int:
    for _ in range(8):
        value = value >> 1 ^ (POLYNOMIAL if value & 1 else 0)
    return value


TABLE = [_of_byte(value) for value in range(256)]


def crc32c(data: bytes, value: int = 0) -> int:
    """The CRC-32C of data; `value` is that of the data before it."""
    value ^= 0xFFFFFFFF
    for byte in bytes(data):
        value = TABLE[(value ^ byte) & 0xFF] ^ value >> 8
    return value ^ 0xFFFFFFFF
