"""What a question gets: an answer whose quotes were checked, or a refusal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from doubles.answerers import QuotingAnswerer
from doubles.written import bee_paper
from unit.services_chat.world import ASK, BEES, GOOD, QUORUM, World

from scholarai.adapters.models.local.extractive import ExtractiveAnswerer
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import PaperId
from scholarai.entrypoints.chat_schemas import AnswerV1
from scholarai.entrypoints.replies import render_checked
from scholarai.services.chat.asking import AnswerSaved, QuestionSaved, SectionFinished, TextWritten
from scholarai.testing import HashEmbedder, ScriptedAnswerer

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector


def test_a_true_quote_is_exact_and_has_its_place_and_its_boxes(world: World) -> None:
    (section,) = world.answer().sections
    (citation,) = section.citations

    assert (citation.verdict, citation.quote) == ("exact", QUORUM)
    assert bee_paper().text()[citation.start : citation.end] == QUORUM
    assert [page.page_number for page in citation.pages] == [2]
    assert citation.label == "p. 2, Results"


def test_without_a_model_passages_are_shown_in_their_paragraphs(world: World) -> None:
    world.model = ExtractiveAnswerer()

    given = world.answer()

    found = [citation for section in given.sections for citation in section.citations]
    (citation,) = [one for one in found if one.quote == QUORUM]
    assert (given.kind, citation.verdict) == ("extracts", "exact")
    around = bee_paper().text()
    assert around[: citation.start].rstrip().endswith(citation.before.removeprefix("… "))
    assert around[citation.end :].lstrip().startswith(citation.after.removesuffix(" …"))
    assert all(len(part) > 100 for part in (citation.before, citation.after))


def test_what_a_model_wrote_is_an_answer_without_paragraphs(world: World) -> None:
    given = world.answer()

    assert given.kind == "answer"
    assert {(citation.before, citation.after) for section in given.sections for citation in section.citations} == {
        ("", "")
    }


@pytest.mark.parametrize(("written", "refused"), [(GOOD, False), ("<not_in_paper/>", True)])
def test_refusals_are_counted(world: World, caplog: pytest.LogCaptureFixture, written: str, refused: bool) -> None:
    world.model = ScriptedAnswerer(written)

    with caplog.at_level("INFO"):
        world.answer()

    assert [vars(line)["refused"] for line in caplog.records if line.message == "answer saved"] == [refused]


def test_an_invented_quote_is_marked_and_has_no_boxes(world: World) -> None:
    world.model = ScriptedAnswerer(f'Bees vote. <cite id="1">Every bee casts one ballot by post.</cite> {GOOD}')

    (citation,) = world.answer().sections[0].citations

    assert (citation.verdict, citation.pages, citation.start) == ("not_found", (), None)


def test_a_sentence_without_a_quote_is_marked_as_uncited(world: World) -> None:
    world.model = ScriptedAnswerer(f"Bees are nice. {GOOD}")

    assert [section.uncited for section in world.answer().sections] == [True, False]


def test_a_number_that_stands_in_no_quote_is_flagged(world: World) -> None:
    world.model = ScriptedAnswerer(f'It takes 35 scouts. <cite id="1">{QUORUM}</cite>')

    assert [doubt.text for doubt in world.answer().sections[0].doubts] == ["35"]


def test_what_the_question_says_needs_no_quote(world: World) -> None:
    world.model = ScriptedAnswerer(f'Of the 35 scouts, a quorum decides. <cite id="1">{QUORUM}</cite>')

    assert world.answer("How many of the 35 scouts decide for a site?").sections[0].doubts == ()


def test_a_citation_of_an_excerpt_that_was_not_shown_is_dropped_and_counted(world: World) -> None:
    world.model = ScriptedAnswerer(f'Yes. <cite id="77">{QUORUM}</cite> {GOOD}')

    answer = world.answer()

    assert answer.dropped_citations == 1
    assert [len(section.citations) for section in answer.sections] == [0, 1]


def test_the_answer_streams_as_text_then_sections_then_whole(world: World) -> None:
    events = world.events()

    kinds = [type(event) for event in events]
    text = "".join(event.text for event in events if isinstance(event, TextWritten))
    assert kinds[0] is QuestionSaved
    assert kinds[-1] is AnswerSaved
    assert text == "About twenty scouts are needed. "
    assert kinds.count(SectionFinished) == 1


@pytest.mark.parametrize("piece", [1, 3, 1_000])
def test_how_the_model_cuts_its_stream_changes_nothing(world: World, piece: int) -> None:
    world.model = ScriptedAnswerer(GOOD, piece=piece)

    assert world.answer().sections[0].citations[0].verdict == "exact"


def test_the_answer_says_which_model_wrote_it_and_what_it_took(world: World) -> None:
    usage = world.answer().usage

    assert (usage.model, usage.input_tokens, usage.output_tokens) == ("scripted", 120, 30)


def test_what_the_paper_is_not_about_is_refused_before_the_model_is_asked(world: World) -> None:
    world.model = model = ScriptedAnswerer(GOOD)
    world.embedder = None

    refusal = world.answer("Who won the football world cup in Brazil?").refusal

    assert refusal is not None
    assert refusal.reason == "weak_evidence"
    assert len(refusal.nearest) == 3
    assert all(passage.pages and passage.label for passage in refusal.nearest)
    assert model.requests == []


@pytest.mark.parametrize("text", ["<not_in_paper/>", "<not_in_paper/> The paper gives no price.", ""])
def test_a_model_that_declines_makes_a_refusal_with_the_nearest_passages(world: World, text: str) -> None:
    world.model = ScriptedAnswerer(text)

    answer = world.answer()

    assert answer.sections == ()
    assert answer.refusal is not None
    assert answer.refusal.reason == "model_declined"
    assert answer.refusal.message
    assert len(answer.refusal.nearest) == 3


def test_a_decline_after_a_cited_part_keeps_the_part(world: World) -> None:
    world.model = ScriptedAnswerer(f"{GOOD}\n<not_in_paper/> The price is not given.")

    answer = world.answer()

    assert answer.refusal is None
    assert answer.sections[0].citations[0].verdict == "exact"


def test_a_named_place_reaches_the_model_first(world: World) -> None:
    world.model = model = ScriptedAnswerer(GOOD)
    world.answer("What does Table 1 say?")

    assert "A 40 litres 21" in model.requests[0].evidence[0].text


def test_a_place_that_the_paper_lacks_is_told_to_the_model(world: World) -> None:
    world.model = model = ScriptedAnswerer(GOOD)
    world.answer("How many scouts make the quorum in Figure 9?")

    assert "Not found in the paper: Figure 9" in model.requests[0].prompt.user


def test_with_vectors_of_another_model_words_decide_alone(world: World) -> None:
    world.embedder = HashEmbedder()

    assert world.answer().retrieval == "lexical"


def test_an_embedding_model_that_is_away_leaves_the_words(world: World) -> None:
    class Away(HashEmbedder):
        def embed_query(self, question: str) -> Vector:
            raise TransientError("model_busy", "the model is busy")

    bees = world.backend.papers.get(BEES)
    assert bees is not None
    away = Away()
    space = world.chat.open_papers.open(bees).space
    assert space is not None
    away.space = space
    world.embedder = away

    assert world.answer().retrieval == "lexical"


def test_several_papers_are_asked_at_once_and_each_quote_names_its_own(world: World) -> None:
    wasps = PaperId("wasps")
    world.add_paper(wasps, replace(bee_paper(), title="Wasps"))
    world.model = ScriptedAnswerer(f'Both say so. <cite id="1">{QUORUM}</cite><cite id="2">{QUORUM}</cite>')

    citations = world.answer(paper_ids=(BEES, wasps)).sections[0].citations

    assert {citation.paper_id for citation in citations} == {BEES, wasps}


def test_a_paper_is_read_from_its_store_once(world: World) -> None:
    world.model = QuotingAnswerer()
    for _ in range(3):
        world.ask()

    assert sorted(world.calls) == ["contents.read_chunks", "contents.read_content"]


def test_a_paper_that_was_extracted_again_is_read_anew(world: World) -> None:
    world.ask(ASK)
    world.backend.contents.drop(BEES, keep_generation=None)
    world.add_paper()
    world.backend.papers.change(BEES, lambda paper: replace(paper, visible_generation=2) if paper else None)

    with pytest.raises(Exception, match="being replaced"):
        world.ask(ASK)


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "   \n ",
        "<cite",
        "</cite></cite>",
        '<cite id="99">nothing of the kind</cite>',
        '<cite id="1"></cite>',
        "<cite>nothing of the kind</cite>",
        "&lt;cite id=1&gt;",
        '{"answer": "twenty"',
        "\x00\ufffd<<<>>>",
        "Twenty." + "<cite id='1'>" * 50,
    ],
)
@pytest.mark.parametrize("piece", [1, 1_000])
def test_whatever_a_model_writes_the_user_gets_an_answer(world: World, broken: str, piece: int) -> None:
    world.model = ScriptedAnswerer(broken, piece=piece)

    answer = world.answer()

    assert bool(answer.sections) != (answer.refusal is not None)
    assert answer.refusal is None or answer.refusal.nearest
    assert render_checked(AnswerV1.of(answer))
