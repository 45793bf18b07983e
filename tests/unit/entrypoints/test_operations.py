"""Which operation serves a path, and how a handler becomes one."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec import Struct

from scholarai.bootstrap import App
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId
from scholarai.entrypoints.calls import Call, JsonReply, StreamReply
from scholarai.entrypoints.openapi import OPERATIONS
from scholarai.entrypoints.operations import FunctionName, Routes
from scholarai.entrypoints.routes import find, operations_of


@pytest.mark.parametrize("function", ["status", "chat"])
def test_every_operation_of_a_function_is_found_among_its_own(function: FunctionName) -> None:
    own = tuple(operations_of(function))

    assert [find(row.method, row.path.replace("{", "").replace("}", ""), function).operation for row in own] == [*own]


def test_a_path_of_its_own_is_not_taken_for_another_paths_id() -> None:
    paths = [(row.method, row.path) for row in OPERATIONS if "{" not in row.path]

    assert ("GET", "/papers/export") in paths
    assert [(method, find(method, path).operation.path) for method, path in paths] == paths


class Greeting(Struct):
    """A body."""

    name: Literal["ada", "bob"]


class Greeted(Struct):
    """An answer."""

    text: str


routes = Routes()


@routes.add("POST", "/greetings", "chat", "Greet somebody")
def greet(_call: Call, body: Greeting, _app: App) -> JsonReply[Greeted] | StreamReply:
    return JsonReply(value=Greeted(text=f"Hello {body.name}"))


def test_the_types_of_body_and_answer_are_those_of_the_signature() -> None:
    (operation,) = routes.operations

    assert (operation.name, operation.body, operation.answer) == ("greet", Greeting, Greeted)


def test_a_handler_gets_its_body_parsed_and_a_wrong_one_never_reaches_it() -> None:
    (operation,) = routes.operations
    call = Call(method="POST", path="/greetings", owner=OwnerId("ada"), body=b'{"name": "bob"}')
    wrong = Call(method="POST", path="/greetings", owner=OwnerId("ada"), body=b'{"name": "eve"}')

    assert operation.run(call, App()) == JsonReply(value=Greeted(text="Hello bob"))
    with pytest.raises(InvalidRequestError, match="name"):
        operation.run(wrong, App())
