"""An answer's pieces become sections whose citations are true, marked, or dropped."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from scholarai.citations import AnswerParser, GroundingText, PageLocator, SectionBuilder, Source, without_repetition
from scholarai.domain.chat import Citation, Evidence, TextSection
from scholarai.domain.content import Block, PaperContent
from scholarai.domain.ids import BlockId, ChunkId, PaperId
from scholarai.parsing.markdown import read_markdown

PAPER = "Attention is all you need. The model reaches 28.4 BLEU on 2,000 sentences. It was trained for 12 hours."


def build(answer: str) -> tuple[list[TextSection], SectionBuilder]:
    evidence = Evidence(
        number=3,
        paper_id=PaperId("p"),
        chunk_id=ChunkId("1-0000"),
        text=PAPER,
        score=1,
        start=0,
        end=len(PAPER),
        section_path=("3 Results",),
        page_numbers=(2,),
    )
    source = Source(
        evidence=evidence, text=GroundingText.of(PAPER), locator=PageLocator.of(PaperContent(source_format="pdf"))
    )
    builder = SectionBuilder({3: source})
    parser = AnswerParser()
    sections = builder.add(parser.feed(answer)) + builder.add(parser.finish()) + builder.finish()
    return sections, builder


def test_a_cited_sentence_carries_its_grounded_quote() -> None:
    sections, _ = build('It needs attention. <cite id="3">Attention is all you need</cite>')

    (citation,) = sections[0].citations
    assert (citation.verdict, citation.start, citation.end, citation.label) == ("exact", 0, 25, "p. 2, 3 Results")


def test_what_stands_before_the_first_section_is_said_to_be_in_none() -> None:
    content = read_markdown(
        "# On ants\n\nA sample paper, free to copy.\n\n## Results\n\nAnts walk far.\n", bibliographies={}
    )
    text = content.text()
    evidence = Evidence(
        number=1, paper_id=PaperId("p"), chunk_id=ChunkId("1-0000"), text=text, score=1, start=0, end=len(text),
        section_path=("Results",), page_numbers=(1,),
    )  # fmt: skip
    source = Source(evidence=evidence, text=GroundingText.of(text), locator=PageLocator.of(content))
    builder, parser = SectionBuilder({1: source}), AnswerParser()
    answer = (
        'It is free. <cite id="1">A sample paper, free to copy.</cite> They walk. <cite id="1">Ants walk far.</cite>'
    )
    sections = builder.add(parser.feed(answer)) + builder.add(parser.finish()) + builder.finish()

    assert [citation.label for section in sections for citation in section.citations] == ["p. 1", "p. 1, Results"]


def test_sentences_before_the_cited_one_are_marked_as_uncited() -> None:
    sections, _ = build(
        'The model was late. It needs attention. <cite id="3">Attention is all you need</cite> Ants are far off.'
    )

    assert [(section.text.strip(), section.uncited) for section in sections] == [
        ("The model was late.", True),
        ("It needs attention.", False),
        ("Ants are far off.", True),
    ]


def test_a_quote_said_in_full_is_supported_as_far_as_it_goes() -> None:
    said = "Attention is all you need. The model reaches 28.4 BLEU on 2,000 sentences."

    sections, _ = build(f'“{said}” <cite id="3">{said}</cite>')

    assert [(section.text.strip(), section.uncited) for section in sections] == [(f"“{said}”", False)]


def test_the_full_stop_behind_a_quote_stays_with_its_sentence() -> None:
    sections, _ = build('It needs attention <cite id="3.1"/>. And more.')

    assert [section.text.strip() for section in sections] == ["It needs attention.", "And more."]


def test_an_unknown_id_is_dropped_and_counted() -> None:
    sections, builder = build('It flies. <cite id="9">Attention is all you need</cite>')

    assert (sections[0].citations, sections[0].uncited, builder.dropped) == ((), True, 1)


def test_an_invented_quote_is_marked_and_has_no_place() -> None:
    sections, _ = build('It flies. <cite id="3">The model flies over the mountains</cite>')

    (citation,) = sections[0].citations
    assert (citation.verdict, citation.start, citation.pages) == ("not_found", None, ())


def test_a_quote_without_an_id_is_looked_for_everywhere() -> None:
    sections, _ = build("It needs attention. <cite>Attention is all you need</cite>")

    assert sections[0].citations[0].verdict == "exact"


@pytest.mark.parametrize(
    ("sentence", "flagged"),
    [
        ("It reaches 28.4 BLEU on 2000 sentences.", ()),
        ("It reaches 29.4 BLEU.", ("29.4",)),
        ("As Figure 7 and [12] on page 4 show, it reaches 28.4 BLEU.", ()),
        ("It was trained for 12 hours.", ()),
    ],
)
def test_numbers_that_stand_in_no_quote_are_flagged(sentence: str, flagged: tuple[str, ...]) -> None:
    sections, _ = build(f'{sentence} <cite id="3">The model reaches 28.4 BLEU on 2,000 sentences</cite>')

    assert [doubt.text for doubt in sections[0].doubts] == list(flagged)


def test_a_sentence_without_a_quote_that_stands_has_no_doubts() -> None:
    sections, _ = build('It reaches 28.9 BLEU. <cite id="3">The model reaches 28.9 BLEU on 2,000 sentences</cite>')

    assert sections[0].uncited
    assert sections[0].doubts == ()


def test_a_decline_is_noticed() -> None:
    _, builder = build("<not_in_paper/>")

    assert builder.declined


@dataclass(frozen=True)
class Quoted:
    grounding: GroundingText
    locator: PageLocator


def test_what_stands_between_passages_of_a_paragraph_is_shown_once() -> None:
    first, second, third = "Attention is all you need.", "The model reaches 28.4 BLEU", "It was trained for 12 hours."
    paragraph = Block(id=BlockId("b"), kind="paragraph", text=PAPER, start=0, end=len(PAPER))
    locator = PageLocator.of(PaperContent(source_format="latex", blocks=(paragraph,)))
    sections = [
        TextSection(text=text, citations=(cited(number, text),))
        for number, text in enumerate((first, second, third), 1)
    ]

    one, other, last = without_repetition(sections, {PaperId("p"): Quoted(GroundingText.of(PAPER), locator)})

    assert (one.citations[0].before, one.citations[0].after) == ("before", "")
    assert (other.citations[0].before, other.citations[0].after) == ("", "on 2,000 sentences.")
    assert (last.citations[0].before, last.citations[0].after) == ("", "after")


def cited(number: int, text: str) -> Citation:
    start = PAPER.index(text)
    return Citation(
        number=number, paper_id=PaperId("p"), chunk_id=ChunkId("c"), quote=text, verdict="exact", label="p. 1", text=text,
        start=start, end=start + len(text), before="before", after="after",
    )  # fmt: skip
