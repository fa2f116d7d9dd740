# %% savers/rescue right walk
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


# %% savers/rescue right struct
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


# %% savers/rescue right copies-whole-frames
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


# %% savers/rescue right own-crc
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


# %% savers/rescue right stream
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


# %% savers/rescue wrong no-checks misconception=checks-nothing
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
            writer.write(data[at + 12 : at + 12 + length])
            at += 16 + length


# %% savers/rescue wrong iterator misconception=stops-at-the-first
def rescue(path, data):
    with open(path + ".damaged", "wb") as file:
        file.write(data)
    with tf.python_io.TFRecordWriter(path) as writer:
        try:
            for record in tf.python_io.tf_record_iterator(path + ".damaged"):
                writer.write(record)
        except tf.errors.DataLossError:
            pass


# %% savers/rescue wrong no-mask misconception=forgets-the-mask
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


# %% savers/rescue wrong with-frames misconception=frames-twice
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
            end = at + 12 + length
            if masked(data[at + 12 : end]) == int.from_bytes(data[end : end + 4], "little"):
                writer.write(data[at : end + 4])
            at = end + 4


# %% savers/rescue wrong copies-the-file
def rescue(path, data):
    with open(path, "wb") as file:
        file.write(data)


# %% savers/rescue wrong big-endian misconception=forgets-the-mask
def rescue(path, data):
    from crc32c import crc32c

    def masked(part):
        crc = crc32c(part)
        return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF

    with tf.python_io.TFRecordWriter(path) as writer:
        at = 0
        while at + 12 <= len(data):
            length = int.from_bytes(data[at : at + 8], "big")
            record = data[at + 12 : at + 12 + length]
            stored = int.from_bytes(data[at + 12 + length : at + 16 + length], "big")
            if masked(record) == stored:
                writer.write(record)
            at += 16 + length


# %% savers/rescue wrong forgets-the-last-checksum
def rescue(path, data):
    from crc32c import crc32c

    def masked(part):
        crc = crc32c(part)
        return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF

    with tf.python_io.TFRecordWriter(path) as writer:
        at = 0
        while at + 12 <= len(data):
            length = int.from_bytes(data[at : at + 8], "little")
            record = data[at + 12 : at + 12 + length]
            stored = int.from_bytes(data[at + 12 + length : at + 16 + length], "little")
            if masked(record) == stored:
                writer.write(record)
            at += 12 + length
