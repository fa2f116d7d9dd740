"""The seal tells of every change to the code that collects evidence, whatever the change says of itself."""

from __future__ import annotations

import pytest

from grader import engine
from grader.evidence import answering, sealing
from grader.evidence.probes import watching


def lie(session: object) -> bool:
    return False


def wrapper(session: object) -> bool:
    return watching.is_open(session)


@pytest.fixture
def seal():
    one = sealing.Seal(engine)
    yield one
    one.mend()


@pytest.mark.parametrize("says", ["grader.evidence", "grader.evidence.probes.watching", "__main__"])
def test_a_replaced_function_is_told_whatever_module_it_names(seal, monkeypatch, says):
    monkeypatch.setattr(lie, "__module__", says)
    honest = watching.is_open
    watching.is_open = lie
    assert seal.told() == ("grader.evidence.probes.watching.is_open",)
    assert watching.is_open is honest
    assert seal.told() == ()


@pytest.mark.parametrize("name", ["close", "run", "__getattribute__", "graph"])
@pytest.mark.parametrize("kind", [engine.Session, engine.InteractiveSession])
def test_a_method_of_a_session_is_told_also_where_it_was_inherited(seal, monkeypatch, kind, name):
    monkeypatch.setattr(lie, "__module__", sealing.__name__)
    honest = getattr(kind, name)
    setattr(kind, name, property(lie) if name == "graph" else lie)
    assert [one.rpartition(".")[2] for one in seal.told()] == [name]
    assert getattr(kind, name) is honest
    assert seal.told() == ()


def test_other_bases_of_a_session_are_told(seal):
    class Closed(*engine.InteractiveSession.__bases__):
        def close(self): ...

    honest = engine.InteractiveSession.__bases__
    engine.InteractiveSession.__bases__ = (Closed,)
    assert len(seal.told()) == 1
    assert engine.InteractiveSession.__bases__ == honest


def test_a_name_of_its_own_on_a_session_is_nobodys_business(seal):
    engine.Session.of_mine = lie
    try:
        assert seal.told() == ()
    finally:
        del engine.Session.of_mine


def test_the_patch_of_a_probe_that_was_stopped_is_put_back_and_nobody_is_blamed(monkeypatch):
    honest, shown, first = engine.Session.close, [], iter([True])

    class Shell:
        def __init__(self) -> None:
            self.user_ns = {"answer": 1}

    def collect_from(*arguments: object) -> bytes:
        if next(first, False):
            engine.Session.close = watching.followed(honest, print)
            raise KeyboardInterrupt
        return b"evidence"

    monkeypatch.setattr("IPython.get_ipython", Shell)
    monkeypatch.setattr("IPython.display.display", lambda *args, **more: shown.append(args))
    monkeypatch.setattr(answering, "collect_from", collect_from)
    monkeypatch.setattr(answering, "challenge_from_bytes", bytes)
    monkeypatch.setattr(sealing, "_SEALS", [])
    sealing.seal(engine)
    with pytest.raises(KeyboardInterrupt):
        answering.publish(["answer"], "", engine)
    assert engine.Session.close is honest
    answering.publish(["answer"], "", engine)
    ((data,),) = shown
    assert sealing.from_text(data[answering.MIME]) == (b"evidence", sealing.Changes())
