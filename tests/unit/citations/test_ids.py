"""Sentences are cited by their ids in every form that models give them, and the paper's own numbers stay text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit.citations.reading_answers import pieces_of

from scholarai.citations.parser import AnswerParser, Piece, Quote, Text
from scholarai.domain.sentences import SentenceId, ShownExcerpts, citable_sentences

BEES = "Bees dance at noon. Swarms fly once a quorum is reached. The interval was [1.3, 1.4] with a mean of 1.1 hours."
SHOWN = ShownExcerpts(texts={1: BEES, 3: "Scouts vote often. Queens lay eggs in spring."})


def parse(*deltas: str, shown: ShownExcerpts | None = SHOWN) -> list[Piece]:
    return pieces_of(*deltas, shown=shown)


@pytest.mark.parametrize(
    "mark",
    [
        '<cite id="3.2"/>',
        '<cite id="3.2"></cite>',
        '<cite id="[3.2]"/>',
        "<cite id='s3.2' />",
        "<cite 3.2/>",
        "<cite>3.2</cite>",
        '<cite id="3">[3.2]</cite>',
        '<cite excerpt="3" sentence="2"/>',
        '&lt;cite id="3.2"/&gt;',
        '[cite id="3.2"/]',
        "[cite: 3.2]",
        "{cite 3.2}",
        '<cite id="3.2">',
        '<cite id="3.2"',
        "[3.2]",
        "{3.2}",
        "<3.2>",
        "【3.2】",
        "(id 3.2)",
        "(see 3.2)",
        "(3.2)",
        "[Excerpt 3, Sentence 2]",
        "(see excerpt 3, sentence 2)",
    ],
)
def test_every_form_of_an_id_names_the_same_sentence(mark: str) -> None:
    *before, last = parse(f"Queens lay eggs. {mark}")

    assert (last.numbers, last.text, last.sentences) == ((3,), "", (SentenceId(3, 2, 2),))  # type: ignore[union-attr]
    assert before == [Text("Queens lay eggs. ")]


@pytest.mark.parametrize(
    ("ids", "wanted"),
    [
        ("1.1-1.2", [(1, 1, 2)]),
        ("1.1–2", [(1, 1, 2)]),
        ("1.2 - 1.1", [(1, 1, 2)]),
        ("1.1, 3.2; 1.1", [(1, 1, 1), (3, 2, 2)]),
        ("1.3-3.1", [(1, 3, 1, 3)]),
    ],
)
def test_ranges_and_lists_name_their_sentences(ids: str, wanted: list[tuple[int, ...]]) -> None:
    (quote,) = parse(f'<cite id="{ids}"/>')

    assert isinstance(quote, Quote)
    assert list(quote.sentences) == [SentenceId(*one) for one in wanted]


@pytest.mark.parametrize(
    "text",
    [
        "An interval of [1.3, 1.4] hours.",  # the paper's own words
        "A mean of one hour (1.1).",  # a number that the excerpts have
        "Between [1.2, 9.9] hours.",  # one of the two is no id
        "A share of (0.5).",
        "As shown before [3].",
        "(2.5 % of all)",
    ],
)
def test_numbers_in_brackets_that_may_be_the_papers_stay_text(text: str) -> None:
    assert parse(text) == [Text(text)]


def test_brackets_that_an_excerpt_has_stay_text_though_they_name_sentences_of_it() -> None:
    shown = ShownExcerpts(texts={1: "The interval is [1.1, 1.2] for bees. It is narrow for wasps."})

    assert parse("It is [1.1, 1.2] for bees.", shown=shown) == [Text("It is [1.1, 1.2] for bees.")]


def test_a_tag_without_end_is_text_wherever_it_is_cut() -> None:
    text = f'Eggs. <cite id="{"1.1, " * 1_000}1.2"/> More.'

    assert parse(text) == parse(*text) == [Text(text)]


def test_an_unknown_id_in_brackets_is_a_citation_and_no_text() -> None:
    assert parse("They fly. [9.9]") == [Text("They fly. "), Quote((9,), "", (SentenceId(9, 9, 9),))]


def test_without_excerpts_only_tags_are_read() -> None:
    assert parse("They fly [3.2].", shown=None) == [Text("They fly [3.2].")]


def test_what_follows_an_id_whose_tag_stays_open_is_text() -> None:
    assert parse('One. <cite id="3.2">Two. <cite id="1.1">Three [1.2].') == [
        Text("One. "),
        Quote((3,), "", (SentenceId(3, 2, 2),)),
        Text("Two. "),
        Quote((1,), "", (SentenceId(1, 1, 1),)),
        Text("Three "),
        Quote((1,), "", (SentenceId(1, 2, 2),)),
        Text("."),
    ]


def test_half_a_tag_at_the_end_names_its_sentence_unless_the_answer_was_cut() -> None:
    text = 'One. <cite id="3.2" Two. <cite id="3.1"'
    named = Quote((3,), "", (SentenceId(3, 2, 2),))

    assert parse(text) == [Text("One. "), named, Text(" Two. "), Quote((3,), "", (SentenceId(3, 1, 1),))]
    cut = AnswerParser(shown=SHOWN)
    assert [*cut.feed('One. <cite id="3.1'), *cut.finish(cut=True)] == [Text("One. ")]


@pytest.mark.parametrize("length", [1, 9])
def test_half_a_tag_is_no_part_of_the_text_however_much_follows(length: int) -> None:
    text = " ".join(f"Sentence {n} goes on and on about bees." for n in range(length))

    for parts in (
        [f'One. <cite id="3.2" {text}'],
        [f'One. <cite id="3.2"\n{text}'],
        ['One. <cite id="3.2"', f" {text}"],
    ):
        before, quote, after = parse(*parts)
        assert (before, quote) == (Text("One. "), Quote((3,), "", (SentenceId(3, 2, 2),)))
        assert isinstance(after, Text)
        assert after.text.strip() == text


def test_words_behind_an_id_that_stand_in_the_excerpt_are_a_quote() -> None:
    assert parse('Eggs. <cite id="3.2">Queens lay eggs in spring.') == [
        Text("Eggs. "),
        Quote((3,), "Queens lay eggs in spring.", (SentenceId(3, 2, 2),)),
    ]


def test_ids_that_were_copied_with_the_words_are_left_out_of_the_quote() -> None:
    assert parse('<cite id="3">[3.1] Scouts vote often. [3.2] Queens lay eggs</cite>') == [
        Quote((3,), "Scouts vote often.  Queens lay eggs")
    ]


def test_a_range_is_cut_into_runs_of_five_sentences_and_ends_with_its_excerpt() -> None:
    shown = ShownExcerpts(texts={1: " ".join(f"This is sentence {n} of them." for n in range(1, 10))})

    def words(*named: int) -> list[str]:
        return [shown.texts[number][start:end] for number, (start, end) in shown.places(SentenceId(*named))]

    assert [run.count(".") for run in words(1, 1, 5)] == [5]
    assert [run.count(".") for run in words(1, 2, 8)] == [5, 2]
    assert words(1, 8, 12) == ["This is sentence 8 of them. This is sentence 9 of them."]
    assert (words(1, 10, 11), words(1, 0, 1), words(2, 1, 1)) == ([], [], [])


def test_a_range_over_several_excerpts_has_the_sentences_between() -> None:
    shown = ShownExcerpts(
        texts={
            2: "Bees dance at noon. Swarms fly at dawn.",
            5: "Ants walk in lines.",
            7: "Wasps sting. Flies buzz loudly.",
        }
    )

    found = shown.places(SentenceId(2, 2, 1, until=7))

    assert [(number, shown.texts[number][start:end]) for number, (start, end) in found] == [
        (2, "Swarms fly at dawn."),
        (5, "Ants walk in lines."),
        (7, "Wasps sting."),
    ]


def test_rows_of_a_long_table_are_numbered_and_labels_of_axes_are_not() -> None:
    rows = "\n".join(f"model number {n} reached {n}.5 points on average" for n in range(12))

    spans = citable_sentences(f"0.5\n\n{rows}\n\nIt was so in all of them.")

    assert len(spans) == 13


MARKS = [
    "[3.2]", "(excerpt 3, sentence 2)", "[cite id = 1.1-1.2, 3.1 - 3.2]", "{see id: 3.2 ; 1.1}", '<"3.2" />',
    '<cite id="3.2" lang="en"/>', "<cite 3.2>", "&lt;cite id=&quot;3.2&quot;/&gt;", "< / not_in_paper >",
]  # fmt: skip


@pytest.mark.parametrize("mark", MARKS)
def test_every_beginning_of_a_mark_is_waited_for(mark: str) -> None:
    for cut in range(1, len(mark)):
        assert parse(f"One. {mark[:cut]}", mark[cut:]) == parse(f"One. {mark}")
        assert Text(f"One. {mark}") not in parse(f"One. {mark[:cut]}", mark[cut:])


FRAGMENTS = st.sampled_from(
    [*MARKS, "<cite id='[3.2]'/>", '<cite id="3.2"', '<cite id="3.2"/>', '<cite id="3.2">', "</cite>", "[", "(", "{", "<", "]", " e", " excerpt 3, sentence 2",
     ", ", "3.2", "-4", " a b. ", "\n", "[cite", "Queens lay eggs", "."]
)  # fmt: skip


@given(st.lists(FRAGMENTS, max_size=10), st.lists(st.integers(1, 9), min_size=1, max_size=30))
def test_how_the_stream_is_cut_changes_nothing(fragments: list[str], sizes: list[int]) -> None:
    answer = "".join(fragments)
    cuts, place = [], 0
    for size in sizes:
        cuts.append(answer[place : place + size])
        place += size
    cuts.append(answer[place:])

    assert parse(*cuts) == parse(answer)


@pytest.mark.parametrize("border", ["\n", " ", "\n\n"])
def test_a_sign_of_more_behind_an_open_tag_is_not_its_end(border: str) -> None:
    said = f'Queens lay eggs. <cite id="3.2"{border}The swarm of spring had >300 bees. <cite id="1.1"/>'
    citation, other = Quote((3,), "", (SentenceId(3, 2, 2),)), Quote((1,), "", (SentenceId(1, 1, 1),))

    pieces = parse(said)

    assert [piece for piece in pieces if not isinstance(piece, Text)] == [citation, other]
    assert "".join(piece.text for piece in pieces if isinstance(piece, Text)).split() == (
        "Queens lay eggs. The swarm of spring had >300 bees.".split()
    )
    assert parse(*said) == pieces


@pytest.mark.parametrize("tag", ['<cite id="3.2" page="4" of="that paper">', '<cite id="3.2"\n kind="sentence">'])
def test_attributes_behind_the_ids_of_a_tag_are_no_text(tag: str) -> None:
    assert parse(f"Queens lay eggs. {tag}Queens lay eggs in spring.</cite>") == [
        Text("Queens lay eggs. "),
        Quote((3,), "Queens lay eggs in spring.", (SentenceId(3, 2, 2),)),
    ]
