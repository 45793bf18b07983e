"""Random histories: two users' libraries, what happens to them, and what must hold afterwards."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from doubles.cloud.dependencies import Firestore, PubSub
from doubles.gemini_server.replies import Answer, Failure, Slow
from faults_library import Library, check_nothing_is_left
from faults_own import Kept
from faults_papers import Entry, ViolationError
from faults_stage import Stage, kill_readers

# One outage in so many ends with the dependency started again; that takes three seconds, a cut proxy a tenth.
RESTART_EVERY = 8
_MOST_PAPERS = 4
_MOST_REVIEWS = 2
_MOST_RECORDS = 3
_READ_EVERY_S = 0.3
# Longer than a paper takes on a busy machine, and less than a user waits.
_READABLE_S = 15.0


class FoundError(Exception):
    """A violation, with the history that led to it."""


class BrokenStageError(Exception):
    """The cloud around the functions failed, so that nothing can be said about them."""


class History:
    """One history from beginning to end, drawn from `chance` alone."""

    def __init__(self, stage: Stage, name: str, chance: random.Random) -> None:
        self.stage, self.cloud, self.model, self.chance = stage, stage.cloud, stage.model, chance
        self.libraries = [Library(stage.cloud, f"{name}{user}", stage.firestore, stage.storage) for user in "ab"]
        self.library = self.libraries[0]
        self.told: list[str] = []

    def live(self, events: int) -> None:
        """Let so many things happen, each as likely as any other, then let all come to rest, and check it.

        Raises:
            FoundError: If something that must hold does not.
            BrokenStageError: If the cloud around the functions failed.
        """
        self.cloud.on_announced = self._heard
        self.cloud.manner.chance = random.Random(self.chance.random())
        self.stage.end_faults()
        for library, printed in zip(self.libraries, (False, True), strict=True):
            self._do("upload", partial(library.upload, printed=printed))
            for entry in library.entries:
                self._do("write a note", partial(library.own.write_note, entry))
                self._do("tag", partial(library.own.tag, entry))
        with self._read_beside():
            while len(self.told) < events:
                self.library = self.chance.choice(self.libraries)
                self.chance.choice(_EVENTS)(self)
        self._end()

    def _end(self) -> None:
        self.stage.end_faults()
        for library in self.libraries:
            self._guard("rest", library.come_to_rest)
        for library in self.libraries:
            self._guard("check", library.check)
            self._guard("pry", partial(library.pry, self._other(library)))
        self.stage.count(self.libraries)
        self._guard("left", partial(check_nothing_is_left, self.stage.firestore, self.stage.storage))
        self.library = self.libraries[0]
        for entry in self._alive():
            self._do("delete at last", partial(self.library.delete, entry))
        self._guard("check after deletion", self.libraries[0].talk.check)
        self._guard("own after deletion", self.libraries[0].own.check)
        self._guard("left after deletion", partial(check_nothing_is_left, self.stage.firestore, self.stage.storage))
        self._guard("clearing up", self.stage.forget)

    def upload(self) -> None:
        if len(self.library.entries) < _MOST_PAPERS:
            self._do("upload", partial(self.library.upload, printed=self.chance.random() < 0.3))
        else:
            self.overwrite()

    def overwrite(self) -> None:
        self._do_with("overwrite", self.library.overwrite)

    def overwrite_at_once_again(self) -> None:
        """Two newer files one after the other, so that the first is superseded while it is at work."""
        self.model.script_embeddings(*[Slow(0.3)] * 4)
        self._do_with("overwrite at once", self._overwrite_twice)

    def look(self) -> None:
        self._do_with("look", self.library.look)

    def look_while_it_is_replaced(self) -> None:
        """Embedding takes its time here, so that readers come while the new version is written."""
        self.model.script_embeddings(*[Slow(0.25)] * 2)
        self._do_with("look while replaced", self.library.look_while_it_is_replaced)

    def delete(self) -> None:
        if len(self._alive()) > 1:
            self._do_with("delete", self.library.delete)

    def delete_what_can_be_read(self) -> None:
        if len(self._alive()) > 1:
            self._do_with("delete what was read", self._delete_when_readable)

    def start_again(self) -> None:
        self._do_with("start again", self.library.start_again)

    def pry(self) -> None:
        self._do("pry", partial(self.library.pry, self._other(self.library)))

    def ask(self) -> None:
        self._do_with("ask", self._ask_when_readable)

    def ask_again(self) -> None:
        asked = [one for one in self.library.talk.asked if not one.entry.deleted]
        if asked:
            self._do("ask again", partial(self.library.talk.ask_again, self.chance.choice(asked)))

    def die_while_answering(self) -> None:
        """The user asks again with the same key, as the page does."""
        dying = threading.Timer(self.chance.choice([0.1, 0.3, 0.6]), self.cloud.functions["chat"].instances[0].kill)
        self.model.script(Slow(0.5, Answer("The paper says so.")))
        dying.start()
        self._do_with("ask and die", lambda entry: self.library.talk.ask(entry, times=2))
        dying.join()

    def order_a_review(self) -> None:
        if len(self.library.talk.reviews) < _MOST_REVIEWS and self._alive():
            self._do("review", partial(self.library.talk.order_review, self._alive()))

    def write_a_note(self) -> None:
        self._do_with("write a note", self.library.own.write_note)

    def change_a_note(self) -> None:
        self._do_with_note("change a note", self.library.own.change_note)

    def delete_a_note(self) -> None:
        self._do_with_note("delete a note", self.library.own.delete_note)

    def tag(self) -> None:
        self._do_with("tag", self.library.own.tag)

    def collect(self) -> None:
        self._do_with("collect", self.library.own.collect)

    def add_a_record(self) -> None:
        if len(self.library.own.records) < _MOST_RECORDS:
            self._do("add a record", self.library.own.add_record)

    def delete_a_record(self) -> None:
        alive = [record for record in self.library.own.records if not record.deleted]
        if alive:
            self._do("delete a record", partial(self.library.own.delete_record, self.chance.choice(alive)))

    def repeat_an_old_event(self) -> None:
        if self.cloud.sent:
            self._do("old event", partial(self.cloud.deliver_again, self.chance.choice(self.cloud.sent)))

    def kill(self) -> None:
        time.sleep(self.chance.choice([0.0, 0.1, 0.4]))
        instances = [one for function in self.cloud.functions.values() for one in function.instances]
        self._do("kill", self.chance.choice(instances).kill)

    def kill_readers(self) -> None:
        """Kill the processes that read files, as the system does when memory is short."""
        self._do_with("overwrite", self.library.overwrite)
        time.sleep(self.chance.choice([0.2, 0.5, 1.0]))
        self._do("kill readers", lambda: self.stage.tell("reader killed", kill_readers()))

    def fail_the_model(self) -> None:
        status, times = self.chance.choice([429, 500, 503]), self.chance.randint(1, 4)
        script = self.chance.choice([self.model.script, self.model.script_embeddings])
        self._do(f"model {status}", partial(script, *[Failure(status)] * times))

    def fail_the_bucket(self) -> None:
        """Pending errors do not add up: an upload could otherwise meet more of them than it retries."""
        self.cloud.storage.fail_no_more()
        self._do("bucket 503", partial(self.cloud.storage.fail, 503, times=self.chance.randint(1, 3)))

    def change_how_events_travel(self) -> None:
        often = {"duplicate": 0.5, "delay_s": 0.5, "refuse": 0.3, "forget": 0.3, "kill": 0.3}
        for name, value in often.items():
            setattr(self.cloud.manner, name, self.chance.choice([0.0, value]))
        self._tell("travel otherwise")

    def set_a_clock_wrong(self) -> None:
        seconds = self.chance.choice([-86_400, -30, -2, 2, 30, 600, 86_400])
        self._do("clock jumps", partial(self.chance.choice(self.stage.clocks).write_text, str(seconds)))

    def die_with_a_clock_ahead(self) -> None:
        """Workers whose clocks run a day ahead are killed at their work; what they left says that it counts until tomorrow."""
        self.stage.set_clocks(86_400)
        self.model.script_embeddings(*[Slow(0.4)] * 2)
        self._do_with("overwrite", self.library.overwrite)
        time.sleep(self.chance.choice([0.3, 1.0, 2.0]))
        self._kill_workers("death with a clock ahead")
        self.stage.set_clocks(0)

    def die_after_announcing(self) -> None:
        """The database becomes slow, so that a worker can be killed after it announced a paper and before it took note of that."""
        self.library.announced.clear()
        self.cloud.firestore.proxy.delay_s = 0.01
        self._do_with("overwrite", self.library.overwrite)
        if self.library.wait_until_owing(_READABLE_S):
            self.cloud.firestore.proxy.delay_s = 0.3
            if self.library.announced.wait(_READABLE_S):
                self._kill_workers("death after announcing")
        self.cloud.firestore.proxy.delay_s = 0.0

    def cut_off_a_dependency(self) -> None:
        dependency: Firestore | PubSub = self.cloud.firestore if self.chance.random() < 0.5 else self.cloud.pubsub
        name = "database" if dependency is self.cloud.firestore else "topics"
        if self.chance.randrange(RESTART_EVERY) == 0:
            self._do(f"{name} restarted", dependency.restart)
            return
        self._do(f"{name} cut off", dependency.proxy.cut)
        time.sleep(self.chance.choice([0.0, 0.1, 0.5]))
        dependency.proxy.mend()

    def let_work_go_on(self) -> None:
        if self.chance.random() < 0.3:
            self._do("sweep", self.cloud.sweep)
        self._do("wait", partial(self.cloud.router.wait_until_idle, self.chance.choice([0.5, 1.2, 5.0])))

    def _overwrite_twice(self, entry: Entry) -> None:
        for _ in range(2):
            self.library.overwrite(entry)
            time.sleep(0.2)

    @contextlib.contextmanager
    def _read_beside(self) -> Iterator[None]:
        """Read papers now and then, as somebody does who knows nothing of what happens."""
        over, chance = threading.Event(), random.Random(self.chance.random())
        found: list[ViolationError] = []

        def read() -> None:
            while not over.wait(_READ_EVERY_S):
                library = chance.choice(self.libraries)
                alive = [entry for entry in library.entries if not entry.deleted]
                try:
                    if alive:
                        library.look(chance.choice(alive))
                except ViolationError as violation:
                    found.append(violation)

        reader = threading.Thread(target=read)
        reader.start()
        try:
            yield
        finally:
            over.set()
            reader.join()
        self._guard("read beside", lambda: _raise_first(found))

    def _delete_when_readable(self, entry: Entry) -> None:
        self.library.wait_until_readable(entry, _READABLE_S)
        self.library.delete(entry)

    def _ask_when_readable(self, entry: Entry) -> None:
        self.library.wait_until_readable(entry, _READABLE_S)
        before = [asked for asked in self.library.talk.asked if asked.entry is entry]
        self.library.talk.ask(entry, self.chance.choice([None, *before]))

    def _kill_workers(self, what: str) -> None:
        for instance in self.cloud.functions["extract"].instances:
            self._do(what, instance.kill)

    def _do_with(self, what: str, act: Callable[[Entry], object]) -> None:
        """Do it with one of the user's papers, if there is any."""
        entry = self._drawn()
        if entry is not None:
            self._do(what, partial(act, entry))

    def _do_with_note(self, what: str, act: Callable[[Kept], object]) -> None:
        notes = [kept for kept in self.library.own.notes if not kept.is_gone]
        if notes:
            self._do(what, partial(act, self.chance.choice(notes)))

    def _do(self, what: str, act: Callable[[], object]) -> None:
        self._tell(what)
        self._guard(what, act)

    def _guard(self, what: str, act: Callable[[], object]) -> None:
        try:
            act()
        except ViolationError as violation:
            raise FoundError(f"{violation}\nthe history was: {', '.join(self.told)}") from violation
        except Exception as error:
            raise BrokenStageError(f"{what}: {error!r}") from error

    def _tell(self, what: str) -> None:
        self.told.append(what)
        self.stage.tell(what)

    def _heard(self, message: Mapping[str, Any]) -> None:
        for library in self.libraries:
            library.heard(message)

    def _drawn(self) -> Entry | None:
        alive = self._alive()
        return self.chance.choice(alive) if alive else None

    def _alive(self) -> list[Entry]:
        return [entry for entry in self.library.entries if not entry.deleted]

    def _other(self, library: Library) -> Library:
        return next(other for other in self.libraries if other is not library)


def _raise_first(found: Sequence[ViolationError]) -> None:
    if found:
        raise found[0]


_EVENTS = tuple(act for name, act in vars(History).items() if not name.startswith("_") and name != "live")
