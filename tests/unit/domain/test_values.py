"""Values behave like frozen dataclasses, whatever makes them."""

from __future__ import annotations

import dataclasses
import pickle
from typing import Any, get_args

import pytest
from msgspec import Struct, structs

from scholarai.domain.chat import Message, Session
from scholarai.domain.content import Chunk, PaperContent
from scholarai.domain.paper import Failure, Metadata, Paper, Progress
from scholarai.domain.values import Value, from_json, to_json
from scholarai.entrypoints.chat_requests import AskPaper
from scholarai.entrypoints.chat_schemas import Answered


class Outer(Value, frozen=True, kw_only=True):
    name: str
    progress: Progress = Progress()


def test_a_value_is_replaced_not_changed() -> None:
    before = Outer(name="a")

    after = dataclasses.replace(before, progress=Progress(page=2))

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
    assert dataclasses.asdict(Outer(name="a"))["progress"]["stage"] == "waiting"


def test_a_value_survives_json_and_a_process_border() -> None:
    failure = Failure(code="damaged", message="m", action="a", retryable=False)

    assert from_json(Failure, to_json(failure)) == failure
    assert pickle.loads(pickle.dumps(failure)) == failure


def test_a_value_wants_its_fields_by_name() -> None:
    with pytest.raises(TypeError):
        Outer("a")  # type: ignore[call-arg]  # the error that the test expects


@pytest.mark.parametrize("kind", [AskPaper, Paper, PaperContent, Chunk, Session, Message, Answered])
def test_what_a_first_answer_decodes_has_no_annotation_that_is_a_text(kind: type[Struct]) -> None:
    texts = [
        f"{found.__module__}.{found.__name__}.{name}"
        for found in structs_in(kind)
        for name, annotation in vars(found).get("__annotations__", {}).items()
        if name in found.__struct_fields__ and isinstance(annotation, str)
    ]

    assert texts == []


def structs_in(kind: Any) -> set[type[Struct]]:
    """Return the structs that a type is made of, itself and those it inherits from included."""
    found: set[type[Struct]] = set()
    waiting = [kind]
    while waiting:
        one = waiting.pop()
        waiting += get_args(one)
        if isinstance(one, type) and issubclass(one, Struct) and one not in found:
            found.add(one)
            waiting += one.__bases__
            waiting += [field.type for field in structs.fields(one)]
    return found
