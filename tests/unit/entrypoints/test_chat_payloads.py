"""What an answer may not say, without and with a model."""

from __future__ import annotations

import pytest
from msgspec import ValidationError
from msgspec.structs import replace

from scholarai.domain.chat import Answer, Citation, PageBoxes, Refusal, TextSection
from scholarai.domain.content import Box
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.usage import Usage
from scholarai.entrypoints.calls import render_checked
from scholarai.entrypoints.chat_schemas import AnswerV1

PLACE = PageBoxes(page_number=2, width_pt=612, height_pt=792, boxes=(Box(10, 20, 30, 32),))
FOUND = Citation(
    number=1, paper_id=PaperId("p1"), chunk_id=ChunkId("1-0001"), quote="twenty scouts", verdict="exact",
    label="p. 2", start=10, end=23, pages=(PLACE,),
)  # fmt: skip
LOST = replace(FOUND, verdict="not_found", start=None, end=None, pages=())
REFUSAL = Refusal(reason="model_declined", message="It is not there.")


def answer(citation: Citation = FOUND, refusal: Refusal | None = None, sections: int = 1) -> Answer:
    section = TextSection(text="About twenty.", citations=(citation,))
    return Answer(sections=(section,) * sections, usage=Usage(), question_used="How many?", refusal=refusal)


@pytest.mark.parametrize("value", [answer(), answer(LOST), answer(refusal=REFUSAL, sections=0)])
def test_what_the_rules_allow_leaves(value: Answer) -> None:
    assert b"question_used" in render_checked(AnswerV1.of(value))


@pytest.mark.parametrize(
    "value",
    [
        answer(replace(FOUND, start=None)),
        answer(replace(FOUND, start=23, end=10)),
        answer(replace(FOUND, verdict="not_found")),
        answer(replace(LOST, pages=(PLACE,))),
        answer(replace(LOST, region=PLACE)),
        answer(sections=0),
        answer(refusal=REFUSAL),
    ],
    ids=[
        "no place",
        "a place turned round",
        "a place of nothing",
        "boxes of nothing",
        "a region of nothing",
        "silence",
        "both",
    ],
)
def test_a_citation_has_a_place_exactly_when_it_was_found_and_an_answer_says_something_or_refuses(
    value: Answer,
) -> None:
    with pytest.raises(ValueError, match=r"a citation has a place|either says something"):
        AnswerV1.of(value)


def test_a_verdict_that_nobody_knows_is_in_no_view() -> None:
    section = TextSection(text="x", citations=(replace(FOUND, verdict="perhaps"),))

    with pytest.raises(ValidationError, match="perhaps"):
        AnswerV1.of(Answer(sections=(section,), usage=Usage(), question_used="q"))


def test_a_wrong_value_that_a_view_takes_over_as_it_is_does_not_leave() -> None:
    usage = Usage(model="m", input_tokens="ten")  # type: ignore[arg-type]  # the wrong value that the test refuses
    view = AnswerV1.of(replace(answer(), usage=usage))

    with pytest.raises(ValidationError, match="input_tokens"):
        render_checked(view)
