"""The evidence of a named place."""

from __future__ import annotations

import pytest
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.retrieval.making import find, pinned

from scholarai.domain.content import BLOCK_SEPARATOR, Block
from scholarai.domain.ids import BlockId
from scholarai.retrieval.place_names import find_cues
from scholarai.retrieval.places import find_places, named_floats


def test_a_page_brings_passages_of_that_page_alone() -> None:
    evidence = pinned("What does page 3 say?")

    assert evidence
    assert all(item.page_numbers == (3,) for item in evidence)


def test_a_figure_brings_its_caption_and_the_paragraph_that_mentions_it() -> None:
    evidence = pinned("What is shown in Figure 1?")

    assert "The dashed line is the quorum." in evidence[0].text
    assert any("twenty scouts at one site, as Figure 1 shows" in item.text for item in evidence)


def test_a_part_of_a_figure_brings_the_figure() -> None:
    assert "The dashed line is the quorum." in pinned("Explain Fig. 1b")[0].text


def test_an_algorithm_is_no_figure_of_its_number() -> None:
    paper = bee_paper()
    algorithm = replace(paper.figures[0], label="Algorithm 1")

    assert not list(named_floats(replace(paper, figures=(algorithm,)), find_cues("Explain Figure 1")[0]))


def test_a_paper_that_ends_with_a_discussion_concludes_there() -> None:
    paper = bee_paper()
    sections = tuple(
        replace(section, title="Discussion") if section.title.startswith("Conclusion") else section
        for section in paper.sections
    )
    blocks = tuple(block for block in paper.blocks if not block.text.startswith("Conclusion"))
    places = find_places(
        replace(paper, sections=sections, blocks=blocks), find_cues("What does the conclusion say?")[0]
    )

    assert "Swarms choose well" in paper.text()[places[0].start : places[0].end]


def test_a_table_brings_its_cells() -> None:
    assert any("A 40 litres 21" in item.text for item in pinned("How often was A chosen in Table 1?"))


def test_an_equation_brings_what_explains_it() -> None:
    first, *others = [item.text[:14] for item in pinned("What is b in Eq. (1)?")]

    assert first == "q(t) = a exp(-"
    assert "Here b is the " in others


def test_a_section_brings_its_subsections_too() -> None:
    text = " ".join(item.text for item in pinned("Summarise what section 2 did"))

    assert "We marked 4,000 workers" in text
    assert "entrance of 15 square centimetres" in text


def test_a_section_may_be_named_by_its_usual_name() -> None:
    assert "Swarms choose well" in pinned("What does the conclusion say?")[0].text


def test_a_section_may_be_named_by_most_of_its_title() -> None:
    assert "entrance of 15 square centimetres" in pinned("Summarize the section on wooden boxes")[0].text


def test_a_section_of_a_name_that_no_title_has_is_not_missed_where_none_may_be_meant() -> None:
    assert find("What is the nuclear cross section?").missing == ()
    assert find("What does the section “Zebras” say?").missing == ("section “Zebras”",)


def test_what_is_named_of_a_paragraph_is_the_sentence_that_mentions_the_figure() -> None:
    caption, told = pinned("What is shown in Figure 1?")[:2]
    text = bee_paper().text()

    assert [text[start:end] for start, end in caption.named] == [caption.text]
    assert [text[start:end] for start, end in told.named] == [
        "The quorum was about twenty scouts at one site, as Figure 1 shows."
    ]


@pytest.mark.parametrize(
    ("question", "caption"),
    [
        ("Explain the plot of scouts over time.", "Figure 1"),
        ("Which table lists how often each site was taken?", "Table 1"),
    ],
)
def test_a_figure_or_table_may_be_meant_by_its_words(question: str, caption: str) -> None:
    assert pinned(question)[0].text.startswith(caption)


def test_a_figure_that_no_caption_fits_is_not_meant() -> None:
    assert not any(
        item.pinned_by for item in find("What does the diagram of the zebra enclosure show?", vectors=False).evidence
    )


def test_a_sentence_that_runs_on_to_the_next_page_is_not_on_the_page() -> None:
    paper = bee_paper()
    block = next(block for block in paper.blocks if block.text.startswith("Weather") and block.page_number == 1)
    half = len(block.lines) // 2
    lines = (*block.lines[:half], *(replace(line, page_number=2) for line in block.lines[half:]))
    split = replace(paper, blocks=tuple(replace(b, lines=lines) if b.id == block.id else b for b in paper.blocks))
    end = block.start + lines[half - 1].end

    evidence = [item for item in find("Summarize page 1", content=split, k=8).evidence if item.pinned_by]

    assert evidence
    assert all(last <= end for item in evidence if item.start <= end for _, last in item.named)


def test_a_section_without_sentences_is_shown_by_its_entries() -> None:
    (evidence,) = pinned("What is in the references section?")

    assert evidence.text.startswith("References\n\n[1] Lindauer")
    assert evidence.named == ((evidence.start, evidence.end),)


def test_a_place_may_be_counted() -> None:
    assert all(item.page_numbers == (3,) for item in pinned("Summarize the last page."))
    assert pinned("What does the first figure show?")[0].text.startswith("Figure 1")
    assert pinned("What does the last equation say?")[0].text.startswith("q(t)")
    assert find("What does the third table say?").missing == ("third table",)


def test_a_theorem_is_found_where_it_is_stated() -> None:
    assert "finite quorum reaches a decision" in pinned("Is Theorem 1 proved?")[0].text


def test_a_reference_brings_its_entry_and_who_cites_it() -> None:
    evidence = pinned("What is reference [2] cited for?")

    assert evidence[0].text == "[2] Seeley, T. Honeybee democracy. 2010."
    assert any("facing south [2]" in item.text for item in evidence)


@pytest.mark.parametrize(
    "question", ["What is shown in Figure 9?", "page 40?", "Eq. (77)", "Section 9.9", "reference [50]"]
)
def test_a_place_that_the_paper_does_not_have_is_named_as_missing(question: str) -> None:
    found = find(question)

    assert len(found.missing) == 1
    assert not any(item.pinned_by for item in found.evidence)


def test_a_named_place_is_never_weak_evidence() -> None:
    assert not find("Zebras on page 3, please: quagga okapi?").weak


def test_a_question_about_the_title_page_gets_what_stands_before_the_first_section() -> None:
    content = bee_paper()
    front = "How Honey Bees Choose a Home\n\nMartin Lindauer and Thomas Seeley, Institute of Swarms"
    shift = len(front) + len(BLOCK_SEPARATOR)
    first = Block(id=BlockId("front"), kind="paragraph", text=front, start=0, end=len(front), page_number=1)
    moved = (replace(block, start=block.start + shift, end=block.end + shift) for block in content.blocks)

    found = find("Who wrote this?", content=replace(content, blocks=(first, *moved)))

    assert found.evidence[0].text == front
    assert not found.weak
