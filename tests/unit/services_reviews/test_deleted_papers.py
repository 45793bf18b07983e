"""A paper that is deleted takes its text along, out of every review, whenever that happens; the reference stays."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from doubles.watched import When
from msgspec.structs import replace
from unit.services_reviews.system import LEASE, System, paper_about

from scholarai.domain.chat import Citation
from scholarai.domain.errors import TransientError
from scholarai.domain.review import Report
from scholarai.reviewing.exports import to_html, to_markdown
from scholarai.reviewing.forgetting import GONE, QUOTATION_GONE
from scholarai.reviewing.report import citations_of

WRITING = ("section-1", "section-2", "tables")
STEPS = ("retrieve", "rerank", "quotes-1", "plan", *WRITING, "result")


@pytest.fixture(params=["modelled", "system"])
def either(request: pytest.FixtureRequest) -> System:
    """A library written about by a model, and by rules."""
    system: System = request.getfixturevalue(request.param)
    return system


def words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def leftovers(system: System, name: str = "ants") -> list[str]:
    """Return where runs of eight words of the paper's findings, or a part of them in quotes, are still stored."""
    findings = [block.text for block in paper_about(name, 2015).blocks if "nest site" in block.text]
    runs = {
        " ".join(telling[at : at + 8])
        for text in findings
        for telling in [words(text.split(" Weather")[0]).split()]
        for at in range(len(telling) - 7)
        if name in telling[at : at + 8]
    }
    assert len(runs) > 10
    stored = [(place, words(text)) for place, text in _texts(system) if name in text.casefold()]
    return sorted({place for place, text in stored if any(run in text for run in runs)})


def _texts(system: System) -> Iterator[tuple[str, str]]:
    with system.backend.papers.database.reading() as tx:
        for (table,) in tx.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if not table.startswith("chunk_words"):
                for row in tx.execute(f"SELECT * FROM {table}").fetchall():
                    yield from ((f"{table} {row[:2]}", value) for value in row if isinstance(value, str))


def of_paper(report: Report, name: str = "ants") -> list[Citation]:
    return [c for section in report.sections for c in citations_of(section) if c.paper_id == name]


def test_the_text_of_a_paper_is_found_while_it_is_there(either: System) -> None:
    either.written()

    assert len(leftovers(either)) > 5


def test_a_finished_review_keeps_nothing_of_a_deleted_paper_but_the_reference(either: System) -> None:
    review, before = either.written()
    assert any(citation.quote for citation in of_paper(before))

    either.delete_paper("ants")

    after = either.report(review.id)
    assert leftovers(either) == []
    assert after is not None
    assert {(c.quote, c.pages, c.start, c.label, c.verdict) for c in of_paper(after)} == {
        ("", (), None, GONE, "not_found")
    }
    assert [(p.label, p.deleted) for p in after.papers if p.paper_id == "ants"] == [("(Ant, 2015)", True)]
    assert not any(paper.deleted for paper in after.papers if paper.paper_id != "ants")
    assert not any(row.paper_id == "ants" for s in after.sections if s.table for row in s.table.rows)
    assert [notice.code for notice in either.get(review.id).notices][-1] == "source_deleted"


def test_what_other_papers_say_stays_as_it_was(either: System) -> None:
    review, before = either.written()

    either.delete_paper("ants")

    after = either.report(review.id)
    assert after is not None
    assert [c for s in after.sections for c in citations_of(s) if c.paper_id != "ants"] == [
        c for s in before.sections for c in citations_of(s) if c.paper_id != "ants"
    ]


def test_sentences_of_a_model_stay_and_quotations_go(modelled: System, tmp_path: Path) -> None:
    review, _ = modelled.written()
    rules = System(tmp_path / "rules")
    rules.add_library()
    quoted, _ = rules.written()

    for system in (modelled, rules):
        system.delete_paper("ants")

    told, only = modelled.report(review.id), rules.report(quoted.id)
    assert told is not None
    assert only is not None
    parts = [part for r in (told, only) for s in r.sections for part in (*s.summary, *s.text)]
    of_ants = [part for part in parts if any(citation.label == GONE for citation in part.citations)]
    assert any(part.text.startswith("It is said that") for part in of_ants)
    assert any(part.text == QUOTATION_GONE for part in of_ants)
    assert all(part.text == QUOTATION_GONE for s in only.sections for part in s.text if part in of_ants)


def test_exports_say_that_the_source_was_deleted(modelled: System) -> None:
    review, _ = modelled.written()
    modelled.delete_paper("ants")

    report = modelled.report(review.id)
    assert report is not None
    for text in (to_markdown(report, ()), to_html(report, ())):
        assert "(Ant, 2015) source deleted" in text.replace("\\", "")
        assert "“”" not in text
        assert "<q></q>" not in text


def test_every_version_of_an_edited_report_forgets(modelled: System) -> None:
    review, report = modelled.written()
    modelled.edit(review.id, action="expand", section_id=report.sections[0].id)

    modelled.delete_paper("ants")
    modelled.edit(review.id, action="rewrite", section_id=report.sections[0].id)

    assert leftovers(modelled) == []
    for version in (1, 2, 3):
        found = modelled.report(review.id, version)
        assert found is not None
        assert not any(citation.quote for citation in of_paper(found))


@pytest.mark.parametrize(
    ("either", "step"),
    # Nothing is written without a model.
    [*(("modelled", step) for step in STEPS), *(("system", step) for step in STEPS if step not in WRITING)],
    indirect=["either"],
)
def test_a_paper_deleted_before_a_step_leaves_nothing_in_the_finished_review(either: System, step: str) -> None:
    review_id = either.start()
    either.until(step)
    either.delete_paper("ants")

    review = either.finish(review_id)

    assert (review.state, review.papers.count("ants")) == ("completed", 0)
    assert leftovers(either) == []


@pytest.mark.parametrize("stage", ["quotes", "plan", "section", "columns", "row"])
def test_a_paper_deleted_while_a_model_is_asked_about_it_leaves_nothing(modelled: System, stage: str) -> None:
    deleted: list[str] = []

    def delete(_: str) -> None:
        if not deleted:
            deleted.append("ants")
            modelled.delete_paper("ants")

    modelled.writer.says[stage] = delete

    review = modelled.finish(modelled.start())

    assert deleted
    assert (review.state, review.failure) == ("completed", None)
    assert leftovers(modelled) == []


def test_a_worker_that_searched_before_the_deletion_writes_nothing_of_it(system: System) -> None:
    """The step had read the paper when it was marked; its review did not name the paper yet."""
    review_id = system.start()
    message = system.until("retrieve")
    once: list[bool] = []

    def watch(name: str, when: When) -> None:
        if name.startswith("reviews.change") and when == "before" and not once and system.get(review_id).claim:
            once.append(True)
            system.delete_paper("ants")

    system.reviews._watch = watch

    assert system.run_step.run(message) == "lost"

    assert system.finish(review_id).state == "completed"
    assert leftovers(system) == []


def test_an_interrupted_step_pays_its_other_answers_once(modelled: System) -> None:
    deleted: list[str] = []

    def delete(prompt: str) -> None:
        if not deleted and "How Wasps Settle" in prompt:
            deleted.append("ants")
            modelled.delete_paper("ants")

    modelled.writer.says["section"] = delete
    review = modelled.finish(modelled.start())

    assert review.state == "completed"
    assert modelled.writer.asked["quotes"] == 4


def test_nothing_after_reranking_is_named(system: System) -> None:
    review_id = system.start()
    system.until("rerank")
    for name in ("bees", "ants", "wasps", "moths"):
        system.delete_paper(name)

    review = system.finish(review_id)

    assert review.failure is not None
    assert (review.state, review.failure.code) == ("failed", "nothing_relevant")


def test_a_review_that_never_read_the_paper_stays_as_it_is(system: System) -> None:
    review_id = system.start(paper_ids=("bees", "wasps"))
    system.finish(review_id)
    before = system.get(review_id)

    system.delete_paper("ants")

    assert system.get(review_id) == before


def test_a_deletion_killed_at_any_moment_is_finished_by_the_sweeper(tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    template = System(tmp_path / "template")
    template.add_library()
    review, _ = template.written()
    other = template.start(question="How do wasps and ants choose a nest site?")
    order = template.until("plan")
    point = 0
    while True:
        point += 1
        shutil.copytree(tmp_path / "template", tmp_path / str(point))
        system = System(tmp_path / str(point))
        system.publisher.publish(order)
        seen = 0

        def watch(_: str, __: When, point: int = point) -> None:
            nonlocal seen
            seen += 1
            if seen == point:
                raise Killed

        try:
            system.delete_paper("ants", watch)
        except Killed:
            pass
        else:
            break
        marked = system.backend.papers.unfinished(limit=10)
        system.clock.advance(10 * LEASE.total_seconds())
        for paper in marked:
            system.finish_deletion().finish(paper)
        if not marked:  # killed before the mark: the owner asks again
            with_mark = system.backend.papers.get("ants")  # type: ignore[arg-type]  # an id as a plain text
            if with_mark is not None:
                system.delete_paper("ants")
        system.sweeper.sweep()

        if point % 9 == 0:  # the one that was under way
            assert system.finish(other).state == "completed"
        assert leftovers(system) == []
        assert system.get(review.id).papers.count("ants") == 0
    assert point > 20


def test_a_review_that_changes_again_and_again_is_left_to_the_sweeper(system: System) -> None:
    review, _ = system.written()

    def meddle(name: str, when: When) -> None:
        if name == "reviews.read_all_outputs" and when == "after":
            system.backend.reviews.change(review.id, lambda found: found and replace(found, epoch=found.epoch + 1))

    with pytest.raises(TransientError, match="again and again"):
        system.delete_paper("ants", meddle)

    assert [paper.id for paper in system.backend.papers.unfinished(limit=5)] == ["ants"]
    system.finish_deletion().finish(system.backend.papers.unfinished(limit=5)[0])
    assert leftovers(system) == []
