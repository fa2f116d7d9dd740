"""Archives of strangers are unpacked within bounds; what is refused is named, and the rest is there."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import zipfile
import zlib
from pathlib import Path

import pytest

from grader.classroom.nbgrader import archives
from grader.classroom.nbgrader.archives import WHOLE, Bounds, inner_parts, unpack


def zipped(files: dict[str, bytes]) -> bytes:
    """A zip archive with these files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def unpacked(
    folder: Path, data: bytes, bounds: Bounds = WHOLE
) -> tuple[dict[str, bytes], list[str]]:
    """The files that come of an archive, by path, and what was said."""
    (folder / "all.zip").write_bytes(data)
    place, said = folder / "place", []
    place.mkdir()
    unpack(folder / "all.zip", place, lambda name, reason: said.append(f"{name}: {reason}"), bounds)
    found = [path for path in place.rglob("*") if path.is_file()]
    assert not any(path.is_symlink() for path in place.rglob("*"))
    assert sorted(os.listdir(folder)) == ["all.zip", "place"]  # nothing came out beside it
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in found}, said


@pytest.mark.parametrize(
    "name",
    ["../out.ipynb", "a/../../out.ipynb", "/etc/out.ipynb", "C:\\out.ipynb", "..\\out.ipynb"],
)
def test_a_path_that_leads_out_is_refused_and_the_rest_is_there(tmp_path, name):
    found, said = unpacked(tmp_path, zipped({name: b"bad", "anna/graphs.ipynb": b"good"}))
    assert found == {"anna/graphs.ipynb": b"good"}
    assert len(said) == 1 and name in said[0] and "leads out" in said[0]


def test_backslashes_are_folders():
    assert inner_parts(".\\anna\\graphs.ipynb") == ("anna", "graphs.ipynb")


def test_links_become_nothing(tmp_path):
    link = zipfile.ZipInfo("zoe/graphs.ipynb")
    link.external_attr = 0o120777 << 16
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(link, "/etc/passwd")
        archive.writestr("anna.tar.gz", tar_with_links())
    found, said = unpacked(tmp_path, made.getvalue())
    assert found.pop("anna.tar.gz") and found == {"anna/graphs.ipynb": b"good"}
    assert len(said) == 3 and all("a link or a device" in one for one in said)


def tar_with_links() -> bytes:
    """A tar archive with a file, a link and a hard link."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as tar:
        entry = tarfile.TarInfo("graphs.ipynb")
        entry.size = 4
        tar.addfile(entry, io.BytesIO(b"good"))
        for name, kind in (("soft.ipynb", tarfile.SYMTYPE), ("hard.ipynb", tarfile.LNKTYPE)):
            link = tarfile.TarInfo(name)
            link.type, link.linkname = kind, "/etc/passwd"
            tar.addfile(link)
    return made.getvalue()


def test_a_bomb_is_left_out_and_the_class_is_there(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "LARGEST", 3 * 2**20)
    monkeypatch.setattr(archives, "WITHIN", Bounds(3, 5 * 2**20, 9))
    large, fitting = bytes(3 * 2**20 + 1), bytes(2 * 2**20)
    data = zipped(
        {
            "a/graphs.ipynb": large,
            "b.zip": zipped({f"{n}.ipynb": fitting for n in range(3)}),
            "c.zip": zipped({f"{n}.ipynb": b"" for n in range(4)}),
            "d.zip": zipped({"inner.zip": zipped({f"{n}.ipynb": fitting for n in range(3)})}),
            "z/graphs.ipynb": b"good",
        }
    )
    found, said = unpacked(tmp_path, data)
    assert {name for name in found if name.endswith(".ipynb")} == {
        *("b/0.ipynb", "b/1.ipynb", "c/0.ipynb", "c/1.ipynb", "c/2.ipynb"),
        *("d/inner/0.ipynb", "d/inner/1.ipynb", "z/graphs.ipynb"),
    }
    assert [one.partition(":")[0] for one in said] == [
        *("all.zip/a/graphs.ipynb", "all.zip/b.zip", "all.zip/c.zip", "all.zip/d.zip/inner.zip")
    ]


@pytest.mark.parametrize("name", ["__MACOSX/._{}", "__MACOSX\\._{}", "a/.DS_Store/{}"])
def test_litter_is_not_counted(tmp_path, name):
    files = {name.format(number): b"" for number in range(20)} | {"graphs.ipynb": b"good"}
    assert unpacked(tmp_path, zipped(files), Bounds(10, 1000, 9)) == ({"graphs.ipynb": b"good"}, [])


def test_archives_in_archives_end(tmp_path):
    data = b"deep"
    for _level in range(8):
        data = zipped({"next.zip": data, "graphs.ipynb": b""})
    found, said = unpacked(tmp_path, data)
    assert len([name for name in found if name.endswith(".ipynb")]) == archives.LEVELS + 1
    assert len(said) == 1 and "too many archives within archives" in said[0]


def test_damaged_archives_and_members_are_named(tmp_path):
    half = zipped({"graphs.ipynb": os.urandom(1000)})
    wrong = bytearray(zipped({"x.ipynb": b"x" * 1000, "graphs.ipynb": b"good"}))
    wrong[45] ^= 0xFF  # within what the first file was packed to
    data = zipped(
        {
            "anna/half.zip": half[:600],
            "ben/none.zip": b"no archive",
            "cleo/part.zip": bytes(wrong),
            "data/table.csv.gz": b"\x1f\x8b no archive of files",
            "zoe/graphs.ipynb": b"good",
        }
    )
    found, said = unpacked(tmp_path, data)
    assert found["zoe/graphs.ipynb"] == found["cleo/part/graphs.ipynb"] == b"good"
    assert len(said) == 3
    for name in ("anna/half.zip", "ben/none.zip", "cleo/part.zip/x.ipynb"):
        assert any(one.startswith(f"all.zip/{name}: ") for one in said)


def test_a_password_is_said(tmp_path):
    data = bytearray(zipped({"graphs.ipynb": b"secret"}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert unpacked(tmp_path, bytes(data)) == (
        {},
        ["all.zip/graphs.ipynb: it is protected by a password"],
    )


def test_a_name_that_is_there_twice_loses_nothing(tmp_path):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("anna/graphs.ipynb", "first")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("anna/graphs.ipynb", "second")
    found, said = unpacked(tmp_path, made.getvalue())
    assert found == {"anna/graphs.ipynb": b"first", "anna/graphs (2).ipynb": b"second"}
    assert said == []


def test_names_are_read_as_macos_writes_them_and_long_ones_are_named(tmp_path):
    long = "x" * 300 + ".ipynb"
    data = zipped({"Zoe": b"", long: b""}).replace(b"Zoe", "Zë".encode())
    found, said = unpacked(tmp_path, data)
    assert list(found) == ["Zë"]
    assert len(said) == 1 and "File name too long" in said[0]


def test_the_time_of_a_file_is_kept(tmp_path):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(zipfile.ZipInfo("a.ipynb", (2026, 3, 1, 18, 0, 0)), "")
        archive.writestr(zipfile.ZipInfo("b.ipynb", (1980, 0, 0, 0, 0, 0)), "")  # no date at all
    found, said = unpacked(tmp_path, made.getvalue())
    times = [(tmp_path / "place" / name).stat().st_mtime for name in sorted(found)]
    assert times[0] > times[1] and said == []


@pytest.mark.parametrize("error", [zlib.error("x"), RuntimeError("x"), EOFError()])
def test_whatever_a_library_raises_stops_nothing(tmp_path, monkeypatch, error):
    real = zipfile.ZipFile.open

    def failing(self, member, *rest, **more):
        if getattr(member, "filename", "") == "bad.ipynb":
            raise error
        return real(self, member, *rest, **more)

    data = zipped({"bad.ipynb": b"", "good.ipynb": b"good"})
    monkeypatch.setattr(zipfile.ZipFile, "open", failing)
    found, said = unpacked(tmp_path, data)
    assert list(found) == ["good.ipynb"] and len(said) == 1 and "bad.ipynb" in said[0]


def head(name: str, size: int, kind: bytes = tarfile.REGTYPE) -> bytes:
    """What comes before a file in a tar archive, whether or not the file follows."""
    entry = tarfile.TarInfo(name)
    entry.size, entry.type = size, kind
    return entry.tobuf(tarfile.GNU_FORMAT)


def sparse(blocks: int) -> bytes:
    """The head of a file with holes, whose places fill so many blocks; one more never comes."""
    first = bytearray(head("x", 0, tarfile.GNUTYPE_SPARSE))
    first[482] = 1  # more of them follow
    first[148:155] = b"%06o\0" % tarfile.calc_chksums(first)[0]
    return bytes(first) + (b"1" * 504 + b"\1" + bytes(7)) * blocks


def records(text: bytes, kind: bytes = tarfile.XHDTYPE) -> bytes:
    """A tar archive of two files, with records about the second."""
    whole = head("x", len(text), kind) + text + bytes(-len(text) % 512)
    return gzip.compress(head("first", 0) + whole + head("second", 0) + bytes(1024))


BOMBS = {
    "skipped.tgz": (
        gzip.compress(head("__MACOSX/x", 2**40)) + gzip.compress(bytes(2**29)) * 5,
        "too long",
    ),
    "number.tar.gz": (records(b"1" * 2**20), "too long"),
    "name.tar.gz": (gzip.compress(head("x", 2**28, b"L") + bytes(2**28)), "too much memory"),
    "cut.tar.gz": (gzip.compress(head("__MACOSX/x", 0) + sparse(2)), "it is damaged"),
    "large.tgz": (
        gzip.compress(head("x", 2**40) + bytes(9 * 2**20)),
        "it is larger than 3 MB",
    ),
    "out.zip": (zipped({f"../{n}": b"" for n in range(20)}), "too many files"),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", BOMBS)
def test_what_the_libraries_take_has_bounds(tmp_path, monkeypatch, name):
    monkeypatch.setattr(archives, "LARGEST", 3 * 2**20)
    monkeypatch.setattr(archives, "MEMORY", 2**27)
    monkeypatch.setattr(archives, "WITHIN", Bounds(10, 5 * 2**20, 1))
    data, reason = BOMBS[name]
    found, said = unpacked(tmp_path, zipped({name: data, "zoe/graphs.ipynb": b"good"}))
    assert found.pop(name) and {path for path in found if not path.endswith("/first")} == {
        "zoe/graphs.ipynb"
    }
    assert any(one.startswith(f"all.zip/{name}") and reason in one for one in said), said
    assert len(said) <= 11


def test_a_file_called_like_an_archive_ends_nothing(tmp_path):
    packed, place = tmp_path / "packed", tmp_path / "place"
    for name, data in (("a", b"a"), ("a.zip", zipped({"x.ipynb": b"x"})), ("z.ipynb", b"z")):
        packed.mkdir(exist_ok=True)
        (packed / name).write_bytes(data)
    place.mkdir()
    archives.CarefulExtractor().extract(str(packed), str(place))
    found = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
    assert found == {"a", "a (2)/x.ipynb", "z.ipynb"}
