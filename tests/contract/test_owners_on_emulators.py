"""Whose a file in the bucket is, and how owners share what reads it, on Google's emulators."""

from __future__ import annotations

from datetime import timedelta

import pytest
from cloudevents.http import CloudEvent as HttpCloudEvent
from contract.libraries import app_of
from contract.making import ADA, BOB
from contract.test_extract_on_emulators import CLOCK, Cloud, cloud
from doubles.storage_server.announcing import CloudEvent
from msgspec.structs import replace

from scholarai.domain.errors import TransientError
from scholarai.domain.ids import OwnerId
from scholarai.domain.object_names import BUCKET_OWNER, LOCAL_OWNER, NOBODY
from scholarai.domain.paper import Claim
from scholarai.domain.spending import DailyLimits, Spent
from scholarai.entrypoints.events import read_event
from scholarai.services.extraction import Ended
from scholarai.services.extraction.charging import Charging
from scholarai.services.spending import Spending

__all__ = ["cloud"]

pytestmark = pytest.mark.emulator


def put(cloud: Cloud, name: str) -> CloudEvent:
    """Copy a file into the bucket by hand and return the event that the bucket sends."""
    cloud.backend.objects.put(name, b"%PDF a paper", content_type="application/pdf")
    return cloud.take_events()[0]


def extract(
    cloud: Cloud,
    event: CloudEvent,
    limits: DailyLimits | None = None,
    *,
    default_owner: OwnerId = NOBODY,
    per_owner: int = 0,
) -> Ended:
    extraction = cloud.extraction()
    spending = Spending(store=cloud.backend.spending, clock=CLOCK, limits=limits or DailyLimits())
    attributes = {name: value for name, value in event.items() if name != "data"}
    with_rules = replace(
        extraction,
        rules=replace(extraction.rules, accounts=True, default_owner=default_owner, per_owner=per_owner),
        charging=Charging(spending=spending),
    )
    return with_rules.extract(read_event(HttpCloudEvent(attributes, event["data"])))


@pytest.mark.parametrize("name", ["paper.pdf", "uploads/local/paper.pdf"])
def test_a_file_of_nobody_stays_as_it_is(cloud: Cloud, name: str) -> None:
    assert extract(cloud, put(cloud, name)) == "unowned"

    assert cloud.backend.objects.read(name) == b"%PDF a paper"
    assert [cloud.backend.papers.list(owner, limit=9).papers for owner in (NOBODY, LOCAL_OWNER)] == [(), ()]


def test_a_file_belongs_to_its_folder_s_user_or_to_the_one_that_the_deployment_names(cloud: Cloud) -> None:
    assert extract(cloud, put(cloud, "uploads/ada/inbox/a.pdf")) == "completed"
    assert extract(cloud, put(cloud, "inbox/b.pdf"), default_owner=BOB) == "completed"

    found = [[p.filename for p in cloud.backend.papers.list(owner, limit=9).papers] for owner in (ADA, BOB)]
    assert found == [["a.pdf"], ["b.pdf"]]


def test_files_in_the_root_and_in_any_folders_are_each_one_paper_and_deleted_alone(cloud: Cloud) -> None:
    """As in a bucket that somebody filled with `gcloud storage cp -r`; the default of Terraform is the owner outside of `uploads/`."""
    names = ["paper.pdf", "Köhler (2).pdf", "lab/2024/paper.pdf", "lab//paper.pdf", "content/paper.pdf"]
    hers = [f"uploads/ada/{folder}/{name}" for folder in ("thesis", "0f" * 16) for name in ("first.pdf", "second.pdf")]
    his = [f"uploads/bob/{'0f' * 16}/first.pdf"]
    for name in [*names, *hers, *his]:
        assert extract(cloud, put(cloud, name), default_owner=BUCKET_OWNER) == "completed"

    found = {owner: cloud.backend.papers.list(owner, limit=99).papers for owner in (BUCKET_OWNER, ADA, BOB)}
    assert [sorted(paper.object_name for paper in papers) for papers in found.values()] == [
        sorted(given) for given in (names, hers, his)
    ]
    left = {*names, *hers, *his}
    for paper in (found[BUCKET_OWNER][0], *found[ADA][:3], *found[BOB]):
        app_of(cloud.backend).deletion.delete_paper().delete(paper.owner, paper.id)
        left.remove(paper.object_name)
        assert set(cloud.backend.objects.names("")) == left
    kept = [paper.object_name for owner in found for paper in cloud.backend.papers.list(owner, limit=99).papers]
    assert set(kept) == left


def test_an_owner_with_papers_at_work_lets_another_owner_pass(cloud: Cloud) -> None:
    paper_id = cloud.upload()
    cloud.take_events()
    claim = Claim(epoch=1, generation=1, lease_expires_at=CLOCK.now() + timedelta(minutes=1))
    cloud.backend.papers.change(paper_id, lambda paper: paper and replace(paper, claim=claim))
    hers, his = put(cloud, "uploads/ada/a.pdf"), put(cloud, "uploads/bob/b.pdf")

    with pytest.raises(TransientError, match="owner_busy"):
        extract(cloud, hers, per_owner=1)

    assert extract(cloud, his, per_owner=1) == "completed"


def test_pages_count_once_for_an_event_that_comes_twice_and_bind_the_next_paper(cloud: Cloud) -> None:
    event = put(cloud, "uploads/ada/a.pdf")

    ends = [extract(cloud, event, DailyLimits(pages=12)) for _ in range(2)]

    spent = cloud.backend.spending.read(OwnerId("ada"), CLOCK.now().date())
    assert (ends, replace(spent, reading_s=0.0)) == (["completed", "finished"], Spent(uploads=1, pages=12))
    assert extract(cloud, put(cloud, "uploads/ada/b.pdf"), DailyLimits(pages=12)) == "failed"
    assert extract(cloud, put(cloud, "uploads/bob/b.pdf"), DailyLimits(pages=12)) == "completed"
