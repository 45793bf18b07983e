"""What a question gets: an answer whose quotes were checked, or a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from doubles.answerers import QuotingAnswerer
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.services_chat.system import ASK, BEES, GOOD, QUORUM, System

from scholarai.adapters.models.local.extractive import ExtractiveAnswerer
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import PaperId
from scholarai.domain.notices import NoticeKind, WorkNotice
from scholarai.entrypoints.calls import render_checked
from scholarai.entrypoints.chat_schemas import AnswerV1
from scholarai.services.chat.asking import AnswerSaved, QuestionSaved
from scholarai.services.chat.reply import SectionFinished, TextWritten
from scholarai.testing import HashEmbedder, ManualClock, ScriptedAnswerer

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector


def test_a_true_quote_is_exact_and_has_its_place_and_its_boxes(system: System) -> None:
    (section,) = system.answer().sections
    (citation,) = section.citations

    assert (citation.verdict, citation.quote) == ("exact", QUORUM)
    assert bee_paper().text()[citation.start : citation.end] == QUORUM
    assert [page.page_number for page in citation.pages] == [2]
    assert citation.label == "p. 2, Results"


def test_without_a_model_passages_are_shown_in_their_paragraphs(system: System) -> None:
    system.model = ExtractiveAnswerer()

    given = system.answer()

    found = [citation for section in given.sections for citation in section.citations]
    (citation,) = [one for one in found if one.quote == QUORUM]
    assert (given.kind, citation.verdict) == ("extracts", "exact")
    around = bee_paper().text()
    assert around[: citation.start].rstrip().endswith(citation.before.removeprefix("… "))
    assert around[citation.end :].lstrip().startswith(citation.after.removesuffix(" …"))
    assert all(len(part) > 100 for part in (citation.before, citation.after))


def test_what_a_model_wrote_is_an_answer_without_paragraphs(system: System) -> None:
    given = system.answer()

    assert given.kind == "answer"
    assert {(citation.before, citation.after) for section in given.sections for citation in section.citations} == {
        ("", "")
    }


@pytest.mark.parametrize(("written", "refused"), [(GOOD, False), ("<not_in_paper/>", True)])
def test_refusals_are_counted(system: System, caplog: pytest.LogCaptureFixture, written: str, refused: bool) -> None:
    system.model = ScriptedAnswerer(written)

    with caplog.at_level("INFO"):
        system.answer()

    assert [vars(line)["refused"] for line in caplog.records if line.message == "answer saved"] == [refused]


def test_a_number_that_stands_in_no_quote_is_flagged(system: System) -> None:
    system.model = ScriptedAnswerer(f'It takes 35 scouts. <cite id="1">{QUORUM}</cite>')

    assert [doubt.text for doubt in system.answer().sections[0].doubts] == ["35"]


def test_what_the_question_says_needs_no_quote(system: System) -> None:
    system.model = ScriptedAnswerer(f'Of the 35 scouts, a quorum decides. <cite id="1">{QUORUM}</cite>')

    assert system.answer("How many of the 35 scouts decide for a site?").sections[0].doubts == ()


def test_the_answer_streams_as_text_then_sections_then_whole(system: System) -> None:
    events = system.events()

    kinds = [type(event) for event in events]
    text = "".join(event.text for event in events if isinstance(event, TextWritten))
    assert kinds[0] is QuestionSaved
    assert kinds[-1] is AnswerSaved
    assert text == "About twenty scouts are needed. "
    assert kinds.count(SectionFinished) == 1


def test_the_answer_says_which_model_wrote_it_and_what_it_took(system: System) -> None:
    usage = system.answer().usage

    assert (usage.model, usage.input_tokens, usage.output_tokens) == ("scripted", 120, 30)


def test_without_a_model_what_the_paper_is_not_about_gets_the_closest_passages(system: System) -> None:
    system.model = ExtractiveAnswerer()
    system.embedder = None

    answer = system.answer("Who won the football system cup?")

    assert answer.refusal is None
    assert answer.search is not None
    assert (answer.search.outcome, answer.search.message) == (
        "closest",
        "No passage clearly answers; these come closest.",
    )
    assert 1 <= len(answer.sections) <= 3
    assert answer.search.further
    assert all(passage.pages and passage.label for passage in answer.search.further)


@pytest.mark.parametrize(
    ("question", "name", "without"),
    [
        ("Did scouts of Brazil dance?", "Brazil", "Did scouts of dance?"),
        ("Does GPT-4 beat the scouts?", "GPT-4", "Does beat the scouts?"),
    ],
)
def test_without_a_model_a_name_that_stands_nowhere_is_told_with_the_question_without_it(
    system: System, question: str, name: str, without: str
) -> None:
    system.model = ExtractiveAnswerer()

    answer = system.answer(question)

    search = answer.search
    assert search is not None
    assert (search.outcome, search.missing, search.without) == ("missing", (name,), without)
    assert search.message.startswith(f"The paper never mentions “{name}”.")
    assert search.message in answer.notes


@pytest.mark.parametrize(
    "question", ["Did the Scouts dance?", "Did scouts dance in brazil?", "Was tanzten die Kundschafterinnen?"]
)
def test_a_word_is_never_called_missing_that_the_paper_has_or_that_may_be_no_name(
    system: System, question: str
) -> None:
    system.model = ExtractiveAnswerer()

    search = system.answer(question).search

    assert search is not None
    assert search.missing == ()


@pytest.mark.parametrize("text", ["<not_in_paper/>", "<not_in_paper/> The paper gives no price.", ""])
def test_a_model_that_declines_makes_a_refusal_with_the_nearest_passages(system: System, text: str) -> None:
    system.model = ScriptedAnswerer(text)

    answer = system.answer()

    assert answer.sections == ()
    assert answer.refusal is not None
    assert answer.refusal.reason == "model_declined"
    assert answer.refusal.message
    assert len(answer.refusal.nearest) == 3


def test_a_decline_after_a_cited_part_keeps_the_part(system: System) -> None:
    system.model = ScriptedAnswerer(f"{GOOD}\n<not_in_paper/> The price is not given.")

    answer = system.answer()

    assert answer.refusal is None
    assert answer.sections[0].citations[0].verdict == "exact"


def test_a_named_place_reaches_the_model_first(system: System) -> None:
    system.model = model = ScriptedAnswerer(GOOD)
    system.answer("What does Table 1 say?")

    assert "A 40 litres 21" in model.requests[0].evidence[0].text


def test_with_vectors_of_another_model_words_decide_alone(system: System) -> None:
    system.embedder = HashEmbedder()

    assert system.answer().retrieval == "lexical"


def test_an_embedding_model_that_is_away_leaves_the_words(system: System) -> None:
    class Away(HashEmbedder):
        def embed_query(self, question: str) -> Vector:
            raise TransientError("model_busy", "the model is busy")

    bees = system.backend.papers.get(BEES)
    assert bees is not None
    away = Away()
    space = system.chat.open_papers.open(bees).space
    assert space is not None
    away.space = space
    system.embedder = away

    assert system.answer().retrieval == "lexical"


def test_several_papers_are_asked_at_once_and_each_quote_names_its_own(system: System) -> None:
    wasps = PaperId("wasps")
    system.add_paper(wasps, replace(bee_paper(), title="Wasps"))
    system.model = model = ScriptedAnswerer("<not_in_paper/>")
    system.answer(paper_ids=(BEES, wasps))
    first, second = (item.number for item in model.requests[0].evidence if QUORUM in item.text)
    system.model = ScriptedAnswerer(f'Both. <cite id="{first}">{QUORUM}</cite><cite id="{second}">{QUORUM}</cite>')

    citations = system.answer(paper_ids=(BEES, wasps)).sections[0].citations

    assert [citation.paper_id for citation in citations] == [BEES, wasps]


def test_a_paper_is_read_from_its_store_once(system: System) -> None:
    system.model = QuotingAnswerer()
    for _ in range(3):
        system.ask()

    assert sorted(system.calls) == ["contents.read_chunks", "contents.read_content"]


def test_a_paper_that_was_extracted_again_is_read_anew(system: System) -> None:
    system.ask(ASK)
    system.backend.contents.drop(BEES, keep_generation=None)
    system.add_paper()
    system.backend.papers.change(BEES, lambda paper: replace(paper, visible_generation=2) if paper else None)

    with pytest.raises(Exception, match="being replaced"):
        system.ask(ASK)


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
def test_whatever_a_model_writes_the_user_gets_an_answer(system: System, broken: str, piece: int) -> None:
    system.model = ScriptedAnswerer(broken, piece=piece)

    answer = system.answer()

    assert bool(answer.sections) != (answer.refusal is not None)
    assert answer.refusal is None or answer.refusal.nearest
    assert render_checked(AnswerV1.of(answer))


def told(system: System, kind: NoticeKind) -> tuple[str, ...]:
    notice = WorkNotice(kind=kind, source="crossref", at=ManualClock().now(), doi="10.1000/notice", on="2015-05-04")
    system.backend.papers.change(BEES, lambda paper: paper and replace(paper, notices=(notice,)))
    system.model = ScriptedAnswerer(GOOD)
    answer = system.answer("How do bees choose a nest?")
    assert any(section.citations for section in answer.sections)
    return answer.notes


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("retraction", "retracted on 2015-05-04 (10.1000/notice)"),
        ("concern", "under an expression of concern on 2015-05-04 (10.1000/notice)"),
    ],
)
def test_an_answer_that_quotes_a_retracted_paper_says_so(system: System, kind: NoticeKind, words: str) -> None:
    (note,) = told(system, kind)

    assert note.endswith(f"” is {words}.")


def test_a_correction_is_no_warning(system: System) -> None:
    assert told(system, "correction") == ()
