"""The end-to-end tests of one machine, on the cloud's own bundles, emulators and events."""

from __future__ import annotations

from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

import pytest
from doubles.cloud.local_cloud import LocalCloud
from e2e.serving import EXTRACTING_S, Server, wait_for
from e2e.test_serve import (
    SAMPLE,
    test_a_conversation_can_be_read_again,
    test_a_deleted_paper_is_gone_with_its_file,
    test_a_file_that_is_no_readable_paper_fails_with_a_code,
    test_a_paper_goes_in_and_a_checked_answer_comes_out,
    test_an_answer_streams_and_ends_with_done,
    test_the_file_comes_back_as_it_was_sent,
    test_the_sample_paper_is_there_from_the_start,
    test_twenty_papers_at_once_are_all_extracted,
)

pytestmark = [pytest.mark.slow, pytest.mark.emulator]
__all__ = [
    "test_a_conversation_can_be_read_again",
    "test_a_deleted_paper_is_gone_with_its_file",
    "test_a_file_that_is_no_readable_paper_fails_with_a_code",
    "test_a_paper_goes_in_and_a_checked_answer_comes_out",
    "test_an_answer_streams_and_ends_with_done",
    "test_the_file_comes_back_as_it_was_sent",
    "test_the_sample_paper_is_there_from_the_start",
    "test_twenty_papers_at_once_are_all_extracted",
]


class CloudServer(Server):
    """Calls a local cloud as one user of it; files go to and come from the store's own address."""

    def __init__(self, cloud: LocalCloud, owner: str) -> None:
        self._cloud, self._owner = cloud, owner
        self.port = cloud.front.port

    def _open(
        self, method: str, url: str, body: bytes | None, headers: dict[str, str] | None
    ) -> tuple[HTTPConnection, HTTPResponse]:
        parts = urlsplit(url)
        connection = HTTPConnection(parts.netloc or f"127.0.0.1:{self.port}", timeout=EXTRACTING_S)
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        who = {} if parts.netloc else {"Authorization": f"Bearer {self._cloud.token(self._owner)}"}
        connection.request(method, path, body=body, headers={**(headers or {}), **who})
        return connection, connection.getresponse()


@pytest.fixture(scope="module")
def cloud(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCloud]:
    with LocalCloud(tmp_path_factory.mktemp("cloud")) as running:
        yield running


@pytest.fixture(scope="module")
def server(cloud: LocalCloud) -> Server:
    cloud.put("ada", "sample-paper", "sample.pdf", SAMPLE.read_bytes())
    return CloudServer(cloud, "ada")


def test_everything_that_was_delivered_was_accepted(cloud: LocalCloud, server: Server) -> None:
    server.wait_until_ended(server.upload(SAMPLE.read_bytes()))

    assert cloud.router.wait_until_idle(60)
    assert cloud.router.tally.given_up == 0


def test_one_user_s_paper_is_nobody_else_s(cloud: LocalCloud, server: Server) -> None:
    paper_id = server.upload(SAMPLE.read_bytes())
    other = CloudServer(cloud, "bob")

    assert other.call("GET", f"/papers/{paper_id}").status == 404
    assert server.call("GET", f"/papers/{paper_id}").status == 200


def test_a_sweep_is_accepted(cloud: LocalCloud, server: Server) -> None:
    before = cloud.router.tally.delivered
    cloud.sweep()

    assert cloud.router.wait_until_idle(60)
    assert cloud.router.tally.delivered > before


def test_a_review_is_written_step_by_step_through_pub_sub(cloud: LocalCloud, server: Server) -> None:
    paper_id = server.upload(SAMPLE.read_bytes())
    server.wait_until_ended(paper_id)

    begun = server.post("/reviews", {"question": "How likely is a shared birthday?", "paper_ids": [paper_id]})
    assert begun.status == 202, begun.body
    path = begun.headers["location"]

    def review() -> Any:
        return server.call("GET", path).json()

    wait_for(lambda: review()["review"]["state"] != "running", EXTRACTING_S)

    assert review()["review"]["state"] == "completed"
    assert review()["report"]["sections"]
