"""What becomes of sentences that a model cites by their ids."""

from __future__ import annotations

import re

import pytest
from doubles.answerers import Call
from doubles.written import bee_paper
from unit.services_chat.asking import UNQUOTED, answer, events, text_of
from unit.services_chat.system import QUORUM, System

from scholarai.domain.chat import Citation
from scholarai.services.chat.reply import TextWritten

TWENTY = "About twenty scouts are needed."


@pytest.fixture
def quorum(system: System) -> str:
    """Return the id of the sentence on the quorum, as the prompt has it."""
    _, model = answer(system, Call(text="<not_in_paper/>"))
    found = re.search(rf"\[(\d+\.\d+)\] {re.escape(QUORUM)}", model.requests[0].prompt.user)
    assert found is not None
    return found[1]


def only_citation(system: System, text: str) -> Citation:
    given, _ = answer(system, Call(text=text))
    (section,) = given.sections
    assert section.text.strip() == TWENTY
    (citation,) = section.citations
    return citation


@pytest.mark.parametrize("form", ['<cite id="{}"/>', "[{}]", "(id {})", '<cite id="{}">'])
def test_the_paper_s_words_are_cited_with_their_place_and_boxes(system: System, quorum: str, form: str) -> None:
    citation = only_citation(system, f"{TWENTY} {form.format(quorum)}")

    assert (citation.verdict, citation.quote, citation.text, citation.changes) == ("exact", QUORUM, QUORUM, ())
    assert bee_paper().text()[citation.start : citation.end] == QUORUM
    assert ([page.page_number for page in citation.pages], citation.label) == ([2], "p. 2, Results")


def test_a_range_is_one_citation_of_all_its_sentences(system: System, quorum: str) -> None:
    number, sentence = map(int, quorum.split("."))
    citation = only_citation(system, f'{TWENTY} <cite id="{number}.{sentence}-{sentence + 1}"/>')

    assert citation.verdict == "exact"
    assert citation.quote.startswith(QUORUM)
    assert bee_paper().text()[citation.start : citation.end] == citation.quote


def test_the_sentence_is_still_held_against_the_words(system: System, quorum: str) -> None:
    given, _ = answer(system, Call(text=f'About ninety scouts are needed. <cite id="{quorum}"/>'))

    assert [(doubt.kind, doubt.text) for doubt in given.sections[0].doubts] == [("number", "ninety")]


def test_ids_and_quotes_stand_beside_each_other(system: System, quorum: str) -> None:
    copied = f'So it was. <cite id="{quorum.split(".", maxsplit=1)[0]}">{QUORUM}</cite>'
    given, _ = answer(system, Call(text=f'{TWENTY} <cite id="{quorum}"/> {copied}'))

    citations = [citation for section in given.sections for citation in section.citations]
    assert [(one.verdict, one.text) for one in citations] == [("exact", QUORUM)] * 2


def test_the_same_sentence_named_twice_is_cited_once(system: System, quorum: str) -> None:
    given, _ = answer(system, Call(text=f'{TWENTY} <cite id="{quorum}, {quorum}"/><cite id="{quorum}"/>'))

    assert [len(section.citations) for section in given.sections] == [1]


def test_an_id_that_no_sentence_has_is_dropped_and_its_sentence_flagged(system: System, quorum: str) -> None:
    given, _ = answer(system, Call(text=f'{TWENTY} <cite id="{quorum}"/> Bees like it. <cite id="1.99"/>'))

    assert given.dropped_citations == 1
    assert [(section.text.strip(), section.uncited) for section in given.sections] == [
        (TWENTY, False),
        ("Bees like it.", True),
    ]


def test_an_answer_without_tags_is_asked_for_once_more_and_may_cite_then(system: System, quorum: str) -> None:
    given, model = answer(system, Call(text=UNQUOTED), Call(text=f"{TWENTY} [{quorum}]"))

    assert (given.refusal, text_of(given), len(model.requests)) == (None, TWENTY, 2)
    assert '<cite id="3.2"/>' in model.requests[1].prompt.user


def test_a_stream_never_shows_an_id(system: System, quorum: str) -> None:
    happened, _ = events(system, Call(text=f"{TWENTY} [{quorum}] (see excerpt 1, sentence 1)"))

    written = "".join(event.text for event in happened if isinstance(event, TextWritten))
    assert written.strip() == TWENTY
