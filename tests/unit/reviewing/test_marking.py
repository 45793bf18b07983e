"""A false word is struck through and set right beside it, in each kind of document."""

from __future__ import annotations

from typing import Any

import pytest

from scholarai.domain.chat import Change, ChangeKind, Citation
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.quote_markup import HTML, MARKDOWN, PLAIN, Markup, marked, verdict_on
from scholarai.domain.verdicts import Verdict

TEXT = "In 97 of\n100 trials it is enough."


def citation(quote: str, verdict: Verdict = "altered", text: str = TEXT, *changes: Change, **about: Any) -> Citation:
    return Citation(
        number=1, paper_id=PaperId("p"), chunk_id=ChunkId("c"), label="p. 1", quote=quote, verdict=verdict, text=text,
        changes=changes, start=0 if text else None, **about,
    )  # fmt: skip


def change(kind: ChangeKind, quote: tuple[int, int], text: tuple[int, int]) -> Change:
    return Change(kind=kind, quote_start=quote[0], quote_end=quote[1], text_start=text[0], text_end=text[1])


WRONG = citation(
    "In 87 of 100 trials it is not enough.",
    "altered",
    TEXT,
    change("number", (3, 5), (3, 5)),
    change("negation", (26, 29), (26, 26)),
)


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        (PLAIN, "“In ~~87~~ **97** of 100 trials it is ~~not~~ enough.”"),
        (MARKDOWN, "“In ~~87~~ **97** of 100 trials it is ~~not~~ enough.”"),
        (HTML, "“In <del>87</del> <ins>97</ins> of 100 trials it is <del>not</del> enough.”"),
    ],
)
def test_what_was_written_is_struck_and_what_the_paper_says_stands_beside_it(marks: Markup, expected: str) -> None:
    assert marked(WRONG, marks) == expected


def test_words_that_were_left_out_are_marked() -> None:
    left_out = citation("In 97 trials", "altered", TEXT, change("omission", (5, 5), (6, 12)))

    assert marked(left_out, PLAIN).startswith("“In 97 **of 100** trials")


def test_a_quote_of_no_place_is_struck_whole() -> None:
    assert marked(citation("They <fly>.", "not_found", ""), HTML) == "written: <del>They &lt;fly&gt;.</del>"
    assert marked(citation("They fly. It is.", "spliced"), PLAIN).endswith("enough.”; written: ~~They fly. It is.~~")


def test_a_true_quote_is_the_paper_s_words_in_one_line() -> None:
    assert marked(citation(TEXT, "exact"), MARKDOWN) == "“In 97 of 100 trials it is enough.”"


def test_words_of_papers_and_models_cannot_become_markup() -> None:
    hostile = citation("~~a~~ **b** <i>", "altered", "~~x~~ <b> [y](z)", change("word", (0, 15), (0, 5)))

    assert marked(hostile, HTML) == "“<del>~~a~~ **b** &lt;i&gt;</del> <ins>~~x~~</ins> &lt;b&gt; [y](z)”"
    assert marked(hostile, MARKDOWN) == (r"“~~\~\~a\~\~ \*\*b\*\* \<i\>~~ **\~\~x\~\~** \<b\> \[y\](z)”")


def test_a_deleted_paper_s_quote_is_nothing() -> None:
    assert marked(citation("", "not_found", ""), MARKDOWN) == ""


def test_the_verdict_comes_with_what_else_must_be_known() -> None:
    assert verdict_on(citation(TEXT, "exact")) == "exact"
    assert verdict_on(citation("a", "exact", "a", proves=False)) == "exact; too short to prove anything"
