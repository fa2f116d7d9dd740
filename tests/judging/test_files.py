"""Files as evidence: what an answer wrote travels whole, and hostile files harm nobody."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import numpy as np
import pytest

from grader import engine as tf
from grader.evidence import EvidenceError, Raised
from grader.evidence.probes import files as files_module
from grader.evidence.probes.files import attempt_in, files_in, scratch
from grader.judging import WrongAnswer, all_checkpoints, checkpoint_values, on_disk, records_of


def saved():
    """The files of a checkpoint with one variable."""
    with scratch() as folder, tf.Graph().as_default():
        w = tf.Variable([1.0, 2.0], name="w")
        with tf.Session() as session:
            session.run(w.initializer)
            tf.train.Saver().save(session, os.path.join(folder, "model"))
        return files_in(folder, without=(".meta",))


def test_a_checkpoint_travels_and_is_read():
    files = saved()
    assert list(files) == ["checkpoint", "model.data-00000-of-00001", "model.index"]
    values = checkpoint_values(files, "model")
    assert list(values) == ["w"]
    np.testing.assert_array_equal(values["w"], np.float32([1, 2]))


def test_the_scratch_folder_is_the_working_directory_and_goes_with_all_that_is_in_it():
    before = Path.cwd()
    with scratch() as folder:
        Path("a/b").mkdir(parents=True)
        Path("a/b/note").write_text("hello")
        assert files_in(folder) == {"a/b/note": b"hello"}
        os.chdir("a")
    assert Path.cwd() == before
    assert not os.path.exists(folder)


def test_a_working_directory_that_is_gone_is_no_obstacle(monkeypatch, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with scratch() as folder:
        assert os.getcwd() == folder


def test_without_a_place_in_memory_the_folder_is_an_ordinary_one(monkeypatch, tmp_path):
    monkeypatch.setattr(files_module, "MEMORY", str(tmp_path / "absent"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with scratch() as folder:
        assert os.path.dirname(folder) == str(tmp_path)
    with on_disk({"note": b"hello"}) as place:
        assert place.parent == tmp_path
        assert (place / "note").read_bytes() == b"hello"
    assert os.listdir(tmp_path) == []


def test_links_are_no_files():
    with scratch() as folder:
        os.symlink("/etc/hostname", "link")
        os.mkfifo("pipe")
        os.symlink("/etc", "folder")
        assert files_in(folder) == {}


def test_too_many_files_and_too_many_bytes_are_refused():
    with scratch() as folder:
        Path("large").write_bytes(bytes(5 * 2**20))
        with pytest.raises(EvidenceError, match="bytes"):
            files_in(folder)
    with scratch() as folder:
        for number in range(201):
            Path(str(number)).touch()
        with pytest.raises(EvidenceError, match="200 files"):
            files_in(folder)


def test_an_error_does_not_tell_the_name_of_the_folder():
    with scratch() as folder:
        result = attempt_in(folder, open, os.path.join(folder, "absent"))
    assert result.type == "FileNotFoundError"
    assert "absent" in result.message and "answer-" not in result.message


@pytest.mark.parametrize(
    "name", ["/etc/x", "../x", "a/../../x", "", "a//b", "a\0b", ".", "a\\b", "x" * 101, 3]
)
def test_a_name_that_leads_elsewhere_is_refused(name):
    with pytest.raises(WrongAnswer), on_disk({name: b""}):
        pass


@pytest.mark.parametrize("files", [None, [], {"x": "text"}, {"x": None}, {"a": b"", "a/b": b""}])
def test_what_is_no_dict_of_bytes_is_refused(files):
    with pytest.raises(WrongAnswer), on_disk(files):
        pass


def test_a_damaged_checkpoint_and_a_missing_one_are_told():
    files = saved()
    assert checkpoint_values(files, "other").type == "NotFoundError"
    data = bytearray(files["model.data-00000-of-00001"])
    data[0] ^= 1
    broken = {**files, "model.data-00000-of-00001": bytes(data)}
    assert checkpoint_values(broken, "model").type == "DataLossError"
    assert isinstance(checkpoint_values({**files, "model.index": b"x" * 99}, "model"), Raised)


def test_every_checkpoint_is_read_and_there_are_not_too_many():
    files = saved()
    found = all_checkpoints({**files, "bad.index": b"x" * 99})
    assert found["bad"].type == "DataLossError"
    np.testing.assert_array_equal(found["model"]["w"], np.float32([1, 2]))
    assert all_checkpoints({"note": b""}) == {}
    with pytest.raises(WrongAnswer, match="21 checkpoints"):
        all_checkpoints({f"{number}.index": b"" for number in range(21)})


def test_records_travel_and_a_damaged_file_is_told():
    with scratch() as folder:
        with tf.python_io.TFRecordWriter("rows") as writer:
            writer.write(b"one")
            writer.write(b"two")
        files = files_in(folder)
    assert records_of(files, "rows") == [b"one", b"two"]
    assert records_of({"rows": files["rows"][:-1]}, "rows").type == "DataLossError"
    assert records_of(files, "absent").type == "NotFoundError"
