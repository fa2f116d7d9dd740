"""Chinese labels in matplotlib's figures have their characters; figures without any stay as they are."""

import warnings

import pytest

from grader.pictures import fonts, plot, plot_picture


@pytest.fixture
def family():
    """The font that Chinese labels get here."""
    found = fonts.chinese_family()
    assert found is not None
    return found


def drawn(title, label):
    axes = plot(title, x="x", y="loss")
    axes.plot([0, 1, 2], [4, 1, 0], label=label)
    return axes, plot_picture(axes, f"{title}: {label}")


def test_every_character_of_a_chinese_label_is_drawn(family):
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # matplotlib warns of a character that its fonts lack
        axes, picture = drawn("训练时的损失，−1.5 到 2（loss）", "直通估计器")
        assert picture.svg == drawn("训练时的损失，−1.5 到 2（loss）", "直通估计器")[1].svg
    assert axes.title.get_fontfamily() == [fonts.OWN, family]


def test_names_of_bars_at_the_ticks_are_drawn(family):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        axes = plot("Reading")
        axes.barh(["一个文件", "many"], [1, 2])
        plot_picture(axes, "Two bars.")
    one, many = axes.get_yticklabels()
    assert family in one.get_fontfamily() and family not in many.get_fontfamily()


def test_only_texts_with_chinese_characters_get_the_other_font(family):
    axes, _picture = drawn("损失", "straight-through")
    assert axes.title.get_fontfamily() == [fonts.OWN, family]
    assert family not in axes.yaxis.label.get_fontfamily()
    assert family not in axes.get_legend().get_texts()[0].get_fontfamily()


def test_a_figure_without_chinese_is_the_same_without_the_font(monkeypatch):
    with_font = drawn("Loss", "one")[1].svg
    monkeypatch.setattr(fonts, "chinese_family", lambda: None)
    assert drawn("Loss", "one")[1].svg == with_font


def test_where_there_is_no_such_font_the_label_stays_text_for_the_browser(monkeypatch):
    monkeypatch.setattr(fonts, "chinese_family", lambda: None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ">损失</text>" in drawn("损失", "one")[1].svg


def test_a_font_of_the_system_comes_first(monkeypatch):
    from types import SimpleNamespace

    from matplotlib.font_manager import fontManager

    theirs = [SimpleNamespace(name="SimHei"), SimpleNamespace(name="Noto Sans SC")]
    monkeypatch.setattr(fontManager, "ttflist", theirs)
    assert fonts.chinese_family.__wrapped__() == "Noto Sans SC"
