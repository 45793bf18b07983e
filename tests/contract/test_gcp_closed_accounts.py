"""What belongs to an owner whose sign-in account is gone is deleted after a while, and nothing of anybody else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import requests
from contract.conftest import Stand
from contract.making import a_link, a_paper, a_review, a_session
from doubles.identity import AccountServer
from msgspec.structs import replace

from scholarai.adapters.gcp.accounts import IdentityPlatformAccounts
from scholarai.adapters.gcp.backend import GcpBackend
from scholarai.bootstrap import App
from scholarai.config import Settings
from scholarai.domain.collections import Collection, Collections
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import OwnerId
from scholarai.domain.marks import CollectionId
from scholarai.services.papers import account_deletion
from scholarai.services.papers.account_deletion import ForgetClosedAccounts
from scholarai.testing import ManualClock

pytestmark = pytest.mark.emulator

DAYS = 30
SETTINGS = {
    "SCHOLARAI_BACKEND": "gcp",
    "GOOGLE_CLOUD_PROJECT": "p",
    "SCHOLARAI_PAPERS_BUCKET": "b",
    "SCHOLARAI_CLOSED_ACCOUNT_DAYS": str(DAYS),
    "SCHOLARAI_DEFAULT_OWNER": "by-hand",
}


@pytest.fixture
def server() -> Iterator[AccountServer]:
    made = AccountServer("p")
    yield made
    made.close()


@pytest.fixture
def backend(gcp_stand: Stand) -> GcpBackend:
    """Ada and the owner of files put there by hand have a paper each, Bob a conversation, Cleo a review."""
    opened = gcp_stand.open()
    assert isinstance(opened, GcpBackend)
    for owner in ("ada", "by-hand"):
        paper = a_paper(f"of-{owner}", owner=owner)
        opened.papers.change(paper.id, lambda _, paper=paper: paper)  # type: ignore[misc]  # a loop variable as default
    opened.sessions.create(a_session("s1", owner="bob"))
    review = a_review("v1", owner="cleo")
    opened.reviews.change(review.id, lambda _: review)
    return opened


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def service(backend: GcpBackend, server: AccountServer, clock: ManualClock) -> ForgetClosedAccounts:
    accounts = IdentityPlatformAccounts(session=requests.Session, project="p", url=server.url)
    made = App(Settings.from_env(SETTINGS), backend).deletion.forget_closed_accounts(accounts)
    return replace(made, clock=clock)


def left(backend: GcpBackend) -> set[OwnerId]:
    backend.owners.take(100)  # to the end, so that the next turn begins at the first
    return set(backend.owners.take(100))


def test_an_owner_without_an_account_is_forgotten_once_the_grace_is_over(
    backend: GcpBackend, service: ForgetClosedAccounts, server: AccountServer, clock: ManualClock
) -> None:
    server.accounts = {"ada"}
    assert service.sweep() == 0
    clock.advance(timedelta(days=DAYS).total_seconds() - 1)
    assert (service.sweep(), left(backend)) == (0, {"ada", "bob", "by-hand", "cleo"})

    clock.advance(1)

    assert (service.sweep(), left(backend)) == (2, {"ada", "by-hand"})


def test_papers_of_the_bucket_stay_when_another_default_owner_is_named(
    backend: GcpBackend, service: ForgetClosedAccounts, server: AccountServer, clock: ManualClock
) -> None:
    paper = a_paper("of-the-bucket", owner="bucket")
    backend.papers.change(paper.id, lambda _: paper)
    server.accounts = {"ada", "bob", "cleo"}
    service.sweep()
    clock.advance(timedelta(days=DAYS).total_seconds())

    assert (service.sweep(), "bucket" in left(backend)) == (0, True)


def test_an_account_that_was_missing_and_came_back_starts_its_grace_period_again(
    backend: GcpBackend, service: ForgetClosedAccounts, server: AccountServer, clock: ManualClock
) -> None:
    server.accounts = {"ada", "cleo"}
    service.sweep()
    server.accounts.add("bob")
    clock.advance(timedelta(days=DAYS).total_seconds())
    service.sweep()
    server.accounts.remove("bob")

    assert (service.sweep(), "bob" in left(backend)) == (0, True)


def test_who_has_only_collections_or_links_is_looked_at_too(backend: GcpBackend) -> None:
    tree = (Collection(id=CollectionId("c1"), name="Thesis"),)
    backend.collections.change(OwnerId("dora"), lambda _: Collections(owner=OwnerId("dora"), items=tree))
    link = a_link(owner=OwnerId("emil"))
    backend.zotero_links.change(link.id, lambda _: link)

    assert backend.owners.take(9)[-2:] == ["dora", "emil"]


def test_owners_are_looked_at_in_turns(backend: GcpBackend) -> None:
    turns = [backend.owners.take(3) for _ in range(3)]

    assert turns == [["ada", "bob", "by-hand"], ["cleo"], ["ada", "bob", "by-hand"]]


def test_nobody_is_forgotten_while_accounts_cannot_be_looked_up(
    backend: GcpBackend, service: ForgetClosedAccounts, server: AccountServer
) -> None:
    elsewhere = replace(
        service, accounts=IdentityPlatformAccounts(session=requests.Session, project="q", url=server.url)
    )

    with pytest.raises(TransientError, match="accounts_unavailable"):
        elsewhere.sweep()
    assert len(left(backend)) == 4
    assert account_deletion.OWNERS_PER_RUN <= 100  # as many as one call looks up


@pytest.mark.parametrize("change", [{"SCHOLARAI_BACKEND": "embedded"}, {"SCHOLARAI_IDENTITY": "local"}])
def test_elsewhere_there_are_no_accounts_to_look_up(change: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="SCHOLARAI_CLOSED_ACCOUNT_DAYS"):
        Settings.from_env({**SETTINGS, **change})
