"""An answer that quotes a retracted paper says so."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from unit.services_chat.system import BEES, GOOD, System

from scholarai.domain.notices import NoticeKind, WorkNotice
from scholarai.testing import ManualClock, ScriptedAnswerer


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
