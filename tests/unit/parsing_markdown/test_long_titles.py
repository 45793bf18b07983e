"""Titles that ran into the text behind them."""

from __future__ import annotations

from scholarai.parsing.markdown import read_markdown


def test_a_title_that_swallowed_the_abstract_stays_in_the_text() -> None:
    abstract = "Maintenance treatment was assessed in 610 patients. " * 10

    content = read_markdown(f"# On treatment {abstract}\n\n## Methods\n\nWe asked.\n", bibliographies={})

    assert "610 patients" in content.text()


def test_a_usual_title_is_not_repeated_in_the_text() -> None:
    content = read_markdown("# On treatment\n\n## Methods\n\nWe asked.\n", bibliographies={})

    assert (content.title, "On treatment" in content.text()) == ("On treatment", False)
