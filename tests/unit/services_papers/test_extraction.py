"""The extract flow, undisturbed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from doubles.readers import a_content
from unit.services_papers.world import ADA, RANGES, World, paper_id_of

from scholarai.domain.paper import Progress
from scholarai.splitting import split


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def test_an_uploaded_paper_ends_completed_and_readable(world: World) -> None:
    event = world.upload()

    assert world.extract(event) == "completed"
    paper = world.paper(event)
    assert (paper.status, paper.visible_generation, paper.claim, paper.work) == (
        "completed",
        event.generation,
        None,
        None,
    )
    assert world.content(event) == world.reader.content
    assert [item.chunk for item in world.chunks(event).chunks] == list(
        split(world.reader.content, generation=event.generation)
    )


def test_every_chunk_gets_the_vector_of_its_text(world: World) -> None:
    event = world.upload()
    world.extract(event)

    stored = world.chunks(event)
    assert world.embedder is not None
    assert stored.space == world.embedder.space
    for item in stored.chunks:
        assert item.vectors is not None
        assert item.vectors.matrix.tolist() == [world.embedder.embed_query(item.chunk.text).tolist()]


def test_without_an_embedding_model_chunks_are_stored_without_vectors(world: World) -> None:
    world.embedder = None
    event = world.upload()

    assert world.extract(event) == "completed"
    assert {item.vectors for item in world.chunks(event).chunks} == {None}


def test_the_paper_says_what_was_read(world: World) -> None:
    event = world.upload()
    world.extract(event)

    paper = world.paper(event)
    assert (paper.metadata.title, paper.metadata.authors, paper.metadata.year) == (
        "On Nothing New",
        ("Ada Author",),
        2026,
    )
    assert (paper.counts.pages, paper.counts.blocks, paper.counts.chunks) == (12, 100, len(world.chunks(event).chunks))
    assert paper.size_bytes == len(b"%PDF a paper")
    assert paper.sha256 == "083f8a8575d8400236531ca15134dfb9eb5d8272763090a82972e1558297ec34"
    assert paper.progress == Progress(stage="done", page=12, pages=12, percent=100, eta_s=0)


def test_completion_is_announced_once_and_nothing_stays_owed(world: World) -> None:
    event = world.upload()
    world.extract(event)

    (published,) = world.published.events
    assert (published.type, published.paper_id, published.owner) == ("paper.extracted", paper_id_of(event), ADA)
    assert published.generation == event.generation
    assert world.paper(event).outbox == ()


def test_chunks_are_stored_in_ranges(world: World) -> None:
    world.extract(world.upload())

    assert world.calls.count("contents.write") == RANGES


def test_progress_is_stored_at_most_once_a_second(world: World) -> None:
    event = world.upload()
    seen: list[Progress] = []

    def look(page: int) -> None:
        world.clock.advance(0.25)
        seen.append(world.paper(event).progress)

    world.reader.during = look
    world.extract(event)

    assert [progress.page for progress in seen] == [0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8]
    assert {progress.pages for progress in seen} == {None, 12}


def test_progress_never_goes_back_and_ends_at_a_hundred(world: World) -> None:
    world.clock.tick_s = 0.3
    event = world.upload()
    percents: list[int] = []
    watch = world.watch

    def look(call: str, when: str) -> None:
        watch(call, when)  # type: ignore[arg-type]  # a plain text for a literal
        if when == "after":
            percents.append(world.paper(event).progress.percent)

    world.papers._watch = world.contents._watch = look  # type: ignore[attr-defined]  # the test steps in here
    world.extract(event)

    assert percents == sorted(percents)
    assert percents[-1] == 100
    assert len(set(percents)) > 8


def test_the_seconds_left_come_from_the_measured_speed(world: World) -> None:
    event = world.upload()
    etas: list[int | None] = []
    assert world.embedder is not None
    embed = world.embedder.embed_texts

    def slowly(texts: list[str]) -> object:
        etas.append(world.paper(event).progress.eta_s)
        world.clock.advance(10)
        return embed(texts)

    world.embedder.embed_texts = slowly  # type: ignore[assignment,method-assign]  # the test steps in here
    world.extract(event)

    assert etas == [None, 20, 10]


def test_a_second_event_of_a_finished_generation_is_acknowledged_without_work(world: World) -> None:
    event = world.upload()
    world.extract(event)
    world.calls.clear()

    assert world.extract(event) == "finished"
    assert world.calls == ["papers.change"]
    assert len(world.published.events) == 1


def test_a_new_generation_replaces_the_old_one(world: World) -> None:
    first = world.upload()
    world.extract(first)
    world.reader.content = a_content(50)
    second = world.put(first.name, b"%PDF another version")

    assert world.extract(second) == "completed"
    assert world.paper(second).visible_generation == second.generation
    assert len(world.chunks(second).chunks) == 50
    assert world.chunks(first).chunks == ()
    assert world.content(first) is None


def test_the_old_generation_stays_readable_while_the_new_one_is_extracted(world: World) -> None:
    first = world.upload()
    world.extract(first)
    second = world.put(first.name)
    seen: list[tuple[str, int | None, int]] = []

    def look(page: int) -> None:
        paper = world.paper(second)
        seen.append((paper.status, paper.visible_generation, len(world.chunks(first).chunks)))

    world.reader.during = look
    world.extract(second)

    assert set(seen) == {("extracting", first.generation, 100)}


def test_the_file_is_gone_from_disk_after_reading(
    world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    world.extract(world.upload())

    assert world.reader.read_files == [b"%PDF a paper"]
    assert list(scratch.iterdir()) == []


def test_a_paper_that_nobody_announced_belongs_to_the_owner_in_its_path(world: World) -> None:
    event = world.put("uploads/bob/p123/my paper.md")

    assert world.extract(event) == "completed"
    paper = world.paper(event)
    assert (paper.owner, paper.id, paper.filename, paper.announced) == ("bob", "p123", "my paper.md", False)


def test_a_paper_anywhere_else_belongs_to_the_default_owner_under_a_stable_id(world: World) -> None:
    world.extract(world.put("inbox/2026/paper.pdf"))
    world.extract(world.put("inbox/2026/paper.pdf", b"%PDF version two"))

    (paper,) = world.backend.papers.list(world.rules.default_owner, limit=10).papers
    assert (paper.filename, paper.object_name, paper.status) == ("paper.pdf", "inbox/2026/paper.pdf", "completed")


@pytest.mark.parametrize("name", ["content/p1/7.json.gz", "crops/p1/7/1.png", "uploads/ada/p1/", "a//b", "../x"])
def test_outputs_of_ours_folders_and_hostile_names_are_no_papers(world: World, name: str) -> None:
    event = replace(world.upload(), name=name)

    assert world.extract(event) == "ignored"
    assert world.calls == ["papers.change"]  # the announcement alone


def test_events_of_another_bucket_are_ignored(world: World) -> None:
    event = world.upload()
    world.with_rules(bucket="ours")

    assert world.extract(event) == "ignored"
