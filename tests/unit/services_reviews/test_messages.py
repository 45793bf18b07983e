"""Messages that come twice, late, at once or out of order, and workers that die or are overtaken: each step is done once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cloudevents.http import CloudEvent
from doubles.collector import Collector
from msgspec.structs import replace
from unit.services_reviews.system import LEASE, System, paper_about

from scholarai.domain.errors import TransientError
from scholarai.domain.ids import PaperId
from scholarai.domain.review import STEP_EVENT, Review, StepMessage, StepRecord, StepState
from scholarai.domain.values import to_plain
from scholarai.entrypoints import telemetry
from scholarai.entrypoints.events import receive_order


def ended(review: Review) -> tuple[str, str | None]:
    return review.state, review.failure.code if review.failure else None


class TestMessages:
    def test_every_message_twice_does_every_step_once(self, modelled: System) -> None:
        review_id = modelled.start()
        while (message := modelled.orders.take()) is not None:
            modelled.run_step.run(message)
            assert modelled.run_step.run(message) == "stale"

        review = modelled.get(review_id)
        assert ended(review) == ("completed", None)
        assert all(step.attempts == 1 for step in review.steps)
        assert review.spent.calls == modelled.paid_calls

    def test_the_same_message_twice_at_once_pays_once(self, modelled: System) -> None:
        begun, go_on = threading.Event(), threading.Event()

        def plan(_: str) -> None:
            begun.set()
            go_on.wait(60)

        modelled.writer.says["plan"] = plan
        review_id = modelled.start()
        message = modelled.until("plan")
        first = threading.Thread(target=modelled.run_step.run, args=(message,))
        first.start()
        assert begun.wait(60)

        with pytest.raises(TransientError, match="busy"):
            modelled.run_step.run(message)
        go_on.set()
        first.join()

        assert modelled.run_step.run(message) == "stale"
        assert modelled.writer.asked["plan"] == 1
        assert modelled.get(review_id).step == "section-1"

    @pytest.mark.parametrize(("n", "step"), [(9, "plan"), (3, "plan"), (2, "decompose"), (0, "decompose"), (-1, "x")])
    def test_a_message_out_of_order_does_nothing(self, system: System, n: int, step: str) -> None:
        review_id = system.start()
        system.until("retrieve")
        before = system.get(review_id)

        assert system.run_step.run(StepMessage(review_id=review_id, n=n, step=step)) == "stale"

        assert system.get(review_id) == before

    def test_a_message_of_an_unknown_review_does_nothing(self, system: System) -> None:
        assert system.run_step.run(StepMessage(review_id="nobody", n=1, step="validate")) == "stale"  # type: ignore[arg-type]  # an id as a plain text

    def test_a_step_whose_worker_died_is_taken_over_once_its_lease_is_over(self, system: System) -> None:
        review_id = system.start()
        message = system.until("plan")
        dead = system.run_step._claim(message)[0]
        assert dead is not None
        with pytest.raises(TransientError, match="busy"):
            system.run_step.run(message)

        system.clock.advance(LEASE.total_seconds() + 1)

        assert system.run_step.run(message) == "done"
        assert next(step.attempts for step in system.get(review_id).steps if step.name == "plan") == 2

    def test_a_lease_of_a_clock_that_ran_ahead_holds_nobody_up(self, system: System) -> None:
        system.start()
        message = system.until("plan")
        system.clock.advance(86_400)
        assert system.run_step._claim(message)[0] is not None

        system.clock.advance(-86_400)

        assert system.run_step.run(message) == "done"

    def test_a_worker_that_was_overtaken_writes_nothing_more(self, modelled: System) -> None:
        def overtake(_: str) -> None:
            modelled.clock.advance(10 * LEASE.total_seconds())
            claimed = modelled.run_step._claim(modelled.orders.sent[-1])[1]
            assert claimed == "claimed"

        review_id = modelled.start()
        message = modelled.until("plan")
        modelled.writer.says["plan"] = overtake

        assert modelled.run_step.run(message) == "lost"

        assert modelled.get(review_id).step == "plan"
        assert modelled.backend.reviews.read_outputs(review_id, ["plan"]) == {}

    @pytest.mark.parametrize("action", ["cancel", "delete"])
    def test_a_review_that_is_cancelled_or_deleted_in_mid_step_is_left_alone(
        self, modelled: System, action: str
    ) -> None:
        review_id = modelled.start()
        message = modelled.until("plan")
        act: dict[str, Callable[[], object]] = {
            "cancel": lambda: modelled.cancel(review_id),
            "delete": lambda: modelled.delete(review_id),
        }

        def stop(_: str) -> None:
            act[action]()

        modelled.writer.says["plan"] = stop

        assert modelled.run_step.run(message) == "lost"

        found = modelled.backend.reviews.get(review_id)
        assert found is None if action == "delete" else found is not None and found.state == "cancelled"
        assert modelled.backend.reviews.read_outputs(review_id, ["plan"]) == {}
        assert modelled.orders.sent[-1] == message

    def test_an_order_that_could_not_be_published_is_published_by_the_sweeper(self, system: System) -> None:
        review_id = system.start()
        message = system.until("retrieve")
        publish = system.publisher
        system.publisher = _Broken()
        with pytest.raises(TransientError, match="events_down"):
            system.run_step.run(message)
        system.publisher = publish
        system.clock.advance(60)

        assert system.sweeper.sweep() == 1

        assert system.orders.sent[-1].step == "rerank"
        assert system.get(review_id).outbox == ()

    def test_a_deletion_that_was_cut_short_is_finished_by_the_sweeper(self, system: System) -> None:
        review, _ = system.written()
        system.backend.reviews.change(review.id, lambda found: found and replace(found, deleting=True))
        system.clock.advance(60)

        system.sweeper.sweep()

        assert system.backend.reviews.get(review.id) is None
        assert system.backend.reviews.read_outputs(review.id, ["plan", "report-1"]) == {}


class _Broken:
    def publish(self, message: StepMessage) -> None:
        raise TransientError("events_down", "no order can be handed over")


def test_papers_of_several_steps_of_quotes_are_all_read(tmp_path: Path) -> None:
    system = System(tmp_path)
    names = [f"p{n:02d}" for n in range(34)]
    for n, name in enumerate(names):
        system.add(name, paper_about(f"ants{n}", 2000 + n))

    review, report = system.written()

    assert [step.name for step in review.steps if step.name.startswith("quotes")] == ["quotes-1", "quotes-2"]
    assert len({paper.paper_id for paper in report.papers} & set(map(PaperId, names))) > 32


def test_papers_are_read_at_once_but_never_more_than_allowed(modelled: System, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scholarai.services.reviews.calls.PARALLEL_CALLS", 2)
    both, lock = threading.Barrier(2), threading.Lock()
    in_progress: list[int] = []
    most: list[int] = []

    def quotes(_: str) -> None:
        with lock:
            in_progress.append(1)
            most.append(len(in_progress))
        both.wait(60)
        with lock:
            in_progress.pop()

    modelled.writer.says["quotes"] = quotes

    assert ended(modelled.finish(modelled.start())) == ("completed", None)
    assert (modelled.writer.asked["quotes"], max(most)) == (4, 2)


class TestReviewsOfEarlierReleases:
    """They had a step of its own that judged the question, `validate`, before `decompose`."""

    @pytest.mark.parametrize("at", ["validate", "decompose"])
    def test_one_that_was_begun_goes_on(self, modelled: System, at: str) -> None:
        review_id = modelled.start()
        names = ["validate", "decompose", "retrieve"]

        def as_before(found: Review | None) -> Review:
            assert found is not None
            states: list[StepState] = ["done" if name == "validate" and at != name else "waiting" for name in names]
            begun = tuple(StepRecord(name=name, state=state) for name, state in zip(names, states, strict=True))
            return replace(found, steps=(*begun, *found.steps[2:]), step=at, outbox=())

        modelled.reviews.change(review_id, as_before)
        modelled.orders.sent[:] = [StepMessage(review_id=review_id, n=1, step=at)]

        review = modelled.finish(review_id)

        assert (review.state, review.failure, modelled.writer.asked["decompose"]) == ("completed", None, 1)
        assert [step.name for step in review.steps[:3]] == names


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    found = logging.getLogger("scholarai")
    level = found.level
    found.setLevel(logging.INFO)
    telemetry.begin({telemetry.ENDPOINT: made.url}, "review")
    yield made
    telemetry.end()
    found.setLevel(level)
    made.close()


def order(message: StepMessage) -> CloudEvent:
    return CloudEvent({"type": STEP_EVENT, "source": "test"}, to_plain(message))


def test_every_review_step_is_traced_as_a_span(system: System, collector: Collector) -> None:
    review_id = system.start()
    while (message := system.orders.take()) is not None:
        receive_order(order(message), system.run_step.run)

    spans = list(collector.spans())
    steps = [step.name for step in system.get(review_id).steps]
    assert [span.name for span in spans] == [f"review {name.partition('-')[0]}" for name in steps]
    assert [event.name for span in spans for event in span.events].count("review step ended") == len(steps)


def test_an_order_of_no_step_of_ours_gives_its_span_no_name(system: System, collector: Collector) -> None:
    receive_order(order(StepMessage(review_id=system.start(), n=1, step="whatever they like")), system.run_step.run)

    assert [span.name for span in collector.spans()] == ["review order"]


@pytest.mark.parametrize(
    ("kind", "data"), [("another", {"review_id": "r1", "n": 1, "step": "plan"}), (STEP_EVENT, "r1")]
)
def test_an_event_of_another_kind_or_form_orders_nothing_and_is_acknowledged(kind: str, data: object) -> None:
    ran: list[StepMessage] = []

    receive_order(CloudEvent({"type": kind, "source": "test"}, data), ran.append)

    assert ran == []


def test_a_stopped_step_is_done_by_whoever_gets_its_message_next(modelled: System) -> None:
    modelled.max_attempts = 1
    review_id = modelled.start()
    message = modelled.until("plan")

    def stop(_: str) -> None:
        modelled.writer.says.pop("plan")
        assert modelled.held.release() == 1

    modelled.writer.says["plan"] = stop
    with pytest.raises(TransientError, match="stopping"):
        modelled.run_step.run(message)

    waiting = modelled.get(review_id)
    assert (waiting.claim, waiting.attempts) == (None, 0)
    assert [(step.state, step.error) for step in waiting.steps if step.name == "plan"] == [("waiting", None)]
    assert modelled.run_step.run(message) == "done"
