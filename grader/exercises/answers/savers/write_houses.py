# %% savers/write-houses right with-writer
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            feature = {
                "id": tf.train.Feature(int64_list=tf.train.Int64List(value=[house["id"]])),
                "town": tf.train.Feature(
                    bytes_list=tf.train.BytesList(value=[house["town"].encode()])
                ),
                "features": tf.train.Feature(
                    float_list=tf.train.FloatList(value=house["features"])
                ),
            }
            example = tf.train.Example(features=tf.train.Features(feature=feature))
            writer.write(example.SerializeToString())


# %% savers/write-houses right filled-in-place
def write_houses(path, houses):
    writer = tf.io.TFRecordWriter(path)
    for house in houses:
        example = tf.train.Example()
        feature = example.features.feature
        feature["id"].int64_list.value.append(house["id"])
        feature["town"].bytes_list.value.append(house["town"].encode("utf-8"))
        feature["features"].float_list.value.extend(house["features"])
        writer.write(example.SerializeToString())
    writer.close()


# %% savers/write-houses right by-type
def write_houses(path, houses):
    def feature(value):
        if isinstance(value, int):
            return tf.train.Feature(int64_list=tf.train.Int64List(value=[value]))
        if isinstance(value, str):
            return tf.train.Feature(bytes_list=tf.train.BytesList(value=[value.encode()]))
        return tf.train.Feature(float_list=tf.train.FloatList(value=value))

    with tf.io.TFRecordWriter(path) as writer:
        for house in houses:
            features = {name: feature(value) for name, value in house.items()}
            writer.write(
                tf.train.Example(features=tf.train.Features(feature=features)).SerializeToString()
            )


# %% savers/write-houses right serialized-first
def write_houses(path, houses):
    records = []
    for house in houses:
        example = tf.train.Example()
        example.features.feature["features"].float_list.value[:] = np.float32(house["features"])
        example.features.feature["town"].bytes_list.value[:] = [bytes(house["town"], "utf8")]
        example.features.feature["id"].int64_list.value[:] = [np.int64(house["id"])]
        records.append(example.SerializeToString())
    with tf.python_io.TFRecordWriter(path) as writer:
        for record in records:
            writer.write(record)


# %% savers/write-houses right frames-by-hand
def write_houses(path, houses):
    from crc32c import crc32c

    def masked(data):
        crc = crc32c(data)
        return (((crc >> 15) | (crc << 17)) + 0xA282EAD8 & 0xFFFFFFFF).to_bytes(4, "little")

    with tf.gfile.GFile(path, "wb") as file:
        for house in houses:
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.append(house["town"].encode())
            feature["features"].float_list.value.extend(house["features"])
            data = example.SerializeToString()
            length = len(data).to_bytes(8, "little")
            file.write(length + masked(length) + data + masked(data))


# %% savers/write-houses wrong float-id misconception=id-as-float
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            example.features.feature["id"].float_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong all-text misconception=everything-as-text
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            for name in house:
                text = str(house[name])
                example.features.feature[name].bytes_list.value.append(text.encode())
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong json misconception=writes-no-examples
def write_houses(path, houses):
    import json

    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            writer.write(json.dumps(house, ensure_ascii=False).encode())


# %% savers/write-houses wrong first-number misconception=first-number-only
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.append(house["features"][0])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong numbered-features misconception=a-feature-for-each-number
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.append(house["town"].encode())
            for index, number in enumerate(house["features"]):
                feature[f"features{index}"].float_list.value.append(number)
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong opens-again misconception=a-new-file-for-each-house
def write_houses(path, houses):
    for house in houses:
        with tf.python_io.TFRecordWriter(path) as writer:
            example = tf.train.Example()
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong ascii
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode("ascii"))
            example.features.feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong without-frames
def write_houses(path, houses):
    with open(path, "wb") as file:
        for house in houses:
            example = tf.train.Example()
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.extend(house["features"])
            file.write(example.SerializeToString())


# %% savers/write-houses wrong one-example-for-all
def write_houses(path, houses):
    example = tf.train.Example()
    for house in houses:
        example.features.feature["id"].int64_list.value.append(house["id"])
        example.features.feature["town"].bytes_list.value.append(house["town"].encode())
        example.features.feature["features"].float_list.value.extend(house["features"])
    with tf.python_io.TFRecordWriter(path) as writer:
        writer.write(example.SerializeToString())


# %% savers/write-houses wrong lists-that-grow misconception=one-example-for-all
def write_houses(path, houses):
    example = tf.train.Example()
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong compressed
def write_houses(path, houses):
    options = tf.python_io.TFRecordOptions(tf.python_io.TFRecordCompressionType.GZIP)
    with tf.python_io.TFRecordWriter(path, options) as writer:
        for house in houses:
            example = tf.train.Example()
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses right as-bytes
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.append(tf.compat.as_bytes(house["town"]))
            feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong mutant-keys-in-one-order
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            number, town, features = house.values()
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(number)
            feature["town"].bytes_list.value.append(town.encode())
            feature["features"].float_list.value.extend(features)
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong mutant-small-id
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(np.array(house["id"]).astype(np.int32))
            feature["town"].bytes_list.value.append(house["town"].encode())
            feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong mutant-features-that-are-true
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.append(house["town"].encode())
            feature["features"].float_list.value.extend(filter(None, house["features"]))
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong mutant-name-alone
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path.split("/")[-1]) as writer:
        for house in houses:
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.append(house["town"].encode())
            feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong sorted-by-id
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in sorted(houses, key=lambda house: house["id"]):
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.append(house["town"].encode())
            feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong sorted-by-town
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in sorted(houses, key=lambda house: house["town"]):
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.append(house["town"].encode())
            feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong sorted-by-town-backwards
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in sorted(houses, key=lambda house: house["town"], reverse=True):
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.append(house["town"].encode())
            feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong whole-numbers
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.append(house["town"].encode())
            feature["features"].int64_list.value.extend(map(int, house["features"]))
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong latin-1 misconception=town-in-latin-1
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.extend([house["town"].encode("latin-1", "replace")])
            feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong one-entry-per-byte misconception=a-byte-for-each-entry
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.extend(
                bytes([byte]) for byte in house["town"].encode()
            )
            feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses wrong capitals-in-towns
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.append(house["town"].strip().title().encode())
            feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% savers/write-houses exempt *
# remembers-results
#     the path is new in each call, so nothing that is remembered is used
# changes-its-input
#     it is given a copy of the houses, which is its own
# with-dropped: ...
# statement-dropped: writer.close() -> (nothing)
#     Python closes the file when the function ends and nothing refers to it any more


# %% savers/write-houses exempt serialized-first
# other-graph-function: ...np.float32(...) -> ...np.float64(...)
#     an Example keeps float32 in any case

# %% savers/write-houses wrong writer-left-open misconception=never-closed
open_writers = []


def write_houses(path, houses):
    writer = tf.python_io.TFRecordWriter(path)
    open_writers.append(writer)
    for house in houses:
        example = tf.train.Example()
        example.features.feature["id"].int64_list.value.append(house["id"])
        example.features.feature["town"].bytes_list.value.append(house["town"].encode())
        example.features.feature["features"].float_list.value.extend(house["features"])
        writer.write(example.SerializeToString())
