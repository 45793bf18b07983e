"""A made-up internet: hosts that answer as outside services do, in the shapes of their recorded answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from scholarai.adapters.literature.attempts import Reply
from scholarai.adapters.literature.client import Gates, LiteratureClient


class FakeTime:
    """Seconds that pass only while somebody sleeps."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


@dataclass
class FakeInternet:
    """Implements `adapters.literature.client.Transport`; what no answer is set for is not found (404)."""

    answers: dict[tuple[str, str], Callable[[Mapping[str, str]], Reply | None]] = field(default_factory=dict)
    asked: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)
    time: FakeTime = field(default_factory=FakeTime)

    def __call__(self, address: str, headers: Mapping[str, str], timeout_s: float) -> Reply | None:
        self.asked.append((address, headers))
        parts = urlsplit(address)
        answer = self.answers.get((parts.netloc, unquote(parts.path).lower()))
        return Reply(status=404, headers={}) if answer is None else answer(dict(parse_qsl(parts.query)))

    def put(self, host: str, path: str, body: Any, *, status: int = 200, **headers: str) -> None:
        """Answer at a path: a text as it is, anything else as JSON."""
        data = (
            body.encode() if isinstance(body, str) else body if isinstance(body, bytes) else json.dumps(body).encode()
        )
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers[(host, path.lower())] = lambda _: Reply(status=status, headers=named, body=data)

    def script(self, host: str, path: str, *replies: Reply | None) -> None:
        """Answer at a path with one reply after the other, then with the last one."""
        waiting = list(replies)
        self.answers[(host, path.lower())] = lambda _: waiting.pop(0) if len(waiting) > 1 else waiting[0]

    def client(self, **options: Any) -> LiteratureClient:
        given = {"contact": "reader@example.org", **options}
        return LiteratureClient(transport=self, gates=Gates(), now=self.time.now, sleep=self.time.sleep, **given)


def crossref_work(doi: str, title: str, **fields: Any) -> dict[str, Any]:
    """Return what Crossref answers for a DOI."""
    message = {
        "DOI": doi,
        "type": "journal-article",
        "title": [title] if title else [],
        "author": [{"given": "Ada", "family": "Lovelace"}, {"name": "The Engine Group"}],
        "container-title": ["Notes"],
        "issued": {"date-parts": [[1843, 9]]},
        **fields,
    }
    return {"status": "ok", "message-type": "work", "message": message}


def listed(*works: dict[str, Any]) -> dict[str, Any]:
    """Return what Crossref answers for a search."""
    return {"status": "ok", "message-type": "work-list", "message": {"items": [work["message"] for work in works]}}


ARXIV_FEED = """<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
  <entry>
    <id>http://arxiv.org/abs/{id}v2</id>
    <title>On the
      Engine</title>
    <published>2021-04-20T16:07:14Z</published>
    <summary>We note.</summary>
    <author><name>Ada Lovelace</name></author>
    <category term="cs.CR"/>
    <arxiv:doi>10.1000/engine</arxiv:doi>
    <link href="https://arxiv.org/pdf/{id}v2" rel="related" type="application/pdf" title="pdf"/>
  </entry>
</feed>"""
