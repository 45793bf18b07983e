"""Random histories as a state machine of hypothesis: one user's library, what happens to it, and what must hold afterwards."""

from __future__ import annotations

import itertools
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from doubles.cloud.local_cloud import LocalCloud
from doubles.cloud.router import Manner
from doubles.gemini_server.replies import Failure, Slow
from doubles.gemini_server.server import GeminiServer
from faults_library import Entry, Library, ViolationError
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

CALM = {"duplicate": 0.0, "delay_s": 0.0, "refuse": 0.0, "forget": 0.0, "kill": 0.0}
# One outage in so many ends with the dependency started anew; that takes three seconds, a cut proxy a tenth.
RESTART_EVERY = 8
_MOST_PAPERS = 6
_ANNOUNCED_S = 5.0


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
        planted: Whether there is an error to be found, so that histories begin where such errors show.
    """

    cloud: LocalCloud
    model: GeminiServer
    firestore: Any
    storage: Any
    clocks: list[Path]
    limit: float
    say: Callable[[], None]
    planted: bool = False
    done: Counter[str] = field(default_factory=Counter)
    histories: int = 0
    papers: int = 0
    restarted: int = 0

    @property
    def events(self) -> int:
        return sum(self.done.values())

    def end_faults(self) -> None:
        for name, value in CALM.items():
            setattr(self.cloud.manner, name, value)
        for clock in self.clocks:
            clock.write_text("0")
        self.model.reset()
        self.cloud.storage.fail_no_more()
        self.cloud.firestore.proxy.delay_s = 0.0

    def forget_events(self) -> None:
        self.cloud.sent.clear()
        self.cloud.announced.clear()


class OutOfTimeError(BaseException):
    """No history is begun any more."""


class BrokenStageError(BaseException):
    """The cloud around the functions failed, so that nothing can be said about them."""


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
            self._do("upload", self.library.upload)
        if self.stage.planted:
            self._go_where_errors_were_planted()

    def _go_where_errors_were_planted(self) -> None:
        """Do one after the other what shows them, so that no luck is needed."""
        self._do("upload", self.library.upload)
        for entry in list(self.library.entries):
            self._do("wait until readable", partial(self.library.wait_until_readable, entry, 10 * _ANNOUNCED_S))
            self._do("look", partial(self.library.look, entry))
        self.look_while_it_is_replaced(0)
        self.overwrite_at_once_again(0)
        self.die_after_announcing(0)
        self.delete_what_can_be_read(1)
        self.die_with_a_clock_ahead(0)

    @rule()
    def upload(self) -> None:
        if len(self.library.entries) < _MOST_PAPERS:
            self._do("upload", self.library.upload)
        else:
            self._do_with(len(self.told), "overwrite", self.library.overwrite)

    @rule(which=st.integers(0, 99))
    def overwrite(self, which: int) -> None:
        self._do_with(which, "overwrite", self.library.overwrite)

    @rule(which=st.integers(0, 99))
    def overwrite_at_once_again(self, which: int) -> None:
        """Two newer files one after the other, so that the first is superseded while it is at work."""
        self.model.script_embeddings(*[Slow(0.3)] * 4)
        for _ in range(2):
            self._do_with(which, "overwrite at once", self.library.overwrite)
            time.sleep(0.2)

    @rule(which=st.integers(0, 99))
    def look(self, which: int) -> None:
        self._do_with(which, "look", self.library.look)

    @rule(which=st.integers(0, 99))
    def look_while_it_is_replaced(self, which: int) -> None:
        """Embedding takes its time here, so that readers come while the new version is written."""
        self.model.script_embeddings(*[Slow(0.25)] * 2)
        self._do_with(which, "look while replaced", self.library.look_while_it_is_replaced)

    @rule(which=st.integers(0, 99))
    def delete(self, which: int) -> None:
        act = self.library.delete if len(self._alive()) > 1 else self.library.look
        self._do_with(which, act.__name__, act)

    @rule(which=st.integers(0, 99))
    def start_again(self, which: int) -> None:
        self._do_with(which, "start again", self.library.start_again)

    @rule(back=st.integers(1, 20))
    def repeat_an_old_event(self, back: int) -> None:
        if self.cloud.sent:
            event = self.cloud.sent[-min(back, len(self.cloud.sent))]
            self._do("old event", lambda: self.cloud.deliver_again(event))

    @rule(which=st.integers(0, 99), after_s=st.sampled_from([0.0, 0.1, 0.4]))
    def kill(self, which: int, after_s: float) -> None:
        time.sleep(after_s)
        instances = [one for function in self.cloud.functions.values() for one in function.instances]
        self._do("kill", instances[which % len(instances)].kill)

    @rule(status=st.sampled_from([429, 500, 503]), times=st.integers(1, 4))
    def fail_the_model(self, status: int, times: int) -> None:
        self._do(f"model {status}", lambda: self.model.script_embeddings(*[Failure(status)] * times, Slow(0.2)))

    @rule(times=st.integers(1, 3))
    def fail_the_bucket(self, times: int) -> None:
        """Pending errors do not add up: an upload could otherwise meet more of them than it retries."""
        self.cloud.storage.fail_no_more()
        self._do("bucket 503", lambda: self.cloud.storage.fail(503, times=times))

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
        clock = self.stage.clocks[which % len(self.stage.clocks)]
        self._do("clock jumps", lambda: clock.write_text(str(seconds)))

    @rule(which=st.integers(0, 99))
    def die_with_a_clock_ahead(self, which: int) -> None:
        """Workers whose clocks run a day ahead are killed at their work; what they left says that it counts until tomorrow."""
        self._set_clocks(86_400)
        self.model.script_embeddings(*[Slow(0.4)] * 2)
        self._do_with(which, "overwrite", self.library.overwrite)
        time.sleep(0.3)
        for instance in self.cloud.functions["extract"].instances:
            self._do("death with a clock ahead", instance.kill)
        self._set_clocks(0)

    @rule(which=st.integers(0, 99))
    def die_after_announcing(self, which: int) -> None:
        """The database becomes slow, so that a worker can be killed after it announced a paper and before it took note of that."""
        self.library.announced.clear()
        self.cloud.firestore.proxy.delay_s = 0.01
        self._do_with(which, "overwrite", self.library.overwrite)
        if self.library.wait_until_owing(_ANNOUNCED_S):
            self.cloud.firestore.proxy.delay_s = 0.3
            if self.library.announced.wait(_ANNOUNCED_S):
                for instance in self.cloud.functions["extract"].instances:
                    self._do("death after announcing", instance.kill)
        self.cloud.firestore.proxy.delay_s = 0.0

    @rule(which=st.integers(0, 99))
    def delete_what_can_be_read(self, which: int) -> None:
        if len(self._alive()) > 1:
            self._do_with(
                which, "wait until readable", lambda entry: self.library.wait_until_readable(entry, _ANNOUNCED_S)
            )
            self._do_with(which, "delete", self.library.delete)

    @rule(database=st.booleans(), seconds=st.sampled_from([0.0, 0.1, 0.5]), restart=st.integers(1, RESTART_EVERY))
    def cut_off_a_dependency(self, database: bool, seconds: float, restart: int) -> None:
        dependency = self.cloud.firestore if database else self.cloud.pubsub
        if restart == RESTART_EVERY:
            self._do(f"{'database' if database else 'topics'} restarted", dependency.restart)
            return
        self._do("proxy cut", dependency.proxy.cut)
        time.sleep(seconds)
        dependency.proxy.mend()

    @rule(seconds=st.sampled_from([0.1, 0.5, 1.2]), sweep=st.sampled_from([False, False, True]))
    def let_work_go_on(self, seconds: float, sweep: bool) -> None:
        if sweep:
            self._do("sweep", self.cloud.sweep)
        self._do("wait", lambda: self.cloud.router.wait_until_idle(seconds))

    def teardown(self) -> None:
        if self.failed:
            return
        self.stage.end_faults()
        self._guard("rest", self.library.come_to_rest)
        self._guard("check", self.library.check)
        self.stage.histories += 1
        self.stage.papers += len(self.library.entries)
        self.stage.restarted += self.library.restarted
        self._guard("clearing up", self.library.forget)
        self.stage.forget_events()
        self.stage.say()

    def _do_with(self, which: int, what: str, act: Callable[[Entry], object]) -> None:
        """Do it with one of the papers, if there is any: what is drawn must not depend on what has come of it."""
        alive = self._alive()
        if alive:
            self._do(what, lambda: act(alive[which % len(alive)]))

    def _do(self, what: str, act: Callable[[], object]) -> None:
        self._tell(what)
        self._guard(what, act)

    def _guard(self, what: str, act: Callable[[], object]) -> None:
        try:
            act()
        except ViolationError as violation:
            self.failed = True
            raise FoundError(f"{violation}\nthe history was: {', '.join(self.told)}") from violation
        except Exception as error:
            self.failed = True
            raise BrokenStageError(f"{what}: {error!r}") from error

    def _tell(self, what: str) -> None:
        self.told.append(what)
        self.stage.done[what] += 1

    def _set_clocks(self, seconds: int) -> None:
        for clock in self.stage.clocks:
            clock.write_text(str(seconds))

    def _alive(self) -> list[Entry]:
        return [entry for entry in self.library.entries if not entry.deleted]


def calm_manner() -> Manner:
    """Return how events travel when nothing is wrong; an event that is refused comes again soon, to save time."""
    return Manner(longest_wait_s=0.5, kill_after_s=0.4)
