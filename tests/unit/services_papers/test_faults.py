"""The extract flow when something goes wrong: with the paper, with a dependency, with the time."""

from __future__ import annotations

import pytest
from unit.services_papers.system import LEASE_S, MAX_ATTEMPTS, System, extract_again_and_again

from scholarai.domain.errors import NotFoundError, PaperFaultError, TransientError
from scholarai.domain.paper import Failure

ENCRYPTED = PaperFaultError("encrypted", "The file is locked with a password.", action="Remove the password.")
DOWN = TransientError("model_busy", "The model is busy.")


class TestFaultsOfThePaper:
    def test_it_ends_failed_with_code_sentence_and_action(self, system: System) -> None:
        event = system.upload()
        with system.failing("reader.read", ENCRYPTED):
            assert system.extract(event) == "failed"

        paper = system.paper(event)
        assert paper.status == "failed"
        assert paper.failure == Failure(
            code="encrypted",
            message="The file is locked with a password.",
            action="Remove the password.",
            retryable=False,
        )

    def test_it_is_announced_with_its_code(self, system: System) -> None:
        event = system.upload()
        with system.failing("reader.read", ENCRYPTED):
            system.extract(event)

        assert [(sent.type, sent.code) for sent in system.published.events] == [("paper.failed", "encrypted")]

    def test_it_is_not_tried_again(self, system: System) -> None:
        event = system.upload()
        with system.failing("reader.read", ENCRYPTED):
            system.extract(event)
        system.calls.clear()

        assert system.extract(event) == "finished"
        assert "reader.read" not in system.calls

    def test_what_was_readable_before_stays_readable(self, system: System) -> None:
        first = system.upload()
        system.extract(first)
        second = system.put(first.name)
        with system.failing("reader.read", ENCRYPTED):
            system.extract(second)

        assert system.paper(first).visible_generation == first.generation
        assert len(system.chunks(first).chunks) == 100

    def test_what_was_half_stored_is_removed(self, system: System) -> None:
        event = system.upload()
        with system.failing("contents.write", DOWN, "after"), pytest.raises(TransientError):
            system.extract(event)
        assert system.texts(event)
        with system.failing("reader.read", ENCRYPTED):
            system.extract(event)

        assert system.texts(event) == []

    def test_a_file_over_the_limit_is_too_large(self, system: System) -> None:
        event = system.put(system.announce().paper.object_name, bytes(2 * 1024 * 1024))

        assert system.extract(event) == "failed"
        failure = system.paper(event).failure
        assert failure is not None
        assert failure.code == "too_large"

    def test_a_paper_without_text_fails(self, system: System) -> None:
        from doubles.readers import a_content

        system.reader.content = a_content(0)
        event = system.upload()

        assert system.extract(event) == "failed"
        failure = system.paper(event).failure
        assert failure is not None
        assert failure.code == "no_usable_text"


class TestPassingFaults:
    @pytest.mark.parametrize(
        "call", ["objects.download", "reader.read", "embedder.embed_texts", "contents.write", "events.publish"]
    )
    def test_the_event_is_asked_for_again_and_the_paper_completes(self, system: System, call: str) -> None:
        event = system.upload()
        with system.failing(call, DOWN), pytest.raises(TransientError):
            system.extract(event)

        assert extract_again_and_again(system, event)[-1] in {"completed", "finished"}
        assert system.paper(event).status == "completed"
        assert len(system.texts(event)) == 100
        assert [sent.type for sent in system.published.events] == ["paper.extracted"]

    def test_the_fault_stands_on_the_paper_while_it_waits(self, system: System) -> None:
        event = system.upload()
        with system.failing("embedder.embed_texts", DOWN), pytest.raises(TransientError):
            system.extract(event)

        paper = system.paper(event)
        assert paper.failure == Failure(code="model_busy", message="The model is busy.", action="", retryable=True)
        assert (paper.status, paper.progress.stage, paper.attempts) == ("extracting", "waiting", 1)
        assert system.published.events == []

    def test_the_next_try_need_not_wait_for_the_lease(self, system: System) -> None:
        event = system.upload()
        with system.failing("embedder.embed_texts", DOWN), pytest.raises(TransientError):
            system.extract(event)

        assert system.extract(event) == "completed"
        assert system.paper(event).failure is None

    def test_after_the_last_attempt_it_gives_up_and_acknowledges(self, system: System) -> None:
        event = system.upload()
        with system.failing("reader.read", DOWN):
            ends = extract_again_and_again(system, event)

        assert ends == ["model_busy"] * MAX_ATTEMPTS + ["gave_up"]
        paper = system.paper(event)
        assert paper.failure is not None
        assert (paper.status, paper.failure.code, paper.failure.retryable) == ("failed", "gave_up", True)
        assert [(sent.type, sent.code) for sent in system.published.events] == [("paper.failed", "gave_up")]

    def test_events_after_giving_up_announce_nothing_twice(self, system: System) -> None:
        event = system.upload()
        with system.failing("reader.read", DOWN):
            extract_again_and_again(system, event)

        assert system.extract(event) == "finished"
        assert len(system.published.events) == 1

    def test_a_paper_that_kills_its_worker_again_and_again_ends_failed(self, system: System) -> None:
        event = system.upload()
        for _ in range(MAX_ATTEMPTS):
            with system.failing("reader.read", MemoryError()), pytest.raises(MemoryError):
                system.extract(event)
            system.clock.advance(LEASE_S)

        assert system.extract(event) == "gave_up"
        assert system.paper(event).status == "failed"

    def test_a_fault_of_the_store_while_the_fault_is_recorded_still_asks_again(self, system: System) -> None:
        event = system.upload()

        def break_store(_: int) -> None:
            system.on_call["papers.change", "before"] = TransientError("store_down", "The store is down.")
            raise DOWN

        system.reader.during = break_store
        with pytest.raises(TransientError, match="model_busy"):
            system.extract(event)
        system.on_call.clear()
        system.reader.during = lambda _: None
        system.clock.advance(LEASE_S)

        assert system.extract(event) == "completed"

    def test_events_are_not_lost_when_publishing_fails(self, system: System) -> None:
        event = system.upload()
        with system.failing("events.publish", DOWN), pytest.raises(TransientError):
            system.extract(event)
        assert system.paper(event).status == "completed"
        assert len(system.paper(event).outbox) == 1

        assert system.extract(event) == "finished"
        assert len(system.published.events) == 1
        assert system.paper(event).outbox == ()

    def test_a_completed_paper_whose_end_was_not_confirmed_is_not_put_off(self, system: System) -> None:
        event = system.upload()
        system.extract(event)
        second = system.put(event.name)
        done = system.extraction
        finish = [False]
        watch = system.watch

        def lose_the_answer(call: str, when: str) -> None:
            watch(call, when)  # type: ignore[arg-type]  # a plain text for a literal
            completed = (call, when) == ("papers.change", "after") and system.paper(second).status == "completed"
            if completed and not finish[0]:
                finish[0] = True
                raise DOWN

        system.papers._watch = lose_the_answer  # type: ignore[attr-defined]  # the test steps in here
        with pytest.raises(TransientError):
            done.extract(second)

        paper = system.paper(second)
        assert (paper.status, paper.failure, len(paper.outbox)) == ("completed", None, 1)
        assert system.extract(second) == "finished"


class TestResuming:
    def test_it_goes_on_after_the_last_stored_range(self, system: System) -> None:
        event = system.upload()
        assert system.embedder is not None
        embedder = system.embedder
        _fail_at_range(system, 2)
        with pytest.raises(TransientError):
            system.extract(event)
        first_try = list(embedder.asked)
        system.on_call.clear()
        embedder.asked.clear()

        assert system.extract(event) == "completed"
        assert first_try == system.texts(event)[:80]
        assert embedder.asked == system.texts(event)[80:]

    def test_every_text_is_stored_once(self, system: System) -> None:
        event = system.upload()
        _fail_at_range(system, 1)
        with pytest.raises(TransientError):
            system.extract(event)
        system.extract(event)

        assert [item.chunk.index for item in system.chunks(event).chunks] == list(range(100))
        assert system.content(event) == system.reader.content

    def test_another_engine_starts_from_the_first_range(self, system: System) -> None:
        from scholarai.testing import HashEmbedder

        event = system.upload()
        _fail_at_range(system, 2)
        with pytest.raises(TransientError):
            system.extract(event)
        system.embedder = HashEmbedder(dimensions=16, model="other")

        assert system.extract(event) == "completed"
        assert len(system.embedder.asked) == 100
        assert {item.vectors.matrix.shape for item in system.chunks(event).chunks if item.vectors} == {(1, 16)}

    def test_another_engine_that_makes_fewer_chunks_leaves_none_of_the_first(self, system: System) -> None:
        from doubles.readers import a_content

        event = system.upload()
        _fail_at_range(system, 2)
        with pytest.raises(TransientError):
            system.extract(event)
        system.reader.version = "scripted-2"
        system.reader.content = a_content(10)

        assert system.extract(event) == "completed"
        assert len(system.texts(event)) == 10
        assert system.content(event) == system.reader.content

    def test_an_engine_that_is_rolled_back_before_its_first_range_leaves_none_out(self, system: System) -> None:
        event = system.upload()
        _fail_at_range(system, 2)
        with pytest.raises(TransientError):
            system.extract(event)
        before, system.reader.version = system.reader.version, "scripted-2"
        away = TransientError("store_unavailable", "the store is away")
        with system.failing("contents.write", away), pytest.raises(TransientError):
            system.extract(event)
        system.reader.version = before

        assert system.extract(event) == "completed"
        assert [item.chunk.index for item in system.chunks(event).chunks] == list(range(100))

    def test_a_fault_after_a_stored_range_does_not_use_up_an_attempt(self, system: System) -> None:
        event = system.upload()
        _fail_at_range(system, 1)
        with pytest.raises(TransientError):
            system.extract(event)

        assert system.paper(event).attempts == 0


class TestMissingObjects:
    def test_a_generation_that_is_gone_is_acknowledged(self, system: System) -> None:
        first = system.upload()
        second = system.put(first.name)

        assert system.extract(first) == "superseded"
        assert system.paper(first).status == "uploaded"
        assert system.extract(second) == "completed"

    def test_an_event_of_a_deleted_object_that_nobody_announced_leaves_nothing(self, system: System) -> None:
        event = system.put("uploads/ada/p77/a.pdf")
        system.backend.objects.delete("uploads/ada/p77/")

        assert system.extract(event) == "superseded"
        assert system.find(event) is None

    def test_a_readable_paper_that_nobody_announced_stays_when_its_newer_object_is_gone(self, system: System) -> None:
        event = system.put("uploads/ada/p77/a.pdf")
        system.extract(event)
        newer = system.put(event.name)
        with system.failing("objects.download", NotFoundError("object_not_found", "gone")):
            assert system.extract(newer) == "superseded"

        paper = system.paper(event)
        assert (paper.status, paper.visible_generation, paper.claim) == ("completed", event.generation, None)
        assert system.content(event) == system.reader.content

    def test_ranges_of_an_object_that_goes_between_two_tries_go_too(self, system: System) -> None:
        event = system.put("uploads/ada/p77/a.pdf")
        _fail_at_range(system, 2)
        with pytest.raises(TransientError):
            system.extract(event)
        assert system.texts(event)
        with system.failing("objects.download", NotFoundError("object_not_found", "gone")):
            assert system.extract(event) == "superseded"

        assert system.texts(event) == []
        assert system.find(event) is None


def _fail_at_range(system: System, index: int) -> None:
    """Let the first call of the model beyond `index` ranges fail, once."""
    asked = [0]
    watch = type(system).watch

    def count(call: str, when: str) -> None:
        if (call, when) == ("embedder.embed_texts", "before"):
            asked[0] += 1
            if asked[0] == index + 1:
                raise DOWN
        watch(system, call, when)  # type: ignore[arg-type]  # a plain text for a literal

    system.watch = count  # type: ignore[method-assign]  # the test steps in here
