"""Passages that do not all fit into a prompt are cut to the sentences that bear on the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from unit.retrieval.making import searched

from scholarai.answering.trimming import FRAME_CHARACTERS, Passage, parts_of, trimmed
from scholarai.domain.chat import Evidence
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.retrieval.index import PaperIndex

MARKED = "We marked 4,000 workers with paint so that every scout could be told apart."
ENTRANCE = "Each box had an entrance of 15 square centimetres facing south [2]."
MILD = "Weather of day {} was mild and of no further interest."
FIRST_ROW = "site volume chosen"


@cache
def bees() -> PaperIndex:
    return searched().index


def passage(begin: str, end: str, worth: Mapping[str, float], *, paper: str = "bees") -> Passage:
    """Return what stands from one text to the end of another; parts without a text of `worth` bear on nothing."""
    index = bees()
    start, stop = index.text.index(begin), index.text.index(end) + len(end)
    piece = Evidence(
        number=1,
        paper_id=PaperId(paper),
        chunk_id=ChunkId("c1"),
        text=index.text[start:stop],
        score=1.0,
        start=start,
        end=stop,
        section_path=("Methods – Results",),
        page_numbers=(1, 2),
        ratings=tuple((at, -1.0) for at in index.starts.tolist() if start <= at < stop),
    )
    parts = parts_of(index, piece)
    said = [index.text[part.start : part.end] for part in parts]
    return Passage(
        piece=piece,
        parts=parts,
        worth=tuple(next((value for text, value in worth.items() if text in one), -9.0) for one in said),
    )


def methods(worth: Mapping[str, float], *, paper: str = "bees") -> Passage:
    return passage(MARKED, "B 15 litres 2\nC 10 litres 1", worth, paper=paper)


def texts(found: Sequence[Evidence]) -> list[str]:
    return [piece.text for piece in found]


def room(*shown: str) -> int:
    return sum(len(text) + FRAME_CHARACTERS for text in shown)


def test_sentences_that_bear_most_are_shown_best_first() -> None:
    found = trimmed([methods({MARKED: -2.0, ENTRANCE: -1.0})], room(MARKED, ENTRANCE))

    assert texts(found) == [ENTRANCE, MARKED]


def test_no_more_is_shown_than_fits_with_the_marks_of_excerpts() -> None:
    found = trimmed([methods({MARKED: -2.0, ENTRANCE: -1.0})], room(MARKED, ENTRANCE) - 1)

    assert ENTRANCE in texts(found)
    assert MARKED not in texts(found)
    assert room(*texts(found)) < room(MARKED, ENTRANCE)


def test_excerpts_stand_letter_for_letter_at_their_range_with_their_own_section_page_and_ratings() -> None:
    (found,) = trimmed([methods({ENTRANCE: -1.0})], room(ENTRANCE))

    assert bees().text[found.start : found.end] == found.text == ENTRANCE
    assert found.section_path == ("Wooden boxes",)
    assert found.page_numbers == (2,)
    assert found.ratings == ((found.start, -1.0),)


def test_a_caption_is_shown_whole_or_not_at_all() -> None:
    caption = "Figure 1: Scouts at the chosen site over time. The dashed line is the quorum."

    assert texts(trimmed([methods({"dashed line": -1.0, MARKED: -2.0})], room(caption))) == [caption]
    assert caption not in texts(trimmed([methods({MARKED: -1.0, "dashed line": -2.0})], room(MARKED, caption) - 1))


def test_a_gap_that_is_shorter_than_the_marks_of_an_excerpt_is_shown() -> None:
    first, between, last = (MILD.format(day) for day in (3, 4, 5))
    found = trimmed(
        [passage(MILD.format(2), MILD.format(9), {first: -1.0, last: -2.0})], room(f"{first} {between} {last}")
    )

    assert texts(found) == [f"{first} {between} {last}"]


def test_a_sentence_that_points_back_comes_with_the_one_before_it() -> None:
    index = bees()
    here = passage(MILD.format(2), MILD.format(9), {MILD.format(5): -1.0, MILD.format(6): -2.0})
    second = MILD.format(5).replace("Weather of day", "They, of a day")
    text = index.text.replace(MILD.format(5), second)[here.piece.start : here.piece.end]
    pointing = Passage(
        piece=Evidence(**{name: getattr(here.piece, name) for name in here.piece.__struct_fields__} | {"text": text}),
        parts=here.parts,
        worth=here.worth,
    )
    first = MILD.format(4)

    assert texts(trimmed([pointing], room(f"{first} {second}"))) == [f"{first} {second}"]


def test_the_best_sentence_of_each_paper_comes_before_a_second_one_of_any() -> None:
    both = [methods({MARKED: -1.0, ENTRANCE: -2.0}), methods({MARKED: -5.0}, paper="wasps")]

    found = trimmed(both, room(MARKED, MARKED))

    assert [piece.paper_id for piece in found] == ["bees", "wasps"]


def test_what_stands_in_two_passages_is_shown_once() -> None:
    both = [methods({ENTRANCE: -1.0}), passage(ENTRANCE, "C 10 litres 1", {ENTRANCE: -1.0})]

    assert texts(trimmed(both, 2 * room(ENTRANCE))).count(ENTRANCE) == 1


def test_something_is_shown_where_nothing_fits() -> None:
    assert texts(trimmed([methods({ENTRANCE: -1.0})], 10)) == [ENTRANCE]


def test_a_part_that_does_not_fit_leaves_room_for_a_shorter_one() -> None:
    table = {FIRST_ROW: -2.0}

    assert texts(trimmed([methods({ENTRANCE: -1.0, MARKED: -3.0} | table)], room(ENTRANCE) + 40)) == [ENTRANCE]
    assert texts(
        trimmed([methods({ENTRANCE: -1.0, MILD.format(5): -3.0} | table)], room(ENTRANCE, MILD.format(5)))
    ) == [
        ENTRANCE,
        MILD.format(5),
    ]
