"""Calls of a signed-in user that mean harm to the library: sizes, names, numbers, and text that nobody sees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

# What a reader does not see: a zero-width space, an override of direction, and a tag character.
UNSEEN = "\u200b\u202e\U000e0041"
# Below what most calls take as a body, so that the rule of the field itself is met.
_LONG = "x" * 60_000
_BIBTEX = "@article{{one, title = {{{title}}}, author = {{{author}}}, year = {{{year}}}}}"


@dataclass(frozen=True)
class HostileCall:
    """A call; `{paper_id}` stands for a paper of the user's in path and body, and `body` is sent as it is."""

    kind: str
    name: str
    method: str
    path: str
    body: str = ""


def hostile_calls() -> Iterator[HostileCall]:
    """Yield each call once; none of them repeats another with other words."""
    yield from _sizes()
    yield from _names()
    yield from _numbers()
    yield from _unseen()
    yield from _queries()


def send(client: FlaskClient, call: HostileCall, paper_id: str) -> TestResponse:
    """Return what a function answers to a call about a paper."""
    path, body = (text.replace("{paper_id}", paper_id) for text in (call.path, call.body))
    headers = {"Content-Type": "application/json"} if body else {}
    return client.open(path, method=call.method, data=body.encode("utf-8", "surrogatepass"), headers=headers)


def holds_unseen(text: str) -> bool:
    """Tell whether a text holds one of the characters that nobody sees."""
    return any(character in text for character in UNSEEN)


def _sizes() -> Iterator[HostileCall]:
    """Bodies that their calls take, but for the last one: what they hold is too long, too much or too deep."""
    kind, note, marks = "size", "/papers/{paper_id}/notes", "/library/papers"
    boxes = [{"page_number": 1, "boxes": [[0, 0, 1, 1]] * 3_000}]
    keys = ",".join(f'"k{n}":1' for n in range(5_000))
    yield _call(kind, "a note of 60,000 characters", "POST", note, {"text": _LONG})
    yield _call(kind, "a mark of 60,000 characters", "POST", note, _marked(exact=_LONG))
    yield _call(kind, "a mark of 3,000 boxes", "POST", note, _marked(regions=boxes))
    yield _call(kind, "4,000 tags", "PATCH", marks, _marks(add_tags=[f"tag {n}" for n in range(4_000)]))
    yield _call(kind, "a tag of 60,000 characters", "PATCH", marks, _marks(add_tags=[_LONG]))
    yield _call(kind, "10,000 papers at once", "PATCH", marks, {"paper_ids": ["p"] * 10_000, "favourite": True})
    yield _call(kind, "a collection's name of 60,000 characters", "POST", "/collections", {"name": _LONG})
    yield _call(kind, "an entry of a million characters", "POST", "/works/entries", _entry("x" * 1_000_000))
    yield _call(kind, "50,000 entries", "POST", "/works/entries", {"text": "@article{a, title = {b}}\n" * 50_000})
    yield _call(kind, "braces nested 100,000 deep", "POST", "/works/entries", _entry("{" * 100_000 + "}" * 100_000))
    yield _call(kind, "20,000 authors", "POST", "/works/entries", _entry(author=" and ".join(["A, B"] * 20_000)))
    yield HostileCall(kind, "JSON nested 60,000 deep", "POST", "/collections", "[" * 60_000)
    yield HostileCall(kind, "JSON of 5,000 other keys", "POST", "/collections", "{" + keys + "}")
    yield _call(kind, "a model's name of 60,000 characters", "PUT", "/settings/models", {"model": _LONG})
    yield _call(kind, "5,000 works", "POST", "/works", {"works": ["10.1/a"] * 5_000})
    yield _call(kind, "a body of a million characters", "POST", note, {"text": "x" * 1_000_000})


def _names() -> Iterator[HostileCall]:
    kind = "name"
    for name, text in {
        "of a path": "../../../etc/passwd",
        "of HTML": "<script>alert(1)</script>",
        "of a formula": '=HYPERLINK("http://evil.example")',
        "of spaces alone": " \t\u3000 ",
        "with a null": "a\x00b",
        "with line breaks": "a\r\nSet-Cookie: b=c",
        "with half a surrogate": "a\ud800b",
        "of a reserved id": "__all__",
    }.items():
        yield _call(kind, f"a collection {name}", "POST", "/collections", {"name": text})
        yield _call(kind, f"a tag {name}", "PATCH", "/library/papers", _marks(add_tags=[text]))
        yield _call(kind, f"a title {name}", "POST", "/works/entries", _entry(f"{text} and more of it"))
    for name, place in {
        "a path": "/notes/..%2f..%2fpapers",
        "a reserved id": "/notes/__all__",
        "a null": "/notes/a%00b",
        "a thousand characters": "/notes/" + "x" * 1_000,
        "an id of a collection that is a path": "/collections/..%2f..",
    }.items():
        yield _call(kind, f"a place with {name}", "DELETE", place)


def _numbers() -> Iterator[HostileCall]:
    kind = "number"
    for name, number in {
        "not a number": "NaN",
        "endless": "1e999",
        "of 4,000 digits": "9" * 4_000,
        "below zero": "-1",
    }.items():
        box = (
            f'{{"kind": "highlight", "marked": {{"regions": [{{"page_number": 1, "boxes": [[{number}, 0, 1, 1]]}}]}}}}'
        )
        yield HostileCall(kind, f"a box {name}", "POST", "/papers/{paper_id}/notes", box)
        start = f'{{"kind": "highlight", "marked": {{"start": {number}, "end": 5}}}}'
        yield HostileCall(kind, f"a mark that begins {name}", "POST", "/papers/{paper_id}/notes", start)
    yield _call(kind, "a year of 400 digits", "POST", "/works/entries", _entry(year="9" * 400))
    yield _call(
        kind,
        "an entry to go on from beyond all",
        "POST",
        "/works/entries",
        {**_entry("A title of it"), "start": 10**18},
    )
    yield _call(kind, "a collection in itself", "POST", "/collections", {"name": "a", "parent_id": "a"})


def _unseen() -> Iterator[HostileCall]:
    kind = "unseen"
    yield _call(kind, "in a note", "POST", "/papers/{paper_id}/notes", {"text": f"seen{UNSEEN}unseen"})
    yield _call(kind, "in a tag", "PATCH", "/library/papers", _marks(add_tags=[f"seen{UNSEEN}tag"]))
    yield _call(kind, "as a whole tag", "PATCH", "/library/papers", _marks(add_tags=[UNSEEN]))
    yield _call(kind, "in a collection", "POST", "/collections", {"name": f"seen{UNSEEN}collection"})
    yield _call(kind, "in a title", "POST", "/works/entries", _entry(f"A title {UNSEEN} with something unseen"))
    yield _call(
        kind, "in an author", "POST", "/works/entries", _entry("A title of another", author=f"Love{UNSEEN}lace, Ada")
    )


def _queries() -> Iterator[HostileCall]:
    kind = "query"
    for name, query in {
        "a search of 100,000 characters": "q=" + "x" * 100_000,
        "a search of operators": "q=" + quote('" OR 1=1 -- NEAR(a b, *) ^ : {}'),
        "a search that is unseen": "q=" + quote(UNSEEN),
        "a cursor that is none": "cursor=" + quote("../../x"),
        "a cursor of another list": "cursor=eyJhIjoxfQ",
        "a limit of a billion": "limit=1000000000",
        "a sort by nothing": "sort=owner",
        "years that are none": "year_from=99999999999999999999&year_to=-1",
        "10,000 tags": "tag=" + ";".join(f"t{n}" for n in range(10_000)),
    }.items():
        yield HostileCall(kind, f"the library with {name}", "GET", f"/library?{query}")
    yield HostileCall(
        kind, "an export in a style that is a path", "GET", "/papers/export?format=bibliography&style=../../secret"
    )
    yield HostileCall(
        kind,
        "an export of 10,000 papers that are not there",
        "GET",
        "/papers/export?format=bibtex&papers=" + ";".join(["p"] * 10_000),
    )
    yield HostileCall(kind, "references of a paper that is a path", "GET", "/papers/..%2f..%2fx/references")
    yield HostileCall(kind, "a passage of reference minus one", "GET", "/papers/{paper_id}/references/-1/passage")
    yield HostileCall(
        kind, "related papers by the thousand million", "GET", "/papers/{paper_id}/related?limit=1000000000"
    )


def _call(kind: str, name: str, method: str, path: str, body: Any = None) -> HostileCall:
    return HostileCall(kind, name, method, path, "" if body is None else json.dumps(body))


def _marked(**marked: Any) -> dict[str, Any]:
    return {"kind": "highlight", "marked": marked}


def _marks(**change: Any) -> dict[str, Any]:
    return {"paper_ids": ["{paper_id}"], **change}


def _entry(title: str = "A title", author: str = "Lovelace, Ada", year: str = "1843") -> dict[str, Any]:
    return {"text": _BIBTEX.format(title=title, author=author, year=year), "format": "bibtex"}
