"""The extract flow when something goes wrong: with the paper, with a dependency, with the time."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.services_papers.world import LEASE_S, MAX_ATTEMPTS, World, extract_again_and_again

from scholarai.domain.errors import NotFoundError, PaperFaultError, TransientError
from scholarai.domain.paper import Failure

ENCRYPTED = PaperFaultError("encrypted", "The file is locked with a password.", action="Remove the password.")
DOWN = TransientError("model_busy", "The model is busy.")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


class TestFaultsOfThePaper:
    def test_it_ends_failed_with_code_sentence_and_action(self, world: World) -> None:
        event = world.upload()
        with world.failing("reader.read", ENCRYPTED):
            assert world.extract(event) == "failed"

        paper = world.paper(event)
        assert paper.status == "failed"
        assert paper.failure == Failure(
            code="encrypted",
            message="The file is locked with a password.",
            action="Remove the password.",
            retryable=False,
        )

    def test_it_is_announced_with_its_code(self, world: World) -> None:
        event = world.upload()
        with world.failing("reader.read", ENCRYPTED):
            world.extract(event)

        assert [(sent.type, sent.code) for sent in world.published.events] == [("paper.failed", "encrypted")]

    def test_it_is_not_tried_again(self, world: World) -> None:
        event = world.upload()
        with world.failing("reader.read", ENCRYPTED):
            world.extract(event)
        world.calls.clear()

        assert world.extract(event) == "finished"
        assert "reader.read" not in world.calls

    def test_what_was_readable_before_stays_readable(self, world: World) -> None:
        first = world.upload()
        world.extract(first)
        second = world.put(first.name)
        with world.failing("reader.read", ENCRYPTED):
            world.extract(second)

        assert world.paper(first).visible_generation == first.generation
        assert len(world.chunks(first).chunks) == 100

    def test_what_was_half_stored_is_removed(self, world: World) -> None:
        event = world.upload()
        with world.failing("contents.write", DOWN, "after"), pytest.raises(TransientError):
            world.extract(event)
        assert world.texts(event)
        with world.failing("reader.read", ENCRYPTED):
            world.extract(event)

        assert world.texts(event) == []

    def test_a_file_over_the_limit_is_too_large(self, world: World) -> None:
        event = world.put(world.announce().paper.object_name, bytes(2 * 1024 * 1024))

        assert world.extract(event) == "failed"
        failure = world.paper(event).failure
        assert failure is not None
        assert failure.code == "too_large"

    def test_a_paper_without_text_fails(self, world: World) -> None:
        from doubles.readers import a_content

        world.reader.content = a_content(0)
        event = world.upload()

        assert world.extract(event) == "failed"
        failure = world.paper(event).failure
        assert failure is not None
        assert failure.code == "no_usable_text"


class TestPassingFaults:
    @pytest.mark.parametrize(
        "call", ["objects.download", "reader.read", "embedder.embed_texts", "contents.write", "events.publish"]
    )
    def test_the_event_is_asked_for_again_and_the_paper_completes(self, world: World, call: str) -> None:
        event = world.upload()
        with world.failing(call, DOWN), pytest.raises(TransientError):
            world.extract(event)

        assert extract_again_and_again(world, event)[-1] in {"completed", "finished"}
        assert world.paper(event).status == "completed"
        assert len(world.texts(event)) == 100
        assert [sent.type for sent in world.published.events] == ["paper.extracted"]

    def test_the_fault_stands_on_the_paper_while_it_waits(self, world: World) -> None:
        event = world.upload()
        with world.failing("embedder.embed_texts", DOWN), pytest.raises(TransientError):
            world.extract(event)

        paper = world.paper(event)
        assert paper.failure == Failure(code="model_busy", message="The model is busy.", action="", retryable=True)
        assert (paper.status, paper.progress.stage, paper.attempts) == ("extracting", "waiting", 1)
        assert world.published.events == []

    def test_the_next_try_need_not_wait_for_the_lease(self, world: World) -> None:
        event = world.upload()
        with world.failing("embedder.embed_texts", DOWN), pytest.raises(TransientError):
            world.extract(event)

        assert world.extract(event) == "completed"
        assert world.paper(event).failure is None

    def test_after_the_last_attempt_it_gives_up_and_acknowledges(self, world: World) -> None:
        event = world.upload()
        with world.failing("reader.read", DOWN):
            ends = extract_again_and_again(world, event)

        assert ends == ["model_busy"] * MAX_ATTEMPTS + ["gave_up"]
        paper = world.paper(event)
        assert paper.failure is not None
        assert (paper.status, paper.failure.code, paper.failure.retryable) == ("failed", "gave_up", True)
        assert [(sent.type, sent.code) for sent in world.published.events] == [("paper.failed", "gave_up")]

    def test_events_after_giving_up_announce_nothing_twice(self, world: World) -> None:
        event = world.upload()
        with world.failing("reader.read", DOWN):
            extract_again_and_again(world, event)

        assert world.extract(event) == "finished"
        assert len(world.published.events) == 1

    def test_a_paper_that_kills_its_worker_again_and_again_ends_failed(self, world: World) -> None:
        event = world.upload()
        for _ in range(MAX_ATTEMPTS):
            with world.failing("reader.read", MemoryError()), pytest.raises(MemoryError):
                world.extract(event)
            world.clock.advance(LEASE_S)

        assert world.extract(event) == "gave_up"
        assert world.paper(event).status == "failed"

    def test_a_fault_of_the_store_while_the_fault_is_recorded_still_asks_again(self, world: World) -> None:
        event = world.upload()

        def break_store(_: int) -> None:
            world.on_call["papers.change", "before"] = TransientError("store_down", "The store is down.")
            raise DOWN

        world.reader.during = break_store
        with pytest.raises(TransientError, match="model_busy"):
            world.extract(event)
        world.on_call.clear()
        world.reader.during = lambda _: None
        world.clock.advance(LEASE_S)

        assert world.extract(event) == "completed"

    def test_events_are_not_lost_when_publishing_fails(self, world: World) -> None:
        event = world.upload()
        with world.failing("events.publish", DOWN), pytest.raises(TransientError):
            world.extract(event)
        assert world.paper(event).status == "completed"
        assert len(world.paper(event).outbox) == 1

        assert world.extract(event) == "finished"
        assert len(world.published.events) == 1
        assert world.paper(event).outbox == ()

    def test_a_completed_paper_whose_end_was_not_confirmed_is_not_put_off(self, world: World) -> None:
        event = world.upload()
        world.extract(event)
        second = world.put(event.name)
        done = world.extraction
        finish = [False]
        watch = world.watch

        def lose_the_answer(call: str, when: str) -> None:
            watch(call, when)  # type: ignore[arg-type]  # a plain text for a literal
            completed = (call, when) == ("papers.change", "after") and world.paper(second).status == "completed"
            if completed and not finish[0]:
                finish[0] = True
                raise DOWN

        world.papers._watch = lose_the_answer  # type: ignore[attr-defined]  # the test steps in here
        with pytest.raises(TransientError):
            done.run(second)

        paper = world.paper(second)
        assert (paper.status, paper.failure, len(paper.outbox)) == ("completed", None, 1)
        assert world.extract(second) == "finished"


class TestResuming:
    def test_it_goes_on_after_the_last_stored_range(self, world: World) -> None:
        event = world.upload()
        assert world.embedder is not None
        embedder = world.embedder
        _fail_at_range(world, 2)
        with pytest.raises(TransientError):
            world.extract(event)
        first_try = list(embedder.asked)
        world.on_call.clear()
        embedder.asked.clear()

        assert world.extract(event) == "completed"
        assert first_try == world.texts(event)[:80]
        assert embedder.asked == world.texts(event)[80:]

    def test_every_text_is_stored_once(self, world: World) -> None:
        event = world.upload()
        _fail_at_range(world, 1)
        with pytest.raises(TransientError):
            world.extract(event)
        world.extract(event)

        assert [item.chunk.index for item in world.chunks(event).chunks] == list(range(100))
        assert world.content(event) == world.reader.content

    def test_another_engine_starts_from_the_first_range(self, world: World) -> None:
        from scholarai.testing import HashEmbedder

        event = world.upload()
        _fail_at_range(world, 2)
        with pytest.raises(TransientError):
            world.extract(event)
        world.embedder = HashEmbedder(dimensions=16, model="other")

        assert world.extract(event) == "completed"
        assert len(world.embedder.asked) == 100
        assert {item.vectors.matrix.shape for item in world.chunks(event).chunks if item.vectors} == {(1, 16)}

    def test_another_engine_that_makes_fewer_chunks_leaves_none_of_the_first(self, world: World) -> None:
        from doubles.readers import a_content

        event = world.upload()
        _fail_at_range(world, 2)
        with pytest.raises(TransientError):
            world.extract(event)
        world.reader.version = "scripted-2"
        world.reader.content = a_content(10)

        assert world.extract(event) == "completed"
        assert len(world.texts(event)) == 10
        assert world.content(event) == world.reader.content

    def test_a_fault_after_a_stored_range_does_not_use_up_an_attempt(self, world: World) -> None:
        event = world.upload()
        _fail_at_range(world, 1)
        with pytest.raises(TransientError):
            world.extract(event)

        assert world.paper(event).attempts == 0


class TestMissingObjects:
    def test_a_generation_that_is_gone_is_acknowledged(self, world: World) -> None:
        first = world.upload()
        second = world.put(first.name)

        assert world.extract(first) == "superseded"
        assert world.paper(first).status == "uploaded"
        assert world.extract(second) == "completed"

    def test_an_event_of_a_deleted_object_that_nobody_announced_leaves_nothing(self, world: World) -> None:
        event = world.put("uploads/ada/p77/a.pdf")
        world.backend.objects.delete("uploads/ada/p77/")

        assert world.extract(event) == "superseded"
        assert world.find(event) is None

    def test_a_readable_paper_that_nobody_announced_stays_when_its_newer_object_is_gone(self, world: World) -> None:
        event = world.put("uploads/ada/p77/a.pdf")
        world.extract(event)
        newer = world.put(event.name)
        with world.failing("objects.download", NotFoundError("object_not_found", "gone")):
            assert world.extract(newer) == "superseded"

        paper = world.paper(event)
        assert (paper.status, paper.visible_generation, paper.claim) == ("completed", event.generation, None)
        assert world.content(event) == world.reader.content

    def test_ranges_of_an_object_that_goes_between_two_tries_go_too(self, world: World) -> None:
        event = world.put("uploads/ada/p77/a.pdf")
        _fail_at_range(world, 2)
        with pytest.raises(TransientError):
            world.extract(event)
        assert world.texts(event)
        with world.failing("objects.download", NotFoundError("object_not_found", "gone")):
            assert world.extract(event) == "superseded"

        assert world.texts(event) == []
        assert world.find(event) is None


def _fail_at_range(world: World, index: int) -> None:
    """Let the first call of the model beyond `index` ranges fail, once."""
    asked = [0]
    watch = type(world).watch

    def count(call: str, when: str) -> None:
        if (call, when) == ("embedder.embed_texts", "before"):
            asked[0] += 1
            if asked[0] == index + 1:
                raise DOWN
        watch(world, call, when)  # type: ignore[arg-type]  # a plain text for a literal

    world.watch = count  # type: ignore[method-assign]  # the test steps in here
