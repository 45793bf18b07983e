"""Every function over one store, and the events that a bucket sends them."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scholarai import bootstrap
from scholarai.domain.ids import OwnerId, PaperId

ROOT = Path(__file__).parents[2]
EVENTS = ROOT / "tests" / "data" / "events"
SAMPLE = ROOT / "shared" / "scholarai" / "local" / "sample" / "sample-paper.pdf"
# A paper that is read in a tenth of the time, for tests of something else than what it says.
SMALL = b"# On Birthdays\n\nAnn Priestley\n\n## Results\n\nTwenty-three people are enough for a shared birthday.\n"


class System:
    """Every function over one store, as one instance each, loaded when it is first called."""

    def __init__(self, load: Callable[..., FlaskClient]) -> None:
        self.load = load

    @functools.cached_property
    def status(self) -> FlaskClient:
        return self.load("status")

    @functools.cached_property
    def chat(self) -> FlaskClient:
        return self.load("chat")

    @functools.cached_property
    def extract(self) -> FlaskClient:
        return self.load("extract")

    @functools.cached_property
    def review(self) -> FlaskClient:
        return self.load("review")

    def as_owner(self, owner: str) -> System:
        """Return the same system as another local user sees it; this one's functions stay as they are."""
        return System(lambda name: self.load(name, SCHOLARAI_DEFAULT_OWNER=owner))

    def upload(self, data: bytes, filename: str = "paper.pdf") -> tuple[PaperId, dict[str, Any]]:
        """Announce a paper, store its file, and return its id with the event that says so."""
        made = self.status.post("/papers", json={"filename": filename})
        assert made.status_code == 201, made.json
        paper_id = PaperId(body_of(made)["paper_id"])
        paper = bootstrap.process.backend().papers.get(paper_id)
        assert paper is not None
        generation = bootstrap.process.backend().objects.put(paper.object_name, data, content_type=paper.media_type)
        return paper_id, finalized(name=paper.object_name, generation=str(generation), size=str(len(data)))

    def announce_for(self, owner: str) -> PaperId:
        """Return the id of a paper of somebody else."""
        return bootstrap.process.papers.announce_paper().announce(OwnerId(owner), filename="theirs.pdf").paper.id

    def send(self, event: dict[str, Any]) -> TestResponse:
        return self.extract.post("/", headers=event["headers"], data=json.dumps(event["body"]))

    def extraction(self, paper_id: PaperId) -> dict[str, Any]:
        return body_of(self.status.get(f"/papers/{paper_id}/extraction"))


def body_of(response: TestResponse) -> dict[str, Any]:
    """Return the JSON object that an answer carries."""
    body: dict[str, Any] = json.loads(response.data)
    return body


def captured_event(name: str) -> dict[str, Any]:
    """Return a captured event: headers and body of its request."""
    captured: dict[str, Any] = json.loads((EVENTS / f"{name}.json").read_text())
    return captured


def finalized(**changes: Any) -> dict[str, Any]:
    """Return the captured event of a finished upload with some of its data changed."""
    captured = captured_event("storage_finalized_binary")
    captured["body"] |= {"bucket": bootstrap.process.settings().papers_bucket or "scholarai-local"} | changes
    return captured
