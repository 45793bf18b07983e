"""What owners may upload, have read and store: counted once, bounded by day, and free again at midnight UTC."""

from __future__ import annotations

import contextlib
from datetime import timedelta

import pytest
from doubles.watched import When
from msgspec.structs import replace
from unit.services_papers.system import ADA, BOB, LEASE_S, System

from scholarai.adapters.system import RandomIds
from scholarai.domain.errors import LimitReachedError, PaperFaultError, TransientError
from scholarai.domain.ids import OwnerId
from scholarai.domain.limits import MIB
from scholarai.domain.object_names import LOCAL_OWNER, NOBODY
from scholarai.domain.paper import Claim, ObjectFinalized, Paper
from scholarai.domain.spending import DailyLimits, Spent
from scholarai.services.extraction import Ended
from scholarai.services.extraction.charging import Charging
from scholarai.services.papers.owned_papers import RestartExtraction
from scholarai.services.papers.uploads import AnnouncePaper
from scholarai.services.spending import Spending

PAGES = 12


@pytest.fixture
def limited(system: System) -> Limited:
    return Limited(system)


class Limited:
    """The services around one paper, with limits."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.limits = DailyLimits()
        self.stored_bytes = 0

    @property
    def spending(self) -> Spending:
        return Spending(store=self.system.backend.spending, clock=self.system.clock, limits=self.limits)

    def announce(self, owner: OwnerId = ADA, size_bytes: int | None = None) -> Paper:
        service = AnnouncePaper(
            papers=self.system.papers,
            signer=self.system.backend.signer,
            clock=self.system.clock,
            ids=RandomIds(),
            max_bytes=MIB,
            stored_bytes=self.stored_bytes,
            spending=self.spending,
        )
        return service.announce(owner, filename="paper.pdf", size_bytes=size_bytes).paper

    def upload(self, owner: OwnerId = ADA, data: bytes = b"%PDF a paper") -> ObjectFinalized:
        return self.system.put(self.announce(owner, len(data)).object_name, data)

    def extract(self, event: ObjectFinalized) -> Ended:
        charging = Charging(
            spending=self.spending, stored_bytes=self.stored_bytes, vectors_usd=lambda _, characters: characters / 1_000
        )
        return replace(self.system.extraction, charging=charging).extract(event)

    def spent(self, owner: OwnerId = ADA) -> Spent:
        return self.spending.today(owner)

    def next_day(self) -> None:
        self.system.clock.advance(24 * 3_600)


def test_uploads_of_a_day_are_bounded_by_owner_and_free_again_at_midnight(limited: Limited) -> None:
    limited.limits = DailyLimits(uploads=2)
    for _ in range(2):
        limited.announce()

    with pytest.raises(LimitReachedError, match="2 uploads") as caught:
        limited.announce()

    left = timedelta(seconds=caught.value.retry_after_s or 0)
    midnight = limited.system.clock.now() + left
    assert (midnight.hour, midnight.minute, midnight.second) == (0, 0, 0)
    assert timedelta(0) < left <= timedelta(days=1)
    assert limited.announce(BOB).owner == BOB
    limited.next_day()
    assert limited.announce().owner == ADA


def test_a_refused_upload_leaves_nothing(limited: Limited) -> None:
    limited.limits = DailyLimits(uploads=1)
    kept = limited.announce()

    with pytest.raises(LimitReachedError):
        limited.announce()

    assert [paper.id for paper in limited.system.backend.papers.list(ADA, limit=9).papers] == [kept.id]
    assert limited.spent().uploads == 1


def test_an_extraction_that_is_started_again_counts_as_an_upload_for_its_owner_alone(limited: Limited) -> None:
    limited.limits = DailyLimits(uploads=2)
    event = limited.upload()
    limited.extract(event)
    restart = replace(_restart(limited.system), spending=limited.spending)
    restart.restart(ADA, limited.system.paper(event).id)

    with pytest.raises(LimitReachedError):
        restart.restart(ADA, limited.system.paper(event).id)

    assert _restart(limited.system).restart(ADA, limited.system.paper(event).id).status == "uploaded"  # an operator's


def test_pages_seconds_and_vectors_of_a_paper_count_once_however_often_its_event_comes(limited: Limited) -> None:
    event = limited.upload()

    assert [limited.extract(event) for _ in range(3)] == ["completed", "finished", "finished"]

    spent = limited.spent()
    characters = sum(len(text) for text in limited.system.texts(event))
    assert (spent.uploads, spent.pages, spent.cost_usd) == (1, PAGES, characters / 1_000)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("call", ["papers.change", "contents.write"])
def test_a_crash_neither_loses_the_charge_nor_doubles_it(limited: Limited, call: str, when: When) -> None:
    for n in range(1, 8):
        before, event = limited.spent(), limited.upload()
        limited.system.on_call = _NthCall(call, when, n)
        with contextlib.suppress(_KilledError):
            limited.extract(event)
        limited.system.on_call = {}
        limited.system.clock.advance(2 * LEASE_S)

        assert limited.extract(event) in {"completed", "finished"}
        assert limited.spent().pages - before.pages == PAGES, n


class _KilledError(BaseException):
    """What ends a process at this point."""


class _NthCall(dict[tuple[str, When], BaseException]):
    """Kills at the nth such call."""

    def __init__(self, call: str, when: When, n: int) -> None:
        super().__init__({(call, when): _KilledError()})
        self._left = n

    def __contains__(self, key: object) -> bool:
        self._left -= super().__contains__(key)
        return super().__contains__(key) and self._left == 0


def test_a_file_at_fault_takes_the_seconds_that_it_was_read(limited: Limited) -> None:
    event = limited.upload()

    def take_too_long(_: int) -> None:
        limited.system.clock.advance(7)
        raise PaperFaultError("read_timeout", "too slow")

    limited.system.reader.during = take_too_long

    assert limited.extract(event) == "failed"
    assert (limited.spent().reading_s, limited.spent().pages) == (7.0, 0)


@pytest.mark.parametrize("limits", [DailyLimits(pages=PAGES), DailyLimits(reading_s=0.5)])
def test_past_a_days_reading_a_paper_waits_for_its_owner_with_nothing_lost(
    limited: Limited, limits: DailyLimits
) -> None:
    limited.limits = limits
    event = limited.upload()
    limited.spending.count(ADA, Spent(pages=PAGES, reading_s=1.0))

    assert limited.extract(event) == "failed"

    paper = limited.system.paper(event)
    assert paper.failure is not None
    assert (paper.failure.code, paper.failure.retryable) == ("daily_limit_reached", True)
    assert "reader.read" not in limited.system.calls
    limited.next_day()
    _restart(limited.system).restart(ADA, paper.id)
    assert limited.extract(limited.system.take_event()) == "completed"


def test_a_paper_that_reached_the_limit_itself_is_finished_after_a_crash(limited: Limited) -> None:
    limited.limits = DailyLimits(pages=PAGES)
    event = limited.upload()
    away = TransientError("store_unavailable", "the store is away")
    with limited.system.failing("contents.write", away, "after"), pytest.raises(TransientError):
        limited.extract(event)
    limited.spending.count(ADA, Spent(pages=PAGES))
    limited.system.clock.advance(100)

    assert limited.extract(event) == "completed"


def test_what_an_owner_stores_is_bounded_until_papers_are_deleted(limited: Limited) -> None:
    limited.stored_bytes = 100
    first = limited.announce(size_bytes=70)

    with pytest.raises(LimitReachedError) as caught:
        limited.announce(size_bytes=31)

    assert (caught.value.code, caught.value.retry_after_s) == ("storage_limit_reached", None)
    assert limited.announce(BOB, 100).owner == BOB
    limited.system.delete(ADA, first.id)
    assert limited.announce(size_bytes=31).size_bytes == 31


def test_a_file_larger_than_announced_counts_as_it_is_before_it_is_read(limited: Limited) -> None:
    limited.stored_bytes = 100
    event = limited.system.put(limited.announce(size_bytes=1).object_name, b"%PDF" + bytes(200))

    assert limited.extract(event) == "failed"

    assert "reader.read" not in limited.system.calls
    assert limited.system.backend.papers.stored_bytes(ADA) == 204


@pytest.mark.parametrize(
    ("name", "default", "accounts"),
    [
        ("paper.pdf", NOBODY, True),
        ("paper.pdf", NOBODY, False),
        ("paper.pdf", LOCAL_OWNER, True),
        ("uploads/local/paper.pdf", OwnerId("ada"), True),
        ("uploads/local/p1/paper.pdf", OwnerId("ada"), True),
    ],
)
def test_a_file_whose_owner_cannot_be_is_neither_read_nor_touched(
    system: System, name: str, default: OwnerId, accounts: bool, caplog: pytest.LogCaptureFixture
) -> None:
    system.with_rules(default_owner=default, accounts=accounts)
    event = system.put(name)

    assert system.extract(event) == "unowned"

    assert system.calls == []
    assert system.backend.objects.read(name) == b"%PDF a paper"
    assert "object without an owner" in caplog.messages


def test_a_file_in_a_users_folder_is_that_users_paper(system: System) -> None:
    system.with_rules(default_owner=NOBODY, accounts=True)

    assert system.extract(system.put("uploads/ada/inbox/paper.pdf")) == "completed"

    (paper,) = system.backend.papers.list(ADA, limit=9).papers
    assert (paper.filename, paper.announced) == ("paper.pdf", False)


def test_a_paper_put_into_the_bucket_by_hand_counts_as_an_upload(limited: Limited) -> None:
    limited.extract(limited.system.put("uploads/ada/paper.pdf"))

    assert limited.spent().uploads == 1


def test_an_owner_with_papers_at_work_lets_other_owners_pass(system: System) -> None:
    system.with_rules(per_owner=2)
    waiting, other = system.upload(ADA), system.upload(BOB)
    for name in ("a", "b"):
        _put_to_work(system, name)

    with pytest.raises(TransientError) as caught:
        system.extract(waiting)

    assert caught.value.code == "owner_busy"
    assert system.paper(waiting).attempts == 0
    assert system.extract(other) == "completed"


def test_an_owners_turn_comes_when_a_paper_is_done_or_after_half_a_day(system: System) -> None:
    system.with_rules(per_owner=1)
    waiting, late = system.upload(ADA), system.upload(ADA)
    _put_to_work(system, "a", lease_s=50)
    with pytest.raises(TransientError):
        system.extract(waiting)

    system.clock.advance(60)
    assert system.extract(waiting) == "completed"

    system.clock.advance(12 * 3_600)
    _put_to_work(system, "b")
    assert system.extract(late) == "completed"


def _put_to_work(system: System, name: str, lease_s: float = 60) -> None:
    claim = Claim(epoch=1, generation=1, lease_expires_at=system.clock.now() + timedelta(seconds=lease_s))
    paper = system.announce(ADA, f"{name}.pdf").paper
    system.backend.papers.change(paper.id, lambda _: replace(paper, status="extracting", claim=claim))


def _restart(system: System) -> RestartExtraction:
    return RestartExtraction(papers=system.papers, objects=system.backend.objects, clock=system.clock)
