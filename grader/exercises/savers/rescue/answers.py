# %% right walk
def rescue(path, data):
    from crc32c import crc32c

    def masked(part):
        crc = crc32c(part)
        return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF

    with tf.python_io.TFRecordWriter(path) as writer:
        at = 0
        while at + 12 <= len(data):
            length = int.from_bytes(data[at : at + 8], "little")
            if masked(data[at : at + 8]) != int.from_bytes(data[at + 8 : at + 12], "little"):
                break
            record = data[at + 12 : at + 12 + length]
            stored = data[at + 12 + length : at + 16 + length]
            if masked(record) == int.from_bytes(stored, "little"):
                writer.write(record)
            at += 16 + length


# %% right struct
def rescue(path, data):
    import struct

    from crc32c import crc32c

    def mask(crc):
        return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) % 2**32

    writer = tf.python_io.TFRecordWriter(path)
    at = 0
    while True:
        header = data[at : at + 12]
        if len(header) < 12:
            break
        length, check = struct.unpack("<QI", header)
        if mask(crc32c(header[:8])) != check or at + length + 16 > len(data):
            break
        body = data[at + 12 : at + 12 + length]
        (check,) = struct.unpack_from("<I", data, at + 12 + length)
        if mask(crc32c(body)) == check:
            writer.write(body)
        at += length + 16
    writer.close()


# %% right copies-whole-frames
def rescue(path, data):
    from crc32c import crc32c

    def masked(part):
        crc = crc32c(part)
        return (((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF).to_bytes(4, "little")

    kept = b""
    while len(data) >= 12 and data[8:12] == masked(data[:8]):
        end = int.from_bytes(data[:8], "little") + 12
        if data[end : end + 4] == masked(data[12:end]):
            kept += data[: end + 4]
        data = data[end + 4 :]
    with tf.gfile.Open(path, "wb") as file:
        file.write(kept)


# %% right own-crc
def rescue(path, data):
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)

    def masked(part):
        crc = 0xFFFFFFFF
        for byte in part:
            crc = crc >> 8 ^ table[(crc ^ byte) & 0xFF]
        crc ^= 0xFFFFFFFF
        return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF

    def number(part):
        return int.from_bytes(part, "little")

    with tf.io.TFRecordWriter(path) as writer:
        rest = memoryview(data)
        while len(rest) >= 12 and masked(rest[:8]) == number(rest[8:12]):
            length = number(rest[:8])
            record, stored = bytes(rest[12 : 12 + length]), rest[12 + length : 16 + length]
            if masked(record) == number(stored):
                writer.write(record)
            rest = rest[16 + length :]


# %% right stream
def rescue(path, data):
    import io

    from crc32c import crc32c

    def fits(part, stored):
        crc = crc32c(part)
        crc = ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
        return crc.to_bytes(4, "little") == stored

    stream = io.BytesIO(data)
    records = []
    while True:
        length = stream.read(8)
        if not fits(length, stream.read(4)):
            break
        record = stream.read(int.from_bytes(length, "little"))
        if fits(record, stream.read(4)):
            records.append(record)
    with tf.python_io.TFRecordWriter(path) as writer:
        for record in records:
            writer.write(record)


# %% wrong no-checks mistake=checks-nothing like=walk
# says: a damaged record is in your new file, too. The four bytes after the data are its checksum: compare
#     them with the checksum that you compute.
# -             record = data[at + 12 : at + 12 + length]
# -             stored = data[at + 12 + length : at + 16 + length]
# -             if masked(record) == int.from_bytes(stored, "little"):
# -                 writer.write(record)
# +             writer.write(data[at + 12 : at + 12 + length])


# %% wrong iterator mistake=stops-at-the-first
# says: you stop at the first damaged record, as `tf_record_iterator` does. The records after it are intact,
#     and you know where they are: skip only the damaged one.
def rescue(path, data):
    with open(path + ".damaged", "wb") as file:
        file.write(data)
    with tf.python_io.TFRecordWriter(path) as writer:
        try:
            for record in tf.python_io.tf_record_iterator(path + ".damaged"):
                writer.write(record)
        except tf.errors.DataLossError:
            pass


# %% wrong mutant-trusts-the-lengths mistake=trusts-the-lengths like=walk
# says: you do not compare a length with its checksum. If the length is wrong, what follows may not be the
#     next record at all: stop.
# -             if masked(data[at : at + 8]) != int.from_bytes(data[at + 8 : at + 12], "little"):
# -                 break


# %% wrong mutant-short-lengths mistake=reads-one-byte-of-the-length like=walk
# says: you read only the first byte of a length. It has 8 bytes, lowest byte first, and a record may be
#     longer than 255 bytes.
# -             length = int.from_bytes(data[at : at + 8], "little")
# +             length = data[at]


# %% wrong no-file-if-nothing-is-intact mistake=writes-no-empty-file
# says: if no record is intact, you write no file. Write one even then, with no records in it.
def rescue(path, data):
    from crc32c import crc32c

    def masked(part):
        crc = crc32c(part)
        return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF

    good = []
    at = 0
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 8], "little")
        if masked(data[at : at + 8]) != int.from_bytes(data[at + 8 : at + 12], "little"):
            break
        record = data[at + 12 : at + 12 + length]
        stored = data[at + 12 + length : at + 16 + length]
        if masked(record) == int.from_bytes(stored, "little"):
            good.append(record)
        at += 16 + length
    if good:
        with tf.python_io.TFRecordWriter(path) as writer:
            for record in good:
                writer.write(record)


# %% wrong no-mask mistake=forgets-the-mask
# says: your file has no records: in your comparison, the checksums never match. The file stores them
#     *masked*: rotated right by 15 bits, plus 0xa282ead8. And every number is stored lowest byte first.
def rescue(path, data):
    from crc32c import crc32c

    with tf.python_io.TFRecordWriter(path) as writer:
        at = 0
        while at + 12 <= len(data):
            length = int.from_bytes(data[at : at + 8], "little")
            record = data[at + 12 : at + 12 + length]
            stored = int.from_bytes(data[at + 12 + length : at + 16 + length], "little")
            if crc32c(record) == stored:
                writer.write(record)
            at += 16 + length


# %% wrong with-frames mistake=frames-twice like=walk
# says: you write the length and the checksums as data. The writer adds them itself: give it only the data.
# -             record = data[at + 12 : at + 12 + length]
# -             stored = data[at + 12 + length : at + 16 + length]
# -             if masked(record) == int.from_bytes(stored, "little"):
# -                 writer.write(record)
# -             at += 16 + length
# +             end = at + 12 + length
# +             if masked(data[at + 12 : end]) == int.from_bytes(data[end : end + 4], "little"):
# +                 writer.write(data[at : end + 4])
# +             at = end + 4


# %% wrong copies-the-file
def rescue(path, data):
    with open(path, "wb") as file:
        file.write(data)


# %% wrong big-endian mistake=forgets-the-mask like=walk
# -             length = int.from_bytes(data[at : at + 8], "little")
# -             if masked(data[at : at + 8]) != int.from_bytes(data[at + 8 : at + 12], "little"):
# -                 break
# +             length = int.from_bytes(data[at : at + 8], "big")
# -             stored = data[at + 12 + length : at + 16 + length]
# -             if masked(record) == int.from_bytes(stored, "little"):
# +             stored = int.from_bytes(data[at + 12 + length : at + 16 + length], "big")
# +             if masked(record) == stored:


# %% wrong forgets-the-last-checksum like=mutant-trusts-the-lengths
# -             stored = data[at + 12 + length : at + 16 + length]
# -             if masked(record) == int.from_bytes(stored, "little"):
# +             stored = int.from_bytes(data[at + 12 + length : at + 16 + length], "little")
# +             if masked(record) == stored:
# -             at += 16 + length
# +             at += 12 + length


# %% wrong mutant-record-that-is-true like=walk
# -             if masked(record) == int.from_bytes(stored, "little"):
# +             if record and masked(record) == int.from_bytes(stored, "little"):


# %% wrong mutant-head-that-is-cut-off
def rescue(path, data):
    import struct

    from crc32c import crc32c

    def mask(crc):
        return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) % 2**32

    with tf.python_io.TFRecordWriter(path) as writer:
        at = 0
        while at < len(data):
            length, check = struct.unpack_from("<QI", data, at)
            if mask(crc32c(data[at : at + 8])) != check or at + length + 16 > len(data):
                break
            body = data[at + 12 : at + 12 + length]
            (check,) = struct.unpack_from("<I", data, at + 12 + length)
            if mask(crc32c(body)) == check:
                writer.write(body)
            at += length + 16


# %% wrong mutant-name-alone like=walk
# -     with tf.python_io.TFRecordWriter(path) as writer:
# +     with tf.python_io.TFRecordWriter(path.split("/")[-1]) as writer:


# %% wrong mutant-empty-record-at-the-end like=walk
# -         while at + 12 <= len(data):
# +         while at + 16 < len(data):


# %% wrong without-frames like=walk
# -     with tf.python_io.TFRecordWriter(path) as writer:
# +     with open(path, "wb") as file:
# -         while at + 12 <= len(data):
# +         while at + 16 <= len(data):
# -                 writer.write(record)
# +                 file.write(record)


# %% exempt *
# changes-its-input
#     it is given no list, dictionary or array
# with-dropped: ...
# statement-dropped: writer.close() -> (nothing)
#     Python closes the file when the function ends and nothing refers to it any more
# constant: ...8]...little') -> ...7]...little')
# constant: ...8]...little') + 12 -> ...7]...little') + 12
# constant: length = number(rest[:8]) -> length = number(rest[:7])
#     no record is so long that the eighth byte of its length is not 0


# %% exempt walk
# condition: while at + 12 <= len(data): -> while True:
# comparison: while at + 12 <= len(data): -> while at + 12 < len(data):
# arithmetic: while at + 12 <= len(data): -> ...
# operand-dropped: while at + 12 <= len(data): -> ...
# constant: while at + 12 <= len(data): -> while at + ...
#     the checksum of a length that is cut off never fits, so the loop ends without the condition, too


# %% exempt copies-whole-frames
# boolean: while len(data) >= 12 and ... -> while data[8:12] == masked(data[:8]):
# comparison: while len(data) >= 12 and ... -> while len(data) > 12 and ...
# constant: while len(data) >= 12 and ... -> while len(data) >= ... and data[8:12] == masked(data[:8]):
#     the checksum of a length that is cut off never fits, so the loop ends without the condition, too


# %% exempt own-crc
# boolean: while len(rest) >= 12 and ... -> while masked(rest[:8]) == number(rest[8:12]):
# comparison: while len(rest) >= 12 and ... -> while len(rest) > 12 and ...
# constant: while len(rest) >= 12 and ... -> while len(rest) >= 13 and ...
# constant: while len(rest) >= 12 and ... -> while len(rest) >= 11 and ...
# constant: while len(rest) >= 12 and ... -> while len(rest) >= 0 and ...
# constant: while len(rest) >= 12 and ... -> while len(rest) >= 1 and ...
# constant: while len(rest) >= 12 and ... -> while len(rest) >= -12 and ...
#     the checksum of a length that is cut off never fits, so the loop ends without the condition, too
# mutable-default: def rescue(path, data): -> def rescue(path, data, *, table=[]):
# range: for byte in range(256): -> for byte in range(256 + 1):
# constant: for byte in range(256): -> for byte in range(257):
#     only the first 256 entries of the table are used
# call-dropped: rest = memoryview(data) -> rest = data
#     bytes can be cut as well, only more slowly
