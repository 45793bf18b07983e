"""Forged events, in the form in which the extract function receives them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

TYPE = "google.cloud.storage.object.v1.finalized"
_STRUCTURED = "application/cloudevents+json"


def forged_events(bucket: str, paper_id: str, object_name: str) -> Iterator[tuple[str, Mapping[str, str], bytes]]:
    """Yield what each event tries, its headers and its body; the paper and its object are another user's."""
    fields: dict[str, object] = {
        "bucket": bucket,
        "name": object_name,
        "generation": "7",
        "size": "10",
        "contentType": "application/pdf",
    }
    named: dict[str, dict[str, object]] = {
        "another bucket": {"bucket": "somebody-elses"},
        "another's paper under our own name": {"name": f"uploads/eve/{paper_id}/paper.pdf"},
        "a paper of no object": {"generation": "99999999999999"},
        "an older generation": {"generation": "1"},
        "generation 0": {"generation": "0"},
        "a negative generation": {"generation": "-5"},
        "a generation of 40 digits": {"generation": "9" * 40},
        "a generation in words": {"generation": "seven"},
        "a size of -1": {"size": "-1"},
        "a path out of uploads": {"name": f"uploads/../{object_name}"},
        "a name that climbs": {"name": f"uploads/ada/../bob/{paper_id}/paper.pdf"},
        "a name with a line break": {"name": f"uploads/ada/{paper_id}/paper\n.pdf"},
        "a name of dots": {"name": "uploads/../../etc/passwd"},
        "a figure image": {"name": f"crops/{paper_id}/7/0.png"},
        "content": {"name": f"content/{paper_id}/7.json.gz"},
        "a name of 1,000 characters": {"name": "uploads/ada/" + "x" * 1_000},
        "no name": {"name": ""},
        "a name that is a list": {"name": [object_name]},
        "a name that is null": {"name": None},
        "an owner with a colon": {"name": f"uploads/ada:bob/{paper_id}/paper.pdf"},
    }
    for name, changes in named.items():
        yield name, *_structured({**fields, **changes})
    yield "data that is a text", *_structured("uploads")
    yield "data that is a list", *_structured([fields])
    yield "data nested 10,000 deep", {"Content-Type": _STRUCTURED}, _envelope("[" * 10_000 + "]" * 10_000)
    yield "another type", *_structured(fields, kind="google.cloud.storage.object.v1.deleted")
    yield "no type", *_structured(fields, kind="")
    yield "bytes that are no JSON", {"Content-Type": _STRUCTURED}, b"\xff\xfe{"
    yield "nothing", {"Content-Type": _STRUCTURED}, b""
    yield "a form", {"Content-Type": "application/x-www-form-urlencoded"}, b"bucket=x&name=y"
    yield "a sweep with data", *_structured(fields, kind="scholarai.debts.due.v1")
    yield "a review's order", *_structured({"review_id": "r1"}, kind="scholarai.review.step")


def _structured(data: object, kind: str = TYPE) -> tuple[Mapping[str, str], bytes]:
    return {"Content-Type": _STRUCTURED}, _envelope(json.dumps(data), kind)


def _envelope(data: str, kind: str = TYPE) -> bytes:
    head = json.dumps({"specversion": "1.0", "id": "1", "source": "//evil.example", "type": kind})
    return f'{head[:-1]}, "data": {data}}}'.encode()
