"""What no longer is what was stored: one bit is flipped, and every reader must see it."""

from __future__ import annotations

import contextlib
import random
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from contract.making import (
    ADA,
    SPACE,
    a_chunk,
    a_content,
    a_message,
    a_note,
    a_paper,
    a_session,
    embedded,
    in_work,
    show,
)
from unit.embedded.test_search import search_over

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.embedded.vector_cache import MatrixCache
from scholarai.domain.errors import ConflictError, PaperFaultError, ScholarError
from scholarai.domain.parts import to_parts
from scholarai.domain.sums import sum_of
from scholarai.domain.unreadable_documents import NEEDS_ATTENTION
from scholarai.local.cli import main
from scholarai.ports.stores import ContentRange

Opener = Callable[[Path], EmbeddedBackend]
P1 = a_paper().id
TEXTS = ("Bats found 40 moths of 90 within two minutes.", "Bats use sound to find moths at night.")


@pytest.fixture
def library(folder: Path, open_at: Opener) -> Path:
    """A data folder with one extracted paper, a conversation and a note."""
    backend = open_at(folder)
    paper = in_work(a_paper(), 7)
    backend.objects.put(paper.object_name, b"%PDF", content_type="application/pdf")
    backend.papers.change(P1, lambda _: paper)
    chunks = tuple(embedded(a_chunk(7, n, text), [1, 0, 0, n]) for n, text in enumerate(TEXTS))
    piece = ContentRange(generation=7, parts=to_parts(a_content(TEXTS)), chunks=chunks)
    backend.contents.write(P1, piece, lambda _: paper)
    show(backend, P1, 7)
    backend.sessions.create(a_session())
    backend.sessions.change(a_session().id, lambda session, _: (session, [a_message(0)]))
    backend.notes.change(a_note().id, lambda _: a_note())
    backend.close()
    return folder


def write(folder: Path, statement: str) -> None:
    """Change what is stored, passing by the program."""
    with contextlib.closing(sqlite3.connect(folder / "scholarai.db")) as database, database:
        database.execute(statement)


READERS: dict[str, Callable[[EmbeddedBackend], object]] = {
    "content": lambda backend: backend.contents.read_content(P1, 7),
    "chunks": lambda backend: backend.contents.read_chunks(P1, 7),
    "by meaning": lambda backend: backend.search.nearest(ADA, None, [1, 0, 0, 0], space=SPACE, limit=5),
    "by meaning, in many": lambda backend: search_over(backend, MatrixCache(), many_papers=1).nearest(
        ADA, None, [1, 0, 0, 0], space=SPACE, limit=5
    ),
    "by words": lambda backend: backend.search.matching(ADA, None, "moths", limit=5),
}

FROM_CHUNKS = READERS.keys() - {"content"}


@pytest.mark.parametrize(
    ("statement", "readers"),
    [
        ("UPDATE parts SET doc = replace(doc, 'found 40', 'found 50')", {"content"}),
        ("UPDATE chunks SET doc = replace(doc, 'found 40', 'found 50')", FROM_CHUNKS),
        ("UPDATE chunks SET vectors = zeroblob(length(vectors))", FROM_CHUNKS),
        ("UPDATE chunks SET windows = '[[0, 3]]'", FROM_CHUNKS),
        ("UPDATE parts SET doc = CAST(x'7bff7d' AS TEXT)", {"content"}),
    ],
)
def test_nothing_is_read_of_a_paper_whose_part_changed_and_the_error_names_it(
    library: Path, open_at: Opener, statement: str, readers: set[str]
) -> None:
    write(library, statement)
    backend = open_at(library)

    for name, read in READERS.items():
        if name in readers:
            with pytest.raises(ConflictError, match=r"paper_damaged.*p1.*paper\.pdf") as refused:
                read(backend)
            assert "scholarai verify" in refused.value.action
        else:
            read(backend)


def test_a_paper_whose_record_changed_has_failed_and_can_only_be_deleted(library: Path, open_at: Opener) -> None:
    write(library, "UPDATE papers SET doc = replace(doc, 'paper.pdf', 'taper.pdf')")
    backend = open_at(library)

    (paper,) = backend.papers.list(ADA, limit=9).papers
    assert (paper.status, paper.visible_generation) == ("failed", None)
    assert paper.failure is not None
    assert paper.failure.code == "paper_damaged"
    with pytest.raises(ConflictError, match="paper_damaged"):
        backend.papers.change(P1, lambda found: found)
    assert backend.papers.change(P1, lambda _: None) is None
    assert backend.papers.list(ADA, limit=9).papers == ()


def test_a_message_that_changed_has_failed(library: Path, open_at: Opener) -> None:
    write(library, "UPDATE messages SET doc = replace(doc, 'a', 'b')")

    found = open_at(library).sessions.read(a_session().id)

    assert found is not None
    assert [(message.state, message.error_code) for message in found[1]] == [("failed", NEEDS_ATTENTION)]


@pytest.mark.parametrize("rotten", ["replace(doc, '40', '50')", "replace(doc, '{', '<')"])
def test_a_damaged_paper_that_is_removed_leaves_nothing_of_it(library: Path, open_at: Opener, rotten: str) -> None:
    write(library, f"UPDATE chunks SET doc = {rotten}")
    backend = open_at(library)

    backend.contents.drop(P1, keep_generation=None)
    backend.papers.change(P1, lambda _: None)
    backend.objects.delete("uploads/")

    assert [line for line in backend.verify().run() if not line.startswith("sessions")] == []


def test_a_file_that_changed_is_neither_read_nor_extracted_again(
    library: Path, open_at: Opener, tmp_path: Path
) -> None:
    next((library / "objects").iterdir()).write_bytes(b"%PDG")
    objects = open_at(library).objects
    stored = objects.find(a_paper().object_name)
    assert stored is not None

    with pytest.raises(PaperFaultError, match="file_damaged"):
        objects.read(stored.name)
    with pytest.raises(PaperFaultError, match="file_damaged"):
        objects.download(stored.name, stored.generation, tmp_path / "copy", max_bytes=99)


def test_an_index_of_words_that_is_damaged_is_named_and_can_be_made_again(library: Path, open_at: Opener) -> None:
    write(library, "DELETE FROM chunk_words_docsize")
    backend = open_at(library)
    assert [line.partition(":")[0] for line in backend.verify().run()] == ["chunk_words"]

    write(library, "INSERT INTO chunk_words (chunk_words) VALUES ('rebuild')")  # as docs/operations.md says

    assert list(backend.verify().run()) == []


@pytest.mark.parametrize("values", [("ab", "c"), ("a", "bc"), (b"ab", "c"), ("ab", None), (1, "c"), ("1", "c")])
def test_sums_of_other_values_differ(values: tuple[str | bytes | int | None, ...]) -> None:
    known: list[tuple[str | bytes | int | None, ...]] = [
        ("ab", "c"),
        ("a", "bc"),
        (b"ab", "c"),
        ("ab", None),
        (1, "c"),
        ("1", "c"),
    ]

    assert [one for one in known if sum_of(*one) == sum_of(*values)] == [values]


# Single flipped bits


def answers(folder: Path, open_at: Opener) -> list[object]:
    """Return what questions, lists and conversations read; an error of ours stands in the place of what it refuses."""
    backend = open_at(folder)

    def listed(backend: EmbeddedBackend) -> object:
        papers = backend.papers.list(ADA, limit=9).papers
        return [(one.id, one.filename, one.metadata, one.visible_generation) for one in papers]

    readers: list[Callable[[EmbeddedBackend], object]] = [
        *READERS.values(),
        listed,
        lambda _: backend.catalog.describe(ADA, [P1]),
        lambda _: backend.sessions.read(a_session().id),
        lambda _: backend.objects.read(a_paper().object_name),
    ]
    found: list[object] = []
    for read in readers:
        try:
            found.append(repr(read(backend)))
        except ScholarError as error:
            found.append(error)
    backend.close()
    return found


def problems(folder: Path, open_at: Opener) -> list[str]:
    """Return what `verify` says, or the error with which it or the start ends."""
    backend = open_at(folder)
    try:
        return list(backend.verify().run())
    except ScholarError as error:
        return [str(error)]
    finally:
        backend.close()


def flip(file: Path, random_bits: random.Random) -> str:
    """Flip one bit of a file, every other time one of a byte that is not zero, and return which."""
    data = bytearray(file.read_bytes())
    at = random_bits.randrange(len(data))
    if random_bits.random() < 0.5:
        at = random_bits.choice([place for place, byte in enumerate(data) if byte])
    bit = random_bits.randrange(8)
    data[at] ^= 1 << bit
    file.write_bytes(data)
    return f"{file.name}: bit {bit} of byte {at}"


def flip_in_library(library: Path, scratch: Path, open_at: Opener, seed: int, count: int) -> list[str]:
    """Flip bits of a library, each in a fresh copy, and return those that change what is read without being named.

    Whether named or not, none may be quoted.
    """
    before = answers(library, open_at)
    assert not any(isinstance(one, ScholarError) for one in before)
    random_bits = random.Random(seed)
    unseen = []
    for n in range(count):
        copy = scratch / str(n)
        shutil.copytree(library, copy)
        (object_file,) = (copy / "objects").iterdir()
        where = flip(object_file if n % 10 == 0 else copy / "scholarai.db", random_bits)
        after = answers(copy, open_at)
        if not problems(copy, open_at) and after != before:
            unseen.append(where)
        quoted = {text for one in after for text in re.findall("Bats[^']*", str(one)) if isinstance(one, str)}
        if not quoted <= set(TEXTS):
            unseen.append(f"{where}: {quoted - set(TEXTS)}")
        shutil.rmtree(copy)
    return unseen


def flip_in_backup(library: Path, scratch: Path, open_at: Opener, seed: int, count: int) -> list[str]:
    """Flip bits of a backup, restore it, and return those that were restored in silence to another library."""
    backup, elsewhere = scratch / "library.tar", scratch / "restored"
    assert main(["backup", str(backup), "--data", str(library)]) == 0
    whole = backup.read_bytes()
    before = answers(library, open_at)
    random_bits = random.Random(seed)
    unseen = []
    for _ in range(count):
        backup.write_bytes(whole)
        where = flip(backup, random_bits)
        if main(["restore", str(backup), "--data", str(elsewhere)]) == 0 and answers(elsewhere, open_at) != before:
            unseen.append(where)
        shutil.rmtree(elsewhere)
    return unseen


@pytest.mark.parametrize("count", [40, pytest.param(800, marks=pytest.mark.slow)])
def test_a_flipped_bit_of_a_library_is_named_or_changes_no_answer(
    library: Path, tmp_path: Path, open_at: Opener, count: int
) -> None:
    assert flip_in_library(library, tmp_path, open_at, count, count) == []


@pytest.mark.parametrize("count", [10, pytest.param(200, marks=pytest.mark.slow)])
def test_a_flipped_bit_of_a_backup_is_named_or_changes_no_answer(
    library: Path, tmp_path: Path, open_at: Opener, count: int
) -> None:
    assert flip_in_backup(library, tmp_path, open_at, count, count) == []
