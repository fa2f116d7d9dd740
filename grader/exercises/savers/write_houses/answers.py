# %% right with-writer
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


# %% right filled-in-place
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


# %% right by-type
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


# %% right serialized-first
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


# %% right frames-by-hand
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


# %% right as-bytes
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            feature = example.features.feature
            feature["id"].int64_list.value.append(house["id"])
            feature["town"].bytes_list.value.append(tf.compat.as_bytes(house["town"]))
            feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% wrong encodes-in-place mistake=changes-the-houses like=as-bytes
# says: you change the caller's dictionaries: after the first call, `houses` are no longer what they were.
#     Make new values, and leave `houses` as they are.
# -             feature["town"].bytes_list.value.append(tf.compat.as_bytes(house["town"]))
# +             house["town"] = house["town"].encode()
# +             feature["town"].bytes_list.value.append(house["town"])


# %% wrong takes-the-id-away like=as-bytes
# -             feature["id"].int64_list.value.append(house["id"])
# +             feature["id"].int64_list.value.append(house.pop("id"))


# %% wrong empties-the-list like=as-bytes
# -         for house in houses:
# +         while houses:
# +             house = houses.pop(0)


# %% wrong float-id mistake=id-as-float
# says: you store the id as a float. A float32 has 24 significant bits, and large ids would be rounded:
#     whole numbers belong in an Int64List.
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            example.features.feature["id"].float_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% wrong all-text mistake=everything-as-text
# says: you store everything as text. Whoever reads it must guess how to convert it back. An Example can
#     hold three kinds of lists: Int64List, FloatList and BytesList.
def write_houses(path, houses):
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example = tf.train.Example()
            for name in house:
                text = str(house[name])
                example.features.feature[name].bytes_list.value.append(text.encode())
            writer.write(example.SerializeToString())


# %% wrong json mistake=writes-no-examples
# says: your records are not Examples but other bytes, such as JSON. A record may be any bytes, but
#     `tf.parse_example` reads only Examples: write `example.SerializeToString()`.
def write_houses(path, houses):
    import json

    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            writer.write(json.dumps(house, ensure_ascii=False).encode())


# %% wrong latin-1 mistake=town-in-latin-1 like=as-bytes
# says: your town is not in UTF-8: in Latin-1, for example, `ü` is one byte instead of two. Write
#     `house['town'].encode()`.
# -             feature["town"].bytes_list.value.append(tf.compat.as_bytes(house["town"]))
# +             feature["town"].bytes_list.value.extend([house["town"].encode("latin-1", "replace")])


# %% wrong one-entry-per-byte mistake=a-byte-for-each-entry like=as-bytes
# says: each byte of the town is an entry of its own. A BytesList is a list of byte strings: give it one, in
#     brackets, `value=[house['town'].encode()]`.
# -             feature["town"].bytes_list.value.append(tf.compat.as_bytes(house["town"]))
# +             feature["town"].bytes_list.value.extend(
# +                 bytes([byte]) for byte in house["town"].encode()
# +             )


# %% wrong first-number mistake=first-number-only like=float-id
# says: only the first of the features is in the file. A FloatList is a list: give it all of them.
# -             example.features.feature["id"].float_list.value.append(house["id"])
# +             example.features.feature["id"].int64_list.value.append(house["id"])
# -             example.features.feature["features"].float_list.value.extend(house["features"])
# +             example.features.feature["features"].float_list.value.append(house["features"][0])


# %% wrong numbered-features mistake=a-feature-for-each-number like=as-bytes
# says: you made a separate feature for each number. All numbers of `features` belong in one FloatList under
#     the name `features`.
# -             feature["town"].bytes_list.value.append(tf.compat.as_bytes(house["town"]))
# -             feature["features"].float_list.value.extend(house["features"])
# +             feature["town"].bytes_list.value.append(house["town"].encode())
# +             for index, number in enumerate(house["features"]):
# +                 feature[f"features{index}"].float_list.value.append(number)


# %% wrong opens-again mistake=a-new-file-for-each-house
# says: you open the file again for each house, and opening it for writing empties it: only the last house
#     is left. Open one writer, and write all records with it.
def write_houses(path, houses):
    for house in houses:
        with tf.python_io.TFRecordWriter(path) as writer:
            example = tf.train.Example()
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% wrong lists-that-grow mistake=one-example-for-all
# says: your second record contains the first house, too: you append to the lists of one Example. Make a new
#     Example for each house.
def write_houses(path, houses):
    example = tf.train.Example()
    with tf.python_io.TFRecordWriter(path) as writer:
        for house in houses:
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% wrong writer-left-open mistake=never-closed
# says: your file is empty: a writer keeps records in memory until it is closed. Write in a `with` block, or
#     call `close()` at the end.
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


# %% wrong ascii like=float-id
# -             example.features.feature["id"].float_list.value.append(house["id"])
# -             example.features.feature["town"].bytes_list.value.append(house["town"].encode())
# +             example.features.feature["id"].int64_list.value.append(house["id"])
# +             example.features.feature["town"].bytes_list.value.append(house["town"].encode("ascii"))


# %% wrong without-frames
def write_houses(path, houses):
    with open(path, "wb") as file:
        for house in houses:
            example = tf.train.Example()
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.extend(house["features"])
            file.write(example.SerializeToString())


# %% wrong one-example-for-all
def write_houses(path, houses):
    example = tf.train.Example()
    for house in houses:
        example.features.feature["id"].int64_list.value.append(house["id"])
        example.features.feature["town"].bytes_list.value.append(house["town"].encode())
        example.features.feature["features"].float_list.value.extend(house["features"])
    with tf.python_io.TFRecordWriter(path) as writer:
        writer.write(example.SerializeToString())


# %% wrong compressed
def write_houses(path, houses):
    options = tf.python_io.TFRecordOptions(tf.python_io.TFRecordCompressionType.GZIP)
    with tf.python_io.TFRecordWriter(path, options) as writer:
        for house in houses:
            example = tf.train.Example()
            example.features.feature["id"].int64_list.value.append(house["id"])
            example.features.feature["town"].bytes_list.value.append(house["town"].encode())
            example.features.feature["features"].float_list.value.extend(house["features"])
            writer.write(example.SerializeToString())


# %% wrong mutant-keys-in-one-order
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


# %% wrong mutant-small-id like=as-bytes
# -             feature["id"].int64_list.value.append(house["id"])
# -             feature["town"].bytes_list.value.append(tf.compat.as_bytes(house["town"]))
# +             feature["id"].int64_list.value.append(np.array(house["id"]).astype(np.int32))
# +             feature["town"].bytes_list.value.append(house["town"].encode())


# %% wrong mutant-features-that-are-true like=as-bytes
# -             feature["town"].bytes_list.value.append(tf.compat.as_bytes(house["town"]))
# -             feature["features"].float_list.value.extend(house["features"])
# +             feature["town"].bytes_list.value.append(house["town"].encode())
# +             feature["features"].float_list.value.extend(filter(None, house["features"]))


# %% wrong mutant-name-alone like=as-bytes
# -     with tf.python_io.TFRecordWriter(path) as writer:
# +     with tf.python_io.TFRecordWriter(path.split("/")[-1]) as writer:
# -             feature["town"].bytes_list.value.append(tf.compat.as_bytes(house["town"]))
# +             feature["town"].bytes_list.value.append(house["town"].encode())


# %% wrong sorted-by-id like=as-bytes
# -         for house in houses:
# +         for house in sorted(houses, key=lambda house: house["id"]):
# -             feature["town"].bytes_list.value.append(tf.compat.as_bytes(house["town"]))
# +             feature["town"].bytes_list.value.append(house["town"].encode())


# %% wrong sorted-by-town like=as-bytes
# -         for house in houses:
# +         for house in sorted(houses, key=lambda house: house["town"]):
# -             feature["town"].bytes_list.value.append(tf.compat.as_bytes(house["town"]))
# +             feature["town"].bytes_list.value.append(house["town"].encode())


# %% wrong sorted-by-town-backwards like=as-bytes
# -         for house in houses:
# +         for house in sorted(houses, key=lambda house: house["town"], reverse=True):
# -             feature["town"].bytes_list.value.append(tf.compat.as_bytes(house["town"]))
# +             feature["town"].bytes_list.value.append(house["town"].encode())


# %% wrong whole-numbers like=as-bytes
# -             feature["town"].bytes_list.value.append(tf.compat.as_bytes(house["town"]))
# -             feature["features"].float_list.value.extend(house["features"])
# +             feature["town"].bytes_list.value.append(house["town"].encode())
# +             feature["features"].int64_list.value.extend(map(int, house["features"]))


# %% wrong capitals-in-towns like=as-bytes
# -             feature["town"].bytes_list.value.append(tf.compat.as_bytes(house["town"]))
# +             feature["town"].bytes_list.value.append(house["town"].strip().title().encode())


# %% exempt *
# remembers-results
#     the path is new in each call, so nothing that is remembered is used
# with-dropped: ...
# statement-dropped: writer.close() -> (nothing)
#     Python closes the file when the function ends and nothing refers to it any more


# %% exempt serialized-first
# other-graph-function: ...np.float32(...) -> ...np.float64(...)
#     an Example keeps float32 in any case
