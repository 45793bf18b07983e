"""Values cannot be changed, survive their conversions, and are decoded by many threads at once."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest
from msgspec import structs

from scholarai.domain.paper import Failure, Metadata, Progress
from scholarai.domain.values import Value, from_json, to_json, to_plain


class Outer(Value, frozen=True, kw_only=True):
    name: str
    progress: Progress = Progress()


def test_a_value_is_replaced_not_changed() -> None:
    before = Outer(name="a")

    after = structs.replace(before, progress=Progress(page=2))

    assert (before.progress.page, after.progress.page, after.name) == (0, 2, "a")
    with pytest.raises(AttributeError):
        after.name = "b"  # type: ignore[misc]  # the error that the test expects


def test_values_are_equal_and_hash_alike_when_they_hold_the_same() -> None:
    assert Outer(name="a") == Outer(name="a") != Outer(name="b")
    assert len({Metadata(title="x"), Metadata(title="x")}) == 1


def test_values_of_two_kinds_never_equal_each_other() -> None:
    class Other(Value, frozen=True, kw_only=True):
        name: str
        progress: Progress = Progress()

    other: object = Other(name="a")

    assert Outer(name="a") != other


def test_a_value_becomes_plain_with_what_it_holds() -> None:
    assert to_plain(Outer(name="a"))["progress"]["stage"] == "waiting"


def test_a_value_survives_json_and_a_process_border() -> None:
    failure = Failure(code="damaged", message="m", action="a", retryable=False)

    assert from_json(Failure, to_json(failure)) == failure
    assert pickle.loads(pickle.dumps(failure)) == failure


def test_a_value_wants_its_fields_by_name() -> None:
    with pytest.raises(TypeError):
        Outer("a")  # type: ignore[call-arg]  # the error that the test expects


# In a process of its own, since what it guards against ends the process. Types that nobody looked at yet have to be made
# for each round.
ROUNDS = """
import sys
from threading import Barrier, Thread

from msgspec import defstruct

from scholarai.domain.values import from_json, from_plain

EMPTY = {"inner": {}, "leaf": {}}


def read(kind, barrier):
    barrier.wait()
    from_json(kind, b'{"inner": {}, "leaf": {}}')
    from_plain(kind, EMPTY)


sys.setswitchinterval(1e-6)
for _ in range(50):
    leaf = defstruct("Leaf", [(f"field{n}", int | str | None, None) for n in range(20)])
    inner = defstruct("Inner", [(f"leaves{n}", tuple[leaf, ...], ()) for n in range(10)])
    outer = [defstruct("Outer", [("inner", inner), ("leaf", leaf)]) for _ in range(2)]
    barrier = Barrier(8)
    threads = [Thread(target=read, args=(kind, barrier)) for kind in outer * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_may_read_values_of_a_new_type_at_once() -> None:
    ended = subprocess.run([sys.executable, "-c", ROUNDS], check=False, capture_output=True, text=True)

    assert (ended.returncode, ended.stderr) == (0, "")
