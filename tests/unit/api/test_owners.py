"""The libraries of several owners in one folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scholarai import Library, NotFoundError, PaperFaultError
from scholarai.domain.object_names import LOCAL_OWNER
from scholarai.testing import HashEmbedder

BEES = "# Bees\n\n## Results\n\nThe swarm chose the largest box in 21 of 24 trials, as expected.\n"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "data", embedder=HashEmbedder()) as opened:
        yield opened


@pytest.fixture
def bees(tmp_path: Path) -> Path:
    file = tmp_path / "bees.md"
    file.write_text(BEES)
    return file


def test_a_file_of_the_pages_owner_is_kept_as_an_upload(library: Library, bees: Path) -> None:
    paper = library.of(LOCAL_OWNER).add(bees)
    bees.unlink()

    assert (paper.status, paper.owner, paper.filename) == ("completed", LOCAL_OWNER, "bees.md")
    assert library._backend.objects.read(paper.object_name) == BEES.encode()
    assert library._app.papers.announce_paper().papers.with_file(LOCAL_OWNER, paper.sha256 or "") == [paper]


def test_a_file_that_is_there_is_not_read_again(library: Library, bees: Path) -> None:
    page = library.of(LOCAL_OWNER)

    assert page.add(bees).id == page.add(bees).id
    assert len(list(page.papers())) == 1


def test_the_same_file_of_two_owners_makes_a_paper_for_each(library: Library, bees: Path) -> None:
    ours, theirs = library.of("ada").add(bees), library.of("bob").add(bees)

    assert ours.id != theirs.id
    assert [paper.id for paper in library.of("ada").papers()] == [ours.id]


@pytest.mark.parametrize("stranger", ["command-line", "bob"])
def test_a_paper_is_unknown_to_other_owners(stranger: str, library: Library, bees: Path) -> None:
    paper = library.of("ada").add(bees)
    other = library.of(stranger)

    for call in (
        lambda: other.paper(paper.id),
        lambda: other.check(paper, "The swarm chose the largest box"),
        lambda: other.search(paper, "Which box?"),
        lambda: other.content(paper),
        lambda: other.ask(paper, "Which box?"),
        lambda: other.check_text(paper, "The swarm chose the largest box."),
        lambda: other.delete(paper),
    ):
        with pytest.raises(NotFoundError):
            call()
    assert not any(
        found.papers or found.nearest for found in other.find_source(None, "The swarm chose the largest box")
    )


def test_a_file_that_cannot_be_read_says_so_each_time(library: Library, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 nothing")

    for _ in range(2):
        with pytest.raises(PaperFaultError):
            library.of("ada").add(broken)
