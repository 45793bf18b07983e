"""The extract flow when an event names what nobody announced."""

from __future__ import annotations

import random
from typing import cast

import pytest
from doubles.watched import Watched
from unit.services_papers.system import ADA, BOB, System

from scholarai.domain.errors import TransientError
from scholarai.domain.ids import OwnerId
from scholarai.domain.object_names import address_of
from scholarai.domain.paper import Paper
from scholarai.ports.stores import PaperStore


def papers_of(system: System, owner: str) -> list[Paper]:
    return list(system.backend.papers.list(OwnerId(owner), limit=100).papers)


class TestForgedNames:
    def test_an_announced_papers_id_under_another_owner_is_that_owners_own_paper(self, system: System) -> None:
        event = system.upload()
        paper = system.paper(event)
        other = system.put(f"uploads/mallory/{paper.id}/paper.pdf")

        assert system.extract(other) == "completed"
        assert system.paper(event) == paper
        assert [paper.object_name for paper in papers_of(system, "mallory")] == [other.name]

    def test_another_file_in_the_folder_of_a_paper_is_a_paper_of_its_own(self, system: System) -> None:
        event = system.upload()
        system.extract(event)
        other = system.put(event.name.replace("paper.pdf", "other.pdf"))

        assert system.extract(other) == "completed"
        assert system.paper(event).visible_generation == event.generation
        assert {paper.object_name for paper in papers_of(system, ADA)} == {event.name, other.name}

        system.delete(ADA, system.paper(event).id)

        assert [paper.object_name for paper in papers_of(system, ADA)] == [other.name]
        assert system.backend.objects.read(other.name)


def test_two_objects_that_become_the_paper_of_their_folder_at_once_are_two_papers(system: System) -> None:
    folder = f"uploads/ada/{'0f' * 16}"
    first, second = (system.put(f"{folder}/{name}.pdf") for name in ("first", "second"))
    looked: list[str] = []

    def overtake(call: str, when: str) -> None:
        """Extract the first file once the second was found to have no paper, and before it is claimed."""
        if (call, when) == ("papers.get", "after"):
            looked.append(call)
            if len(looked) == 2:
                assert system.extract(first) == "completed"

    system.papers = cast("PaperStore", Watched("papers", system.backend.papers, overtake))
    with pytest.raises(TransientError, match="another object"):
        system.extract(second)

    assert system.extract(second) == "completed"
    assert {paper.object_name for paper in papers_of(system, ADA)} == {first.name, second.name}


STEPS = [
    "thesis",
    "0f" * 16,
    "2024",
    "..",
    ".",
    "",
    "content",
    "crops",
    "uploads",
    "Köhler",
    "a b",
    "#1",
    "x\ny",
    "%2F",
]
FILES = [
    "paper.pdf",
    "Paper.PDF",
    "a.pdf.moving",
    "..",
    "\u202efdp.exe",
    "no extension",
    "o\u0308.pdf",
    "ö.pdf",
    "1.json.gz",
]


def layout(seed: int, count: int) -> dict[str, OwnerId]:
    """Return names of objects in random folders, each with its owner."""
    rng = random.Random(seed)
    found: dict[str, OwnerId] = {}
    while len(found) < count:
        steps = [*rng.choices(STEPS, k=rng.randrange(5)), rng.choice(FILES)]
        owner = rng.choice(["ada", "bob", "default"])
        if owner != "default":
            steps = ["uploads", owner, *steps]
        elif steps[0] in {"uploads", "crops"}:
            continue
        found["/".join(steps)] = OwnerId(owner)
    return found


def test_each_of_10_000_objects_in_random_folders_is_one_paper_of_its_owner() -> None:
    objects = layout(seed=34, count=10_000)

    found = [address_of("papers", name, OwnerId("default")) for name in objects]

    assert [address and address.owner for address in found] == list(objects.values())
    assert len({address.paper_id for address in found if address}) == len(objects)


def test_deleting_the_paper_of_one_object_removes_that_object_alone(system: System) -> None:
    """Every object is one paper, whatever folders it shares, when its event comes twice, and after others are deleted."""
    objects = layout(seed=7, count=48)
    events = [system.put(name) for name in objects]
    announced = [system.upload(owner) for owner in (ADA, BOB)]
    objects |= {event.name: owner for event, owner in zip(announced, (ADA, BOB), strict=True)}
    beside = system.put(f"{announced[0].name.rpartition('/')[0]}/beside.pdf")
    objects[beside.name] = ADA
    for event in [*events, *announced, beside]:
        assert (system.extract(event), system.extract(event)) == ("completed", "finished")

    left = dict(objects)
    papers = [paper for owner in ("ada", "bob", "default") for paper in papers_of(system, owner)]
    assert {paper.object_name: paper.owner for paper in papers} == objects
    assert len(papers) == len(objects)
    random.Random(7).shuffle(papers)
    for paper in papers[: len(papers) // 2]:
        system.delete(paper.owner, paper.id)
        del left[paper.object_name]

        kept = [paper for owner in ("ada", "bob", "default") for paper in papers_of(system, owner)]
        assert {paper.object_name: paper.owner for paper in kept} == left
    assert set(system.backend.objects.names("")) == set(left)
