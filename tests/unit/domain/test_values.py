"""Values cannot be changed, and survive their conversions."""

from __future__ import annotations

import pickle

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
