"""A paper's brief is made once per extraction and kept in memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.services_reviews.system import ADA, System, paper_about

from scholarai.bootstrap import App
from scholarai.config import Settings
from scholarai.domain.errors import NotFoundError
from scholarai.domain.ids import OwnerId
from scholarai.domain.paper import Paper
from scholarai.services.chat import brief as briefs
from scholarai.services.chat.brief import BriefPaper


@pytest.fixture
def system(tmp_path: Path) -> Iterator[System]:
    made = System(tmp_path)
    yield made
    made.backend.close()


@pytest.fixture
def brief(system: System) -> BriefPaper:
    return App(Settings.from_env({}), system.backend).chat.brief_paper()


def extracted_anew(found: Paper | None) -> Paper:
    assert found is not None
    assert found.engine is not None
    return replace(found, engine=replace(found.engine, version="2"))


def test_a_second_call_reads_nothing_of_the_paper(system: System, brief: BriefPaper) -> None:
    bees = system.add("bees", bee_paper())
    first = brief.brief(ADA, bees)
    system.backend.contents.drop(bees, keep_generation=None)
    brief.open_papers._kept.clear()

    assert brief.brief(ADA, bees) is first
    assert first.sentences


def test_an_extraction_by_a_newer_program_makes_it_anew(system: System, brief: BriefPaper) -> None:
    bees = system.add("bees", bee_paper())
    first = brief.brief(ADA, bees)

    system.remove("bees")
    system.add("bees", paper_about("wasps", 2018))
    system.backend.papers.change(bees, extracted_anew)
    brief.open_papers._kept.clear()

    assert brief.brief(ADA, bees).questions != first.questions or brief.brief(ADA, bees).sentences != first.sentences


def test_others_and_a_deleted_paper_get_nothing_that_is_kept(system: System, brief: BriefPaper) -> None:
    bees = system.add("bees", bee_paper())
    brief.brief(ADA, bees)

    with pytest.raises(NotFoundError):
        brief.brief(OwnerId("bob"), bees)
    system.remove("bees")
    with pytest.raises(NotFoundError):
        brief.brief(ADA, bees)


def test_only_the_last_briefs_are_kept(system: System, brief: BriefPaper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(briefs, "KEPT", 2)
    papers = [system.add(name, paper_about(name, 2018)) for name in ("ants", "wasps", "moths")]

    made = [brief.brief(ADA, paper) for paper in papers]

    assert [brief.brief(ADA, paper) is one for paper, one in zip(papers[1:], made[1:], strict=True)] == [True, True]
    assert len(brief._kept) == 2
