"""A model reads an answer a second time beside what it cites, and what it finds takes the place of the rules' doubts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from doubles.answerers import Call
from doubles.deep_model import RulesModel, failing
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.services_chat.asking import BUSY, UNQUOTED, answer, rules
from unit.services_chat.system import ASK, GOOD, QUORUM, System

from scholarai.domain.chat import Citation, TextSection
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import ModelRefusedError, TransientError
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.spending import DailyLimits
from scholarai.domain.usage import ModelUsage
from scholarai.ports.models import TypedReply
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.second_reading import ClaimRead, ClaimsRead
from scholarai.services.chat.second_reading import cited_text, with_opinions
from scholarai.services.spending import Spending

NINETY = f'About ninety scouts are needed. <cite id="1">{QUORUM}</cite>'
TWO = f'{GOOD} And the quorum stood at one site. <cite id="1">{QUORUM}</cite>'


class Reader:
    """Says each opinion of the claim with its number, and what the reading took."""

    name = "reader"

    def __init__(self, *opinions: tuple[int, str, str]) -> None:
        self.opinions = opinions

    def reply(self, _: ReplyPrompt[Any]) -> TypedReply[Any]:
        claims = [ClaimRead(id=n, opinion=opinion, words=words) for n, opinion, words in self.opinions]  # type: ignore[arg-type]  # of the literals
        usage = ModelUsage(model=self.name, input_tokens=500, output_tokens=25, cost_usd=0.25)
        return TypedReply(reply=ClaimsRead(claims=claims), usage=usage)


def read(system: System, text: str, reader: Any, **about: Any) -> tuple[TextSection, ...]:
    given, _ = answer(system, Call(text=text), second_reader=lambda: reader, **about)
    return given.sections


def doubted(sections: Sequence[TextSection]) -> list[tuple[str, str]]:
    return [(doubt.kind, doubt.text) for section in sections for doubt in section.doubts]


def test_without_a_reader_the_doubts_are_those_of_the_rules(system: System) -> None:
    (section,) = read(system, NINETY, None)

    assert (doubted([section]), section.second_opinion) == ([("number", "ninety")], None)


def test_what_it_supports_is_not_doubted(system: System) -> None:
    (section,) = read(system, NINETY, RulesModel())

    assert (section.doubts, section.second_opinion) == ((), "supported")


@pytest.mark.parametrize("opinion", ["contradicted", "not"])
@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("ninety  SCOUTS", "ninety scouts"),
        ("", "About ninety scouts are needed."),
        ("eighty bees", "About ninety scouts are needed."),
    ],
    ids=["named", "none named", "of another sentence"],
)
def test_the_words_that_it_names_are_doubted_alone_and_else_the_whole_claim(
    system: System, opinion: str, words: str, text: str
) -> None:
    (section,) = read(system, NINETY, RulesModel(opinion=opinion, words=words))

    assert section.second_opinion == opinion
    assert [(doubt.kind, doubt.text) for doubt in section.doubts] == [("reading", text)]
    assert section.text[section.doubts[0].start : section.doubts[0].end] == text


def test_words_on_which_the_quotes_are_silent_are_told_and_not_doubted(system: System) -> None:
    (section,) = read(system, NINETY, RulesModel(opinion="partly", words="ninety scouts"))

    assert (section.second_opinion, section.doubts, section.silent_on) == ("partly", (), "ninety scouts")


def test_all_claims_are_read_in_one_call_each_with_its_own_opinion(system: System) -> None:
    first, second = read(system, TWO, Reader((2, "not", "at one site"), (1, "supported", ""), (7, "not", "")))

    assert (first.second_opinion, second.second_opinion) == ("supported", "not")
    assert doubted([first, second]) == [("reading", "at one site")]


def test_a_claim_that_it_leaves_out_keeps_the_rules_doubts(system: System) -> None:
    first, second = read(system, f"{NINETY} {GOOD}", Reader((2, "supported", "")))

    assert (first.second_opinion, doubted([first])) == (None, [("number", "ninety")])
    assert second.second_opinion == "supported"


def test_it_sees_the_question_the_sentence_before_the_claim_and_what_the_paper_says(system: System) -> None:
    model = RulesModel()

    read(system, TWO, model)

    (prompt,) = model.prompts
    first, second = "About twenty scouts are needed.", "And the quorum stood at one site."
    assert re.findall(r"<(\w+)-\w+(?: id=\"\d\")?>\n(.*)\n</", prompt.user) == [
        ("question", ASK),
        ("claim", first),
        ("cited", QUORUM),
        ("before", first),
        ("claim", second),
        ("cited", QUORUM),
    ]


def test_of_what_a_claim_cites_it_sees_what_stands(system: System) -> None:
    model = RulesModel()

    read(system, f'{GOOD}<cite id="1">Every bee casts one ballot by post.</cite>', model)

    (prompt,) = model.prompts
    assert re.findall(r"<cited-\w+>\n(.*)\n</cited-", prompt.user) == [QUORUM]


@pytest.mark.parametrize("text", [UNQUOTED, "<not_in_paper/>"], ids=["nothing cited", "declined"])
def test_what_cites_nothing_is_not_read(system: System, text: str) -> None:
    model = RulesModel()

    read(system, text, model)

    assert model.prompts == []


def test_it_is_skipped_where_the_answer_took_two_calls(system: System) -> None:
    model = RulesModel()

    given, asked = answer(system, Call(text=UNQUOTED), Call(text=GOOD), second_reader=lambda: model)

    assert (len(asked.requests), model.prompts) == (2, [])
    assert given.sections[0].second_opinion is None


def test_it_is_skipped_where_the_days_tokens_are_used_up(system: System) -> None:
    model = RulesModel()
    spending = Spending(store=system.backend.spending, clock=system.clock, limits=DailyLimits(tokens=105))

    (section,) = read(system, GOOD, model, spending=spending)

    assert (model.prompts, section.second_opinion) == ([], None)


def test_rules_that_quote_are_not_read(system: System) -> None:
    model = RulesModel()
    system.model = rules()

    list(replace(system.chat, second_reader=lambda: model).ask(system.question(ASK)))

    assert model.prompts == []


def test_its_tokens_and_price_are_part_of_the_answers_and_the_answers_model_stays(system: System) -> None:
    given, _ = answer(system, Call(text=GOOD), second_reader=lambda: Reader((1, "supported", "")))

    usage = given.usage
    assert (usage.model, usage.input_tokens, usage.output_tokens) == ("calls", 600, 35)
    assert usage.cost_usd == 0.25


@pytest.mark.parametrize("error", [BUSY, ModelRefusedError("model_blocked_request", "no")], ids=lambda one: one.code)
def test_one_that_fails_leaves_the_rules_doubts_and_a_note(system: System, error: Any) -> None:
    model = RulesModel()
    model.during = failing(error, "ClaimsRead")

    given, _ = answer(system, Call(text=NINETY), second_reader=lambda: model)

    assert doubted(given.sections) == [("number", "ninety")]
    assert given.notes == (f"The answer was not read a second time: the model failed ({error.code}).",)
    assert given.usage.input_tokens == 100


def test_what_a_failed_one_took_counts(system: System) -> None:
    error = TransientError("model_out_of_tokens", "nothing but thoughts")
    error.usage = ModelUsage(model="reader", input_tokens=700, output_tokens=300)
    model = RulesModel()
    model.during = failing(error, "ClaimsRead")

    given, _ = answer(system, Call(text=GOOD), second_reader=lambda: model)

    assert (given.usage.input_tokens, given.usage.output_tokens) == (800, 310)


def cited(words: str, content: PaperContent | None = None) -> str:
    """Return what is read where the paper's words are cited."""
    content = content or bee_paper()
    start = content.text().index(words)
    citation = Citation(
        number=1,
        paper_id=PaperId("bees"),
        chunk_id=ChunkId("c"),
        quote=words,
        text=words,
        verdict="exact",
        label="p. 2",
        start=start,
        end=start + len(words),
    )
    return cited_text(citation, content)


def test_of_a_table_the_caption_the_head_and_the_whole_row_are_read() -> None:
    assert cited("litres 2\n").split("\n") == [
        "Table 1: Sites offered and how often each was chosen.",
        "site volume chosen",
        "B 15 litres 2",
    ]


def test_of_a_paragraph_the_whole_sentences_are_read() -> None:
    assert cited("twenty scouts at") == QUORUM


def test_of_a_sentence_that_opens_a_list_its_items_are_read() -> None:
    content = bee_paper()
    at = next(n for n, block in enumerate(content.blocks) if block.text.startswith("Here b"))
    blocks = list(content.blocks)
    blocks[at] = replace(blocks[at], text=blocks[at].text.replace("dancing.", "dancing:"))
    blocks[at + 1] = replace(blocks[at + 1], kind="list_item")

    assert cited("Here b is", replace(content, blocks=tuple(blocks))).split("\n") == [
        "Here b is the time after which half of the scouts have stopped dancing:",
        blocks[at + 1].text,
    ]


def test_an_opinion_of_no_claim_changes_nothing() -> None:
    section = TextSection(text="Bees are nice.")
    reply = ClaimsRead(claims=[ClaimRead(id=9, opinion="not", words="nice")])

    assert with_opinions([section], {}, reply) == (section,)
