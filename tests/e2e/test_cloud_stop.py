"""Instances that the platform stops in the middle of an extraction: nothing waits for a lease, and no attempt is used."""

from __future__ import annotations

from pathlib import Path

import pytest
from doubles.cloud.local_cloud import LocalCloud
from e2e.files import long_paper
from e2e.serving import EXTRACTING_S, wait_for
from e2e.test_on_local_cloud import CloudServer

# Embedding so many takes several times what an instance is given to end its work by itself (`stopping.GRACE_S`).
PAGES = 60
# With the first one spent, or waiting for the lease, the paper would never be completed in this test.
SETTINGS = {"SCHOLARAI_MAX_ATTEMPTS": "1", "SCHOLARAI_LEASE_S": "600"}


@pytest.mark.slow
@pytest.mark.emulator
def test_a_paper_whose_instance_is_stopped_twice_is_completed_at_its_first_attempt(tmp_path: Path) -> None:
    data = long_paper(tmp_path / "long.pdf", pages=PAGES)
    counts = {"status": 1, "extract": 1}
    with LocalCloud(tmp_path / "cloud", settings=SETTINGS, counts=counts) as cloud:
        server = CloudServer(cloud, "ada")
        (instance,) = cloud.functions["extract"].instances
        paper_id = server.upload(data)

        def stage() -> str:
            return str(server.extraction(paper_id)["progress"]["stage"])

        for begun in ({"reading"}, {"embedding"}):
            wait_for(lambda: stage() in begun, EXTRACTING_S)  # noqa: B023  - called before the loop goes on
            instance.stop()
            assert (server.extraction(paper_id)["status"], stage()) == ("extracting", "waiting")

        assert server.wait_until_ended(paper_id, 2 * EXTRACTING_S)["status"] == "completed"
