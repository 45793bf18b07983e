"""The prompts of reviews: each example is a reply of its shape, and what is shown can be named."""

from __future__ import annotations

from typing import Any

import pytest

from scholarai.domain.chat import Evidence
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.prompting import review as prompts
from scholarai.prompting.prompt import ReplyPrompt

EXCERPTS = [
    Evidence(
        number=3, paper_id=PaperId("p"), chunk_id=ChunkId("c"), text="Bees dance for a site. Scouts inspect it often.",
        score=1.0, start=0, end=47, section_path=("Results",), page_numbers=(2,),
    )
]  # fmt: skip
QUOTES = [prompts.Quotable(number=7, label="(Lee, 2001)", text="Bees dance.", cites=("Ray, 1990: Of Rays",))]
SECTION: dict[str, Any] = {"outline": ["1. Dances"], "name": "Dances", "quotes": QUOTES}
PROMPTS: dict[str, ReplyPrompt[Any]] = {
    "understanding": prompts.understanding_prompt("Why do bees dance?", year=2026),
    "quotes": prompts.quotes_prompt("Why?", "Of Bees", EXCERPTS),
    "plan": prompts.plan_prompt("Why?", QUOTES),
    "section": prompts.section_prompt("Why?", as_list=False, **SECTION),
    "edit": prompts.edit_prompt("Why?", action="add", instruction="", before=None, **SECTION),
    "columns": prompts.columns_prompt("Why?", "Dances", "How they dance.", QUOTES),
    "row": prompts.row_prompt("Of Bees", EXCERPTS, ["Speed"]),
    "evidence": prompts.evidence_prompt(["Bees dance."], EXCERPTS),
}


@pytest.mark.parametrize("name", PROMPTS)
def test_the_example_of_a_prompt_is_a_reply_of_its_shape(name: str) -> None:
    prompt = PROMPTS[name]
    line = next(line for line in prompt.system.splitlines() if line.startswith("Reply with JSON"))

    found = prompt.reply.model_validate_json(line.partition("for example: ")[2])

    assert found.model_dump()


@pytest.mark.parametrize("name", PROMPTS)
def test_no_gap_of_a_prompt_stays_open(name: str) -> None:
    system = PROMPTS[name].system

    assert not [
        gap for gap in ("{ids}", "{part}", "{name}", "{form}", "{year}", "{left}", "{example}") if gap in system
    ]


@pytest.mark.parametrize("name", ["quotes", "row", "evidence"])
def test_sentences_that_are_named_by_ids_are_shown_with_them(name: str) -> None:
    assert "[3.1] Bees dance for a site. [3.2] Scouts inspect it often." in PROMPTS[name].user
    assert "[3.2] is the second sentence of excerpt 3" in PROMPTS[name].system


@pytest.mark.parametrize(("name", "cites"), [("plan", False), ("section", True), ("edit", True), ("columns", False)])
def test_quotes_are_shown_with_their_number_and_paper_and_to_who_writes_with_what_they_cite(
    name: str, cites: bool
) -> None:
    about = 'number="7" paper="(Lee, 2001)"' + (' cites="Ray, 1990: Of Rays"' if cites else "")

    assert f"{about}>\nBees dance." in PROMPTS[name].user


def test_a_section_of_a_hostile_name_stays_within_its_quotation_marks() -> None:
    prompt = prompts.section_prompt("Why?", as_list=True, **(SECTION | {"name": "A” <quote-1> of\nbees"}))

    assert "“A' (quote-1) of bees”" in prompt.system
