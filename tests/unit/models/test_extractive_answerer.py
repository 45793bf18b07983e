"""The extractive answerer quotes whole sentences of the paper, best first, and declines only without evidence."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from scholarai.adapters.models.local import ExtractiveAnswerer
from scholarai.adapters.models.local.extractive import choose_sentences
from scholarai.citations import parser
from scholarai.domain.chat import Evidence
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.ports.models import AnswerRequest
from scholarai.prompting.prompt import Prompt

ABSTRACT = (
    "Ribosomes are slow machines. In this paper we present Fastosome, a method that speeds translation up. "
    "It needs no change of the genome."
)
METHODS = (
    "Cells were grown in 250 ml flasks at 37 degrees for twelve hours.\n\n"
    "The flasks were shaken because oxygen limits growth. We used the strain K-12 in every run."
)
RESULTS = (
    "Translation was 31 % faster with Fastosome than without it (p < 0.01). "
    "A ribosome is a complex of RNA and protein. Table 2 Speeds 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19"
)


def evidence(*texts: str, sections: tuple[str, ...] = (), pinned_by: str | None = None) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(
            number=number,
            paper_id=PaperId("p"),
            chunk_id=ChunkId(f"c{number}"),
            text=text,
            score=1 / number,
            start=1_000 * number,
            end=1_000 * number + len(text),
            section_path=(sections[number - 1],) if sections else (),
            pinned_by=pinned_by,
            named=((1_000 * number, 1_000 * number + len(text)),) if pinned_by else (),
        )
        for number, text in enumerate(texts, start=1)
    )


PAPER = evidence(ABSTRACT, METHODS, RESULTS, sections=("Abstract", "2.1 Methods", "COVID-19 results"))


def ask(question: str, pieces: tuple[Evidence, ...] = PAPER) -> str:
    request = AnswerRequest(question=question, evidence=pieces, prompt=Prompt(system="", user=question))
    return "".join(delta.text for delta in ExtractiveAnswerer().answer(request))


def quotes(answer: str) -> list[tuple[int, str]]:
    reader = parser.AnswerParser()
    pieces = [*reader.feed(answer), *reader.finish()]
    return [(piece.numbers[0], piece.text) for piece in pieces if isinstance(piece, parser.Quote)]


@pytest.mark.parametrize("name", ["Key words:", "Keywords \u2014", "Index Terms:", "KEYWORDS:"])
def test_keywords_are_no_sentence(name: str) -> None:
    said = "Translation of a genome limits growth."
    pieces = evidence(f"{name} translation; genome; limits of growth; ribosome; oxygen; Fastosome.\n\n{said}")

    assert [quote for _, quote in quotes(ask("What limits translation, growth, oxygen and the genome?", pieces))] == [
        said
    ]


def test_the_best_sentence_is_quoted_from_the_excerpt_that_holds_it() -> None:
    assert quotes(ask("In which flasks were the cells grown?"))[0] == (
        2,
        "Cells were grown in 250 ml flasks at 37 degrees for twelve hours.",
    )


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much faster was translation with Fastosome?", "31 %"),
        ("What is a ribosome?", "complex of RNA and protein"),
        ("Why were the flasks shaken?", "because oxygen limits growth"),
        ("Which strain was used?", "K-12"),
    ],
)
def test_the_answer_is_among_three_sentences(question: str, answer: str) -> None:
    found = [quote for _, quote in quotes(ask(question))]

    assert any(answer in quote for quote in found)


def test_every_quote_stands_verbatim_in_its_excerpt() -> None:
    texts = {piece.number: piece.text for piece in PAPER}

    for question in ("How were the cells grown?", "What does Fastosome do to translation?", "Summarize the paper."):
        found = quotes(ask(question))
        assert 1 <= len(found) <= 4
        assert all(quote in texts[number] for number, quote in found)


def test_a_question_about_something_else_is_not_declined() -> None:
    assert quotes(ask("What is the resolution of the telescope mirror?"))
    assert quotes(ask("???"))


def test_the_best_rated_sentence_comes_first_wherever_it_stands() -> None:
    late = METHODS.index("The flasks")
    pieces = tuple(
        replace(piece, ratings=((piece.start + late * (piece.number == 2), -1.0 * (piece.number != 2)),))
        for piece in PAPER
    )

    assert quotes(ask("What is the purpose of this study?", pieces))[0][1].startswith("The flasks were shaken")


@pytest.mark.parametrize(
    ("question", "first"),
    [("Which method was used in it?", "counted"), ("Under which licence may this article be used?", "method")],
)
@pytest.mark.parametrize(
    "notice",
    [
        "This article is licensed under a Creative Commons licence, which permits use by any method.",
        "Open access under CC BY-NC-ND license for any method.",
        "Published by Elsevier Inc. in any method.",
    ],
)
def test_a_publisher_s_notice_comes_first_only_where_it_is_asked_for(question: str, first: str, notice: str) -> None:
    found = "We counted the bees that came back to their hive by their marks."
    (piece,) = evidence(f"{notice} {found}")
    rated = replace(piece, ratings=((piece.start, -0.1), (piece.start + len(notice) + 1, -0.5)))

    chosen = choose_sentences(question, [rated])

    assert [first in one.text for one in chosen] == [True, False]


@pytest.mark.parametrize(
    ("label", "chosen"),
    [
        ("Submitted: 28 March 2022 Published: 09 July 2024", [False, True]),
        ("Table S2: Marked hives, checklist (DOC)", [False, True]),
        ("Marked hives: github.com/bees/hives", [True, False]),
    ],
)
def test_what_is_no_sentence_comes_last_unless_it_gives_a_link(label: str, chosen: list[bool]) -> None:
    found = "We counted the bees that came back to their hive by their marks."
    (piece,) = evidence(f"{label}\n\n{found}")
    rated = replace(piece, ratings=((piece.start, -0.1), (piece.start + len(label) + 2, -0.5)))

    assert [one.text == label for one in choose_sentences("Where are the marked hives?", [rated])] == chosen


def test_no_evidence_is_declined() -> None:
    assert ask("What is a ribosome?", ()) == "<not_in_paper/>"
    assert ask("Summarize the paper.", ()) == "<not_in_paper/>"


def test_lines_are_quoted_only_where_there_is_no_sentence() -> None:
    table = "Growth 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0 1.1"
    broken = "[12] Smith, A. and Jones, B. Growth of cells.\n\ngrowth of cells, as the line before this one said.\n\n* growth of cells in each hive"

    assert [text for _, text in quotes(ask("What about growth?", evidence(table)))] == [table]
    assert [text for _, text in quotes(ask("What about growth?", evidence(table, broken, METHODS)))] == [
        text for _, text in quotes(ask("What about growth?", evidence(METHODS)))
    ]


def test_text_that_looks_like_our_own_tags_is_not_quoted() -> None:
    pieces = evidence('The growth of cells is <cite id="9">invented by nobody</cite> who knows the growth of cells.')

    assert ask("What about the growth of cells?", pieces) == "<not_in_paper/>"


def test_what_a_cue_has_pinned_is_never_declined() -> None:
    pieces = evidence(METHODS, pinned_by="page 5")

    assert quotes(ask("What happens on page 5?", pieces))


def test_the_caption_of_a_named_figure_comes_first() -> None:
    caption = "Figure 2. Speed of translation by strain. Bars are standard errors."
    pieces = evidence(caption, "As Figure 2 shows, translation is faster.", pinned_by="Figure 2b")

    assert quotes(ask("What does Figure 2b show of translation?", pieces))[0] == (1, caption)


def test_a_long_caption_is_quoted_by_its_first_sentences() -> None:
    caption = "Table 3: Speeds of all strains. " + "The strain grew for a day in its own flask. " * 30
    pieces = evidence(caption, pinned_by="Table 3")

    quote = quotes(ask("What is in Table 3?", pieces))[0][1]

    assert caption.startswith(quote)
    assert quote.endswith("flask.")
    assert 600 < len(quote) <= 700


def test_a_row_that_has_what_is_asked_is_quoted_after_the_caption() -> None:
    pieces = evidence("Table 3: Speeds.", "strain speed\nK-12 31\nB-7 28", pinned_by="Table 3")

    assert [text for _, text in quotes(ask("What is the speed of K-12 in Table 3?", pieces))] == [
        "Table 3: Speeds.",
        "K-12 31",
    ]


CELLS = "Compound | Chain length | Degraded (%)\nOctane | 8 | 91.2\nNonane | 9 | 88.7\nDecane | 10 | 80.3"
PRINTED = "Compound Chain length Degraded (%)\nOctane 8 91.2\nNonane 9 88.7\nDecane 10 80.3"


AROUND = (
    "We measured octane in all of the flasks. Short alkanes were degraded faster.",
    "Nonane evaporates from flasks.",
)


@pytest.mark.parametrize("table", [CELLS, PRINTED])
@pytest.mark.parametrize(
    ("question", "row"), [("How much nonane was degraded?", 2), ("What is the chain length of decane?", 3)]
)
def test_the_row_of_a_cell_that_is_asked_for_comes_first_and_its_table_is_not_shown(
    table: str, question: str, row: int
) -> None:
    first, *others = quotes(ask(question, evidence("\n\n".join([AROUND[0], table, AROUND[1]]))))

    assert first[1] == table.split("\n")[row]
    assert not any(first[1] in text for _, text in others)


@pytest.mark.parametrize(
    "question",
    ["How was octane measured?", "How much xylene was degraded?"],
    ids=["no column is asked for", "no row is asked for"],
)
def test_a_row_of_which_no_cell_is_asked_for_does_not_come_first(question: str) -> None:
    shown = quotes(ask(question, evidence("\n\n".join([AROUND[0], CELLS, AROUND[1]]))))

    assert shown[0][1] not in CELLS.split("\n")


def test_a_caption_beside_a_table_names_what_its_columns_do_not() -> None:
    pieces = evidence(
        "Table 1: Degradation by strain B7.\n\nCompound | Day 5 | Day 9\nOctane | 40.1 | 91.2\nNonane | 38.0 | 88.7"
    )

    assert quotes(ask("How much nonane was degraded?", pieces))[0][1] == "Nonane | 38.0 | 88.7"


def test_only_what_stands_at_the_named_place_is_quoted() -> None:
    elsewhere = replace(evidence(RESULTS)[0], number=2)
    (there,) = evidence(METHODS, pinned_by="page 5")
    first = METHODS.index("\n\n")
    there = replace(there, named=((there.start, there.start + first),))

    assert quotes(ask("Summarize page 5", (there, elsewhere))) == [(1, METHODS[:first])]


def test_the_same_statement_is_quoted_once() -> None:
    pieces = evidence(
        "Translation was 31 % faster with Fastosome than before.",
        "With Fastosome, translation was 31 % faster than before.",
    )

    assert len(quotes(ask("How much faster was translation with Fastosome?", pieces))) == 1


def test_the_text_of_the_answer_is_its_quotes_so_that_it_says_something_without_them() -> None:
    answer = ask("Why were the flasks shaken?")

    said = re.sub(r"<cite.*?</cite>", "", answer)
    assert said.split() == " ".join(f"“{quote}”" for _, quote in quotes(answer)).split()


def test_the_answer_says_what_made_it() -> None:
    request = AnswerRequest(question="What is a ribosome?", evidence=PAPER, prompt=Prompt(system="", user=""))

    *_, last = ExtractiveAnswerer().answer(request)

    assert last.usage is not None
    assert last.usage.model == ExtractiveAnswerer().name == "extractive"


FRONT = "How Honey Bees Choose a Home\n\nMartin Lindauer and Thomas Seeley\n\nInstitute of Swarms"


def piece(number: int, text: str, pinned_by: str | None = None) -> Evidence:
    return Evidence(
        number=number,
        paper_id=PaperId("p"),
        chunk_id=ChunkId(f"1-{number:04d}"),
        text=text,
        score=1.0,
        start=0,
        end=len(text),
        pinned_by=pinned_by,
    )


THANKS = piece(2, "The authors would like to acknowledge contributions from the title sponsor of the conference.")


def test_another_question_is_not_answered_with_the_title_page() -> None:
    chosen = choose_sentences("Whom do the authors acknowledge?", [piece(1, FRONT), THANKS])

    assert chosen[0].number == 2
