"""The extract flow, undisturbed."""

from __future__ import annotations

from pathlib import Path

import pytest
from doubles.readers import a_content
from msgspec.structs import replace
from unit.services_papers.system import ADA, RANGES, System, paper_id_of

from scholarai.domain.paper import Progress
from scholarai.splitting import split


def test_an_uploaded_paper_ends_completed_and_readable(system: System) -> None:
    event = system.upload()

    assert system.extract(event) == "completed"
    paper = system.paper(event)
    assert (paper.status, paper.visible_generation, paper.claim, paper.work) == (
        "completed",
        event.generation,
        None,
        None,
    )
    assert system.content(event) == system.reader.content
    assert [item.chunk for item in system.chunks(event).chunks] == list(
        split(system.reader.content, generation=event.generation)
    )


def test_every_chunk_gets_the_vector_of_its_text(system: System) -> None:
    event = system.upload()
    system.extract(event)

    stored = system.chunks(event)
    assert system.embedder is not None
    assert stored.space == system.embedder.space
    for item in stored.chunks:
        assert item.vectors is not None
        assert item.vectors.matrix.tolist() == [system.embedder.embed_query(item.chunk.text).tolist()]


def test_without_an_embedding_model_chunks_are_stored_without_vectors(system: System) -> None:
    system.embedder = None
    event = system.upload()

    assert system.extract(event) == "completed"
    assert {item.vectors for item in system.chunks(event).chunks} == {None}


def test_the_paper_says_what_was_read(system: System) -> None:
    event = system.upload()
    system.extract(event)

    paper = system.paper(event)
    assert (paper.metadata.title, paper.metadata.authors, paper.metadata.year) == (
        "On Nothing New",
        ("Ada Author",),
        2026,
    )
    assert (paper.counts.pages, paper.counts.blocks, paper.counts.chunks) == (12, 100, len(system.chunks(event).chunks))
    assert paper.size_bytes == len(b"%PDF a paper")
    assert paper.sha256 == "083f8a8575d8400236531ca15134dfb9eb5d8272763090a82972e1558297ec34"
    assert paper.progress == Progress(stage="done", page=12, pages=12, percent=100, eta_s=0)


def test_completion_is_announced_once_and_nothing_stays_owed(system: System) -> None:
    event = system.upload()
    system.extract(event)

    (published,) = system.published.events
    assert (published.type, published.paper_id, published.owner) == ("paper.extracted", paper_id_of(event), ADA)
    assert published.generation == event.generation
    assert system.paper(event).outbox == ()


def test_chunks_are_stored_in_ranges(system: System) -> None:
    system.extract(system.upload())

    assert system.calls.count("contents.write") == RANGES


def test_progress_is_stored_at_most_once_a_second(system: System) -> None:
    event = system.upload()
    seen: list[Progress] = []

    def look(page: int) -> None:
        system.clock.advance(0.25)
        seen.append(system.paper(event).progress)

    system.reader.during = look
    system.extract(event)

    assert [progress.page for progress in seen] == [0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8]
    assert {progress.pages for progress in seen} == {None, 12}


def test_progress_never_goes_back_and_ends_at_a_hundred(system: System) -> None:
    system.clock.tick_s = 0.3
    event = system.upload()
    percents: list[int] = []
    watch = system.watch

    def look(call: str, when: str) -> None:
        watch(call, when)  # type: ignore[arg-type]  # a plain text for a literal
        if when == "after":
            percents.append(system.paper(event).progress.percent)

    system.papers._watch = system.contents._watch = look  # type: ignore[attr-defined]  # the test steps in here
    system.extract(event)

    assert percents == sorted(percents)
    assert percents[-1] == 100
    assert len(set(percents)) > 8


def test_the_seconds_left_come_from_the_measured_speed(system: System) -> None:
    event = system.upload()
    etas: list[int | None] = []
    assert system.embedder is not None
    embed = system.embedder.embed_texts

    def slowly(texts: list[str]) -> object:
        etas.append(system.paper(event).progress.eta_s)
        system.clock.advance(10)
        return embed(texts)

    system.embedder.embed_texts = slowly  # type: ignore[assignment,method-assign]  # the test steps in here
    system.extract(event)

    assert etas == [None, 20, 10]


def test_a_second_event_of_a_finished_generation_is_acknowledged_without_work(system: System) -> None:
    event = system.upload()
    system.extract(event)
    system.calls.clear()

    assert system.extract(event) == "finished"
    assert system.calls == ["papers.get", "papers.change"]
    assert len(system.published.events) == 1


def test_a_new_generation_replaces_the_old_one(system: System) -> None:
    first = system.upload()
    system.extract(first)
    system.reader.content = a_content(50)
    second = system.put(first.name, b"%PDF another version")

    assert system.extract(second) == "completed"
    assert system.paper(second).visible_generation == second.generation
    assert len(system.chunks(second).chunks) == 50
    assert system.chunks(first).chunks == ()
    assert system.content(first) is None


def test_the_old_generation_stays_readable_while_the_new_one_is_extracted(system: System) -> None:
    first = system.upload()
    system.extract(first)
    second = system.put(first.name)
    seen: list[tuple[str, int | None, int]] = []

    def look(page: int) -> None:
        paper = system.paper(second)
        seen.append((paper.status, paper.visible_generation, len(system.chunks(first).chunks)))

    system.reader.during = look
    system.extract(second)

    assert set(seen) == {("extracting", first.generation, 100)}


def test_the_file_is_gone_from_disk_after_reading(
    system: System, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    system.extract(system.upload())

    assert system.reader.read_files == [b"%PDF a paper"]
    assert list(scratch.iterdir()) == []


def test_a_paper_that_nobody_announced_belongs_to_the_owner_in_its_path(system: System) -> None:
    events = [system.put(f"uploads/bob/thesis/{name} paper.md") for name in ("first", "second")]

    assert [system.extract(event) for event in events] == ["completed", "completed"]
    first, second = (system.paper(event) for event in events)
    assert (first.owner, first.filename, first.announced) == ("bob", "first paper.md", False)
    assert (second.owner, second.filename) == ("bob", "second paper.md")
    system.delete(first.owner, first.id)
    assert system.find(events[0]) is None
    assert system.paper(events[1]) == second
    assert system.backend.objects.read(events[1].name)


def test_a_paper_anywhere_else_belongs_to_the_default_owner_under_a_stable_id(system: System) -> None:
    system.extract(system.put("inbox/2026/paper.pdf"))
    system.extract(system.put("inbox/2026/paper.pdf", b"%PDF version two"))

    (paper,) = system.backend.papers.list(system.rules.default_owner, limit=10).papers
    assert (paper.filename, paper.object_name, paper.status) == ("paper.pdf", "inbox/2026/paper.pdf", "completed")


@pytest.mark.parametrize("name", ["crops/p1/7/1.png", "uploads/ada/p1/", "x" * 1_025])
def test_outputs_of_ours_folders_and_impossible_names_are_no_papers(system: System, name: str) -> None:
    event = replace(system.upload(), name=name)

    assert system.extract(event) == "ignored"
    assert system.calls == ["papers.change"]  # the announcement alone


def test_events_of_another_bucket_are_ignored(system: System) -> None:
    event = system.upload()
    system.with_rules(bucket="ours")

    assert system.extract(event) == "ignored"
