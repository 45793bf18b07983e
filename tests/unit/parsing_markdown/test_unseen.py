"""What HTML hides inside Markdown is left out and noted; what a browser shows stays."""

from __future__ import annotations

import pytest
from attacks.hidden import (
    HIDDEN_BY_SHEETS,
    HIDDEN_IN_MARKDOWN,
    HIDDEN_IN_MARKDOWN_FORMULAS,
    SECRET,
    UNDRAWN_IN_HTML,
    markdown_with,
)

from scholarai.domain.content import PaperContent
from scholarai.parsing.markdown.reader import read_markdown


def read(body: str) -> PaperContent:
    return read_markdown(markdown_with(body), bibliographies={})


@pytest.mark.parametrize("hidden", [*HIDDEN_IN_MARKDOWN, *HIDDEN_IN_MARKDOWN_FORMULAS])
def test_what_no_browser_shows_is_left_out(hidden: str) -> None:
    content = read(hidden % SECRET)

    assert SECRET not in content.text()
    assert content.sections == ()
    assert ("Before it." in content.text(), "Behind it." in content.text()) == (True, True)
    silent = hidden.startswith(("[//]", "<!--", "<script"))
    assert [note.code for note in content.notes] == ([] if silent else ["unseen_text"])


@pytest.mark.parametrize(
    "shown",
    [
        "<div>%s</div>",
        '<span style="color:red">%s</span>',
        '<span style="opacity:0.5">%s</span>',
        '<span style="font-size:10px">%s</span>',
        '<span style="font-size:1em">%s</span>',
        '<sup style="line-height:0">%s</sup>',
        '<div style="min-width:0; border-width: 0">%s</div>',
        '<span style="font-size: .85rem">%s</span>',
        '<span style="font-size:90%%">%s</span>',
        '<div style="background:black; color:white">%s</div>',
        '<div style="background-color:#202060"><p style="color:white">%s</p></div>',
        '<img alt="hidden" src="a.png">%s',
        '<span title="hidden">%s</span>',
        '<a href="hidden.html">%s</a>',
        "<details><summary>More</summary>%s</details>",
        "<span hidden></span>%s",
        r"$a \color{red} \text{%s}$",
        r"$\colorbox{black}{\textcolor{white}{\text{%s}}}$",
        r"$\htmlStyle{color:red}{\text{%s}}$",
        r"$\color{rgb(200,0,0)} \text{%s}$",
        r"$\phantom{=} \text{%s}$",
    ],
)
def test_what_a_browser_shows_stays(shown: str) -> None:
    content = read(shown % SECRET)

    assert SECRET in content.text()
    assert content.notes == ()


@pytest.mark.parametrize(("sheet", "hidden"), HIDDEN_BY_SHEETS[:-1])
def test_what_a_style_sheet_in_a_paper_hides_is_left_out(sheet: str, hidden: str) -> None:
    content = read(f"<style>{sheet.replace('%%', '%')}</style>\n\n{hidden % SECRET}")

    assert SECRET not in content.text()
    assert [note.code for note in content.notes] == ["unseen_text"]


@pytest.mark.parametrize("undrawn", UNDRAWN_IN_HTML)
def test_what_no_browser_draws_is_left_out_without_a_note(undrawn: str) -> None:
    content = read(undrawn % SECRET)

    assert SECRET not in content.text()
    assert content.notes == ()


def test_a_dialog_that_is_closed_is_left_out() -> None:
    content = read(f"<dialog>\n\n{SECRET}\n\n</dialog>\n\n<dialog open>\n\nSeen.\n\n</dialog>")

    assert (SECRET in content.text(), "Seen." in content.text()) == (False, True)
    assert [note.code for note in content.notes] == ["unseen_text"]


def test_code_that_shows_hidden_html_stays() -> None:
    code = f'<div style="display:none">{SECRET}</div>'

    assert code in read(f"```html\n{code}\n```").text()
    assert code in read(f"We write `{code}` there.").text()


def test_a_hidden_heading_is_no_title() -> None:
    content = read_markdown(f"<div hidden>\n\n# {SECRET}\n\n</div>\n\n# Bees\n\nText.\n", bibliographies={})

    assert content.title == "Bees"


@pytest.mark.parametrize("tag", ["b", "span", "div"])
def test_a_table_whose_cell_opens_a_hidden_element_keeps_its_other_cells(tag: str) -> None:
    content = read(f"| One | <{tag} hidden> {SECRET} | Three |\n|---|---|---|\n| Four | Five | Six |\n")

    assert SECRET not in content.text()
    assert all(cell in content.text() for cell in ("One", "Three", "Four", "Five", "Six", "Behind it."))


@pytest.mark.parametrize(("tag", "is_shown"), [("span", True), ("b", False)])
def test_a_hidden_element_that_stays_open_ends_with_its_paragraph_unless_it_formats(tag: str, is_shown: bool) -> None:
    content = read(f"First <{tag} hidden> {SECRET}\n\nSecond.\n")

    assert SECRET not in content.text()
    assert ("Second." in content.text()) is is_shown


def test_text_behind_the_end_of_a_hidden_element_stays() -> None:
    content = read(f"<div hidden>\n\n{SECRET} </div>\n\nSecond.\n")

    assert SECRET not in content.text()
    assert "Second." in content.text()
