"""Random histories as a state machine of hypothesis: one user's library, what happens to it, and what must hold afterwards."""

from __future__ import annotations

import itertools
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from doubles.cloud.local_cloud import LocalCloud
from doubles.cloud.router import Manner
from doubles.gemini_server.replies import Failure, Slow
from doubles.gemini_server.server import GeminiServer
from faults_library import Entry, Library, ViolationError
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

CALM = {"duplicate": 0.0, "delay_s": 0.0, "refuse": 0.0, "forget": 0.0, "kill": 0.0}
# One outage in so many ends with the neighbour started anew; that takes three seconds, a cut cable a tenth.
RESTART_EVERY = 8
_MOST_PAPERS = 6


class FoundError(BaseException):
    """A violation, past everything that would try the history again: real processes do not repeat themselves."""


@dataclass
class Stage:
    """Where histories take place.

    Attributes:
        clocks: The file that sets the clock of each instance.
        done: How often each event came, over all histories.
        limit: When no further history is begun, by `time.monotonic`.
        say: Called after every history.
    """

    cloud: LocalCloud
    model: GeminiServer
    firestore: Any
    storage: Any
    clocks: list[Path]
    limit: float
    say: Callable[[], None]
    done: Counter[str] = field(default_factory=Counter)
    histories: int = 0
    events: int = 0
    papers: int = 0
    restarted: int = 0

    def end_faults(self) -> None:
        for name, value in CALM.items():
            setattr(self.cloud.manner, name, value)
        for clock in self.clocks:
            clock.write_text("0")
        self.model.reset()
        self.cloud.storage.fail_no_more()

    def forget_events(self) -> None:
        self.cloud.sent.clear()
        self.cloud.announced.clear()


class OutOfTimeError(BaseException):
    """No history is begun any more."""


class Histories(RuleBasedStateMachine):
    """One history from beginning to end; `stage` is set before the first."""

    stage: ClassVar[Stage]
    number: ClassVar[Any] = itertools.count()

    def __init__(self) -> None:
        super().__init__()
        if time.monotonic() > self.stage.limit:
            raise OutOfTimeError
        self.cloud, self.model = self.stage.cloud, self.stage.model
        self.library = Library(self.cloud, f"user{next(self.number)}", self.stage.firestore, self.stage.storage)
        self.cloud.on_announced = self.library.heard
        self.told: list[str] = []
        self.failed = False

    @initialize(seed=st.integers(0, 2**32))
    def begin(self, seed: int) -> None:
        self.cloud.manner.chance = random.Random(seed)
        for _ in range(2):
            self.library.upload()
            self._tell("upload")

    @precondition(lambda self: len(self.library.entries) < _MOST_PAPERS)
    @rule()
    def upload(self) -> None:
        self.library.upload()
        self._tell("upload")

    @precondition(lambda self: self._alive())
    @rule(which=st.integers(0, 99))
    def overwrite(self, which: int) -> None:
        self.library.overwrite(self._one(which))
        self._tell("overwrite")

    @precondition(lambda self: self._alive())
    @rule(which=st.integers(0, 99))
    def overwrite_at_once_again(self, which: int) -> None:
        """Two newer files one after the other, so that the first is superseded before it is read."""
        self.library.overwrite(self._one(which))
        self.library.overwrite(self._one(which))
        self._tell("overwrite twice")

    @precondition(lambda self: self._alive())
    @rule(which=st.integers(0, 99))
    def look(self, which: int) -> None:
        self._guard(lambda: self.library.look(self._one(which)))
        self._tell("look")

    @precondition(lambda self: self._alive())
    @rule(which=st.integers(0, 99))
    def look_while_it_is_replaced(self, which: int) -> None:
        """Embedding takes its time here, so that readers come while the new version is written."""
        self.model.script_embeddings(*[Slow(0.25)] * 2)
        self._guard(lambda: self.library.look_while_it_is_replaced(self._one(which)))
        self._tell("look while replaced")

    @precondition(lambda self: len(self._alive()) > 1)
    @rule(which=st.integers(0, 99))
    def delete(self, which: int) -> None:
        self._guard(lambda: self.library.delete(self._one(which)))
        self._tell("delete")

    @precondition(lambda self: self._alive())
    @rule(which=st.integers(0, 99))
    def start_again(self, which: int) -> None:
        self.library.start_again(self._one(which))
        self._tell("start again")

    @precondition(lambda self: self.cloud.sent)
    @rule(back=st.integers(1, 20))
    def repeat_an_old_event(self, back: int) -> None:
        self.cloud.deliver_again(self.cloud.sent[-min(back, len(self.cloud.sent))])
        self._tell("old event")

    @rule(which=st.integers(0, 99), after_s=st.sampled_from([0.0, 0.1, 0.4]))
    def kill(self, which: int, after_s: float) -> None:
        time.sleep(after_s)
        instances = [one for function in self.cloud.functions.values() for one in function.instances]
        instances[which % len(instances)].kill()
        self._tell("kill")

    @rule(status=st.sampled_from([429, 500, 503]), times=st.integers(1, 4))
    def fail_the_model(self, status: int, times: int) -> None:
        self.model.script_embeddings(*[Failure(status)] * times, Slow(0.2))
        self._tell(f"model {status}")

    @rule(times=st.integers(1, 3))
    def fail_the_bucket(self, times: int) -> None:
        self.cloud.storage.fail(503, times=times)
        self._tell("bucket 503")

    @rule(
        duplicate=st.sampled_from([0.0, 0.5]),
        delay_s=st.sampled_from([0.0, 0.5]),
        refuse=st.sampled_from([0.0, 0.3]),
        forget=st.sampled_from([0.0, 0.3]),
        kill=st.sampled_from([0.0, 0.3]),
    )
    def change_how_events_travel(self, **manner: float) -> None:
        for name, value in manner.items():
            setattr(self.cloud.manner, name, value)
        self._tell("travel otherwise")

    @rule(which=st.integers(0, 99), seconds=st.sampled_from([-86_400, -30, -2, 2, 30, 600, 86_400]))
    def set_a_clock_wrong(self, which: int, seconds: int) -> None:
        self.stage.clocks[which % len(self.stage.clocks)].write_text(str(seconds))
        self._tell("clock jumps")

    @precondition(lambda self: self._alive())
    @rule(which=st.integers(0, 99))
    def die_with_a_clock_ahead(self, which: int) -> None:
        """Workers whose clocks run a day ahead are killed at their work; what they left says that it counts until tomorrow."""
        for clock in self.stage.clocks:
            clock.write_text(str(86_400))
        self.model.script_embeddings(*[Slow(0.4)] * 2)
        self.library.overwrite(self._one(which))
        time.sleep(0.3)
        for instance in self.cloud.functions["extract"].instances:
            instance.kill()
        for clock in self.stage.clocks:
            clock.write_text("0")
        self._tell("death with a clock ahead")

    @rule(database=st.booleans(), seconds=st.sampled_from([0.0, 0.1, 0.5]), restart=st.integers(1, RESTART_EVERY))
    def cut_off_a_neighbour(self, database: bool, seconds: float, restart: int) -> None:
        neighbour = self.cloud.firestore if database else self.cloud.pubsub
        if restart == RESTART_EVERY:
            neighbour.restart()
            self._tell(f"{'database' if database else 'topics'} restarted")
        else:
            neighbour.cable.cut()
            time.sleep(seconds)
            neighbour.cable.mend()
            self._tell("cable cut")

    @rule(seconds=st.sampled_from([0.1, 0.5, 1.2]), sweep=st.sampled_from([False, False, True]))
    def let_work_go_on(self, seconds: float, sweep: bool) -> None:
        if sweep:
            self.cloud.sweep()
        self.cloud.router.wait_until_idle(seconds)
        self._tell("sweep" if sweep else "wait")

    def teardown(self) -> None:
        if self.failed:
            return
        self.stage.end_faults()
        self._guard(self.library.come_to_rest)
        self._guard(self.library.check)
        self.stage.histories += 1
        self.stage.papers += len(self.library.entries)
        self.stage.restarted += self.library.restarted
        self.library.forget()
        self.stage.forget_events()
        self.stage.say()

    def _guard(self, act: Any) -> None:
        try:
            act()
        except ViolationError as violation:
            self.failed = True
            raise FoundError(f"{violation}\nthe history was: {', '.join(self.told)}") from violation

    def _tell(self, what: str) -> None:
        self.told.append(what)
        self.stage.done[what] += 1
        self.stage.events += 1

    def _alive(self) -> list[Entry]:
        return [entry for entry in self.library.entries if not entry.deleted]

    def _one(self, which: int) -> Entry:
        alive = self._alive()
        return alive[which % len(alive)]


def calm_manner() -> Manner:
    """Return how events travel when nothing is wrong; an event that is refused comes again soon, to save time."""
    return Manner(longest_wait_s=0.5, kill_after_s=0.4)
