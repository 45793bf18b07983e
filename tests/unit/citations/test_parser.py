"""The answer parser reads every form of the tags, however the stream is cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit.citations.reading_answers import pieces_of

from scholarai.citations.parser import AnswerParser, Declined, Quote, Text


@pytest.mark.parametrize(
    "tag",
    [
        '<cite id="3">q</cite>',
        "<cite id='3'>q</cite>",
        "<cite id=3>q</cite>",
        "<cite ids='3'>q</cite>",
        "<CITE ID = “3” >q</ CITE >",
        "<cite 3>q</cite>",
        "<extract ids='p1.3'>q</extract>",
        "&lt;cite id=&quot;3&quot;&gt;q&lt;/cite&gt;",
        '<cite id="3" lang="en">q</cite>',
        '<cite id="3">q</cite',
        '<cite id="3">q',
        '<cite id="3" q</cite>',
    ],
)
def test_every_form_of_the_tag_gives_the_same_quote(tag: str) -> None:
    assert pieces_of(f"It works. {tag}") == [Text("It works. "), Quote((3,), "q")]


def test_several_ids_are_kept_in_their_order_without_doubles() -> None:
    assert pieces_of('<cite id="4, 2;4">q</cite>') == [Quote((4, 2), "q")]


def test_less_than_signs_and_ampersands_in_text_and_quotes_stay() -> None:
    assert pieces_of('if a<b & p < 0.05 <cite id="1">p < 0.05 & n<9</cite>.') == [
        Text("if a<b & p < 0.05 "),
        Quote((1,), "p < 0.05 & n<9"),
        Text("."),
    ]


def test_an_unclosed_quote_ends_with_its_line_and_the_rest_stays_text() -> None:
    assert pieces_of('<cite id="1">quoted\nMore. <cite id="2">b</cite>') == [
        Quote((1,), "quoted"),
        Text("\nMore."),
        Quote((2,), "b"),
    ]


def test_a_decline_is_seen_in_the_midst_of_text() -> None:
    assert pieces_of("<not_in_paper/> The paper is about cats.") == [Declined(), Text(" The paper is about cats.")]


def test_half_a_tag_at_the_end_names_its_excerpt_unless_the_answer_was_cut() -> None:
    cut = AnswerParser()

    assert pieces_of('Done. <cite id="1') == [Text("Done. "), Quote((1,), "")]
    assert [*cut.feed('Done. <cite id="1'), *cut.finish(cut=True)] == [Text("Done. ")]


@pytest.mark.parametrize("end", ["p <", "[", "(see", "<c", "&", "a < b"])
def test_what_might_have_become_a_tag_is_text_where_nothing_follows(end: str) -> None:
    assert pieces_of(f"It holds {end}") == [Text(f"It holds {end}")]


@pytest.mark.parametrize("end", ["", "</cite>", " </cite> More."])
@pytest.mark.parametrize("length", [470, 478, 482, 490, 1_000])
def test_a_quote_without_an_end_is_text(end: str, length: int) -> None:
    answer = '<cite id="1">' + "word " * length + end

    first, *rest = pieces_of(*answer)

    assert pieces_of(answer) == [first, *rest]
    assert isinstance(first, Quote)
    assert (first.text == "") == (length > 480)
    assert sum(piece.text.count("word") for piece in (first, *rest) if isinstance(piece, Text | Quote)) == length


FRAGMENTS = st.sampled_from(
    [
        '<cite id="1">',
        "</cite>",
        "<cite",
        "<",
        ">",
        "&lt;",
        "&",
        "/cite>",
        "<not_in_paper/>",
        " a b. ",
        "\n",
        '"2"',
        "é",
    ]
)


@given(st.lists(FRAGMENTS, max_size=14), st.lists(st.integers(1, 9), min_size=1, max_size=30))
def test_how_the_stream_is_cut_changes_nothing(fragments: list[str], sizes: list[int]) -> None:
    answer = "".join(fragments)
    cuts, place = [], 0
    for size in sizes:
        cuts.append(answer[place : place + size])
        place += size
    cuts.append(answer[place:])

    assert pieces_of(*cuts) == pieces_of(answer)
