"""Imports of a large library with faults: in the end every item is here once, under its own title, with its own tags."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from doubles.zotero import FakeZotero, Fault, put_paper, put_pdf
from unit.zotero.world import ADA, World

from scholarai.adapters.literature.attempts import Reply
from scholarai.domain.errors import TransientError
from scholarai.domain.paper import Paper

FAULTS: tuple[Fault, ...] = ("lost", "unanswered", "half", "busy", "down")
LETTERS = "23456789ABCDEFGHIJKLMNPQRSTUVWXYZ"


class Killing(FakeZotero):
    """Kills the process at one of the requests."""

    kill_at = -1

    def __call__(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes | None, timeout_s: float
    ) -> Reply | None:
        if len(self.requests) == self.kill_at:
            self.kill_at = -1
            raise KeyboardInterrupt
        return super().__call__(method, address, headers, body, timeout_s)


def key_of(number: int, first: str) -> str:
    text = first
    for _ in range(7):
        number, rest = divmod(number, len(LETTERS))
        text += LETTERS[rest]
    return text


def fill(zotero: FakeZotero, chance: random.Random, numbers: range) -> dict[str, tuple[str, int]]:
    """Store items of all sorts and return what must come of them by citation key: the paper's title, and how many supplements."""
    wanted = {}
    for n in numbers:
        title, cited, supplements = f"Paper number {n} about tides", f"cited{n}", 0
        item, pdf, more = key_of(n, "A"), key_of(n, "B"), key_of(n, "C")
        given = {"DOI": f"10.1000/{n}", "extra": f"Citation Key: {cited}", "tags": [{"tag": f"tag{n % 7}"}]}
        match chance.randrange(4):
            case 0:
                zotero.put(item, title=title, **given)
            case 1:
                put_paper(zotero, item, pdf, title=title, **given)
                zotero.files[pdf] = b"%PDF-1.7 " + title.encode()
            case 2:
                put_paper(zotero, item, pdf, title=title, **given)
                zotero.files[pdf] = b"%PDF-1.7 " + title.encode()
                supplements = chance.randint(1, 2)
                for at in range(supplements):
                    key = more if at == 0 else key_of(n, "D")
                    data = f"%PDF-1.7 more {at} of {title}".encode()
                    put_pdf(zotero, key, data, parentItem=item, title=f"Supplement {at}", dateAdded="2001")
            case _:
                put_paper(zotero, item, pdf, title=title, **given)
                zotero.files[pdf] = b"%PDF-1.7 " + title.encode()
                put_pdf(zotero, more, zotero.files[pdf], filename=f"scan {n}.pdf")
        wanted[cited] = (title, supplements)
    return wanted


def bring_through(world: World, zotero: Killing, chance: random.Random) -> None:
    """Import with faults and kills until it goes through, with more calls than any history needs."""
    for _ in range(200):
        rate = chance.choice((0.0, 0.02, 0.2))

        def fault(_number: int, _method: str, rate: float = rate) -> Fault | None:
            return chance.choice(FAULTS) if chance.random() < rate else None

        zotero.fault = fault
        zotero.kill_at = len(zotero.requests) + chance.randint(1, 60) if chance.random() < 0.5 else -1
        try:
            world.bring()
        except KeyboardInterrupt:
            world.restart()
        except TransientError:
            world.time.sleep(1_000)
        else:
            return
    pytest.fail("it never went through")


def papers_of(world: World) -> list[Paper]:
    papers: list[Paper] = []
    cursor: str | None = None
    while True:
        page = world.app.backend().papers.list(ADA, limit=100, cursor=cursor)
        papers += page.papers
        cursor = page.next_cursor
        if cursor is None:
            return papers


def citation_key(paper: Paper) -> str:
    return paper.metadata.entry.citation_key if paper.metadata.entry else ""


def faults_of(world: World, wanted: Mapping[str, tuple[str, int]]) -> list[str]:
    every = papers_of(world)
    papers = [paper for paper in every if paper.supplement_of is None]
    found = {citation_key(paper): paper for paper in papers}
    wrong = []
    for key, (title, supplements) in wanted.items():
        paper = found.get(key)
        of = [one for one in every if paper is not None and one.supplement_of == paper.id]
        files = {world.app.backend().objects.read(one.object_name) for one in of}
        if (
            paper is None
            or paper.metadata.title != title
            or len(of) != supplements
            or files != {f"%PDF-1.7 more {at} of {title}".encode() for at in range(supplements)}
            or any(not (one.metadata.title or "").startswith(f"{title} (supplement: ") for one in of)
        ):
            wrong.append(f"{key}: {paper and paper.metadata.title!r} with {[one.metadata.title for one in of]}")
    twice = len(papers) - len(wanted)
    strays = len(every) - len(papers) - sum(supplements for _, supplements in wanted.values())
    tagged = sum(paper.marks.tags == (f"tag{int((citation_key(paper) or 'cited-1')[5:]) % 7}",) for paper in papers)
    return [
        *wrong,
        *([f"{twice} papers more than items"] * bool(twice)),
        *([f"{strays} supplements more than files"] * bool(strays)),
        *([f"{len(papers) - tagged} without their tag"] * (tagged != len(papers))),
    ]


def live(folder: Path, seed: int, items: int) -> list[str]:
    """Import, let more arrive, and import again, all with faults; return what is wrong in the end."""
    chance = random.Random(seed)
    zotero = Killing(server_id=chance.choice(("", "d0a1")))
    world = World(folder, zotero)
    wanted = fill(zotero, chance, range(items))
    bring_through(world, zotero, chance)
    wanted |= fill(zotero, chance, range(items, items + items // 4))
    bring_through(world, zotero, chance)
    zotero.fault, zotero.kill_at = (lambda _n, _method: None), -1
    again = world.bring()
    return [*faults_of(world, wanted), *(f"{one.title} came again" for one in again.items)]


@pytest.mark.parametrize("seed", range(4))
def test_a_history_of_faults_loses_doubles_and_renames_nothing(tmp_path: Path, seed: int) -> None:
    assert live(tmp_path, seed, 12) == []


@pytest.mark.slow
def test_many_histories_of_faults_lose_double_and_rename_nothing(tmp_path: Path) -> None:
    histories = int(os.environ.get("ZOTERO_HISTORIES", "100"))
    wrong = {seed: found for seed in range(histories) if (found := live(tmp_path / str(seed), seed, 8))}

    assert wrong == {}


@pytest.mark.slow
def test_hundreds_of_items_come_in_once_through_faults(tmp_path: Path) -> None:
    assert live(tmp_path, 1, 400) == []
