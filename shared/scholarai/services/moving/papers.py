"""Copies one paper with its file, its figure images and its extracted content."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from scholarai.domain.content import PaperContent
from scholarai.domain.errors import ConflictError, NotFoundError
from scholarai.domain.extraction_progress import plan_ranges
from scholarai.domain.ids import PaperId
from scholarai.domain.object_names import MOVING, images_folder, upload_name
from scholarai.domain.paper import Engine, Paper, Progress, Work
from scholarai.domain.parts import to_parts
from scholarai.domain.unreadable_documents import NEEDS_ATTENTION
from scholarai.domain.values import Value, to_json
from scholarai.ports.stores import ContentRange
from scholarai.retrieval.vectors import ChunkSet
from scholarai.services.moving.ids import Recipient
from scholarai.services.moving.stores import LibraryStores, copy_differs, require_replaceable, require_understood

_ON_ITS_WAY = ".moving"


class MovePaper(Value, frozen=True, kw_only=True):
    """Copies a paper with its visible generation, under the same generation number, so that citations stay valid.

    During the copy, the target's document has the status `extracting`, counts the stored ranges, and can be
    deleted like any other. It gets its final state once everything was read back and compared.
    """

    source: LibraryStores
    target: LibraryStores

    def move(self, paper: Paper, to: Recipient) -> bool:
        """Copy the source's paper to this recipient in the target, and tell whether there was anything to copy.

        Raises:
            ConflictError: If the paper cannot be copied in its state, or the target has another one that must be kept.
            TransientError: If a store failed; a repeated call resumes.
        """
        wanted = _wanted(paper, to)
        if _is_there(self.target.papers.get(wanted.id), wanted):
            return False
        file = self._file(paper)
        if paper.status == "uploaded" and file is None:
            return False  # announced, but never uploaded
        _require_ended(paper)
        content, chunks = self._read(self.source, paper)
        moving = _on_its_way(wanted, content, chunks)
        self._write(self._begin(moving), content, chunks)
        self._copy_pictures(paper, wanted)
        generation = paper.generation if file is None else self._put(wanted.object_name, file, wanted.media_type)
        self._verify(moving)
        self._change(moving, lambda held: replace(wanted, generation=generation, epoch=held.epoch))
        return True

    def _file(self, paper: Paper) -> bytes | None:
        """Return the paper's file; the command line keeps none."""
        try:
            file = self.source.objects.read(paper.object_name)
        except NotFoundError:
            return None
        if paper.sha256 not in {None, hashlib.sha256(file).hexdigest()}:
            raise ConflictError(
                "file_changed", "its file is not the one that was read", action="Start its extraction again."
            )
        return file

    def _read(self, stores: LibraryStores, paper: Paper) -> tuple[PaperContent | None, ChunkSet]:
        generation = paper.visible_generation
        if generation is None:
            return None, ChunkSet(chunks=())
        content = stores.contents.read_content(paper.id, generation)
        return content, stores.contents.read_chunks(paper.id, generation)

    def _begin(self, moving: Paper) -> Paper:
        """Store the paper as being moved, and delete the remains of an earlier, different move."""
        begun = self.target.papers.change(moving.id, lambda found: _begun(found, moving))
        begun = _require_unchanged(begun, moving)
        if _done(begun) == 0:
            self.target.contents.drop(
                moving.id, keep_generation=None, fence=lambda found: _require_unchanged(found, moving)
            )
            self.target.objects.delete(images_folder(moving.id))
        return begun

    def _write(self, begun: Paper, content: PaperContent | None, chunks: ChunkSet) -> None:
        embedded = {item.chunk.id: item for item in chunks.chunks}
        parts = () if content is None else to_parts(content)
        ranges = plan_ranges(parts, [item.chunk for item in chunks.chunks])
        for index in range(_done(begun), len(ranges)):
            piece = ContentRange(
                generation=begun.generation,
                parts=ranges[index].parts,
                chunks=tuple(embedded[chunk.id] for chunk in ranges[index].chunks),
                authors=() if content is None else tuple(author.name for author in content.authors),
            )
            self.target.contents.write(begun.id, piece, partial(_advanced, begun, index + 1))

    def _copy_pictures(self, paper: Paper, wanted: Paper) -> None:
        if paper.visible_generation is None:
            return
        before, after = images_folder(paper.id), images_folder(wanted.id)
        for name in self.source.objects.names(images_folder(paper.id, paper.visible_generation)):
            self._put(f"{after}{name.removeprefix(before)}", self.source.objects.read(name), "image/png")

    def _put(self, name: str, data: bytes, media_type: str) -> int:
        generation = self.target.objects.put(name, data, content_type=media_type)
        if hashlib.sha256(self.target.objects.read(name)).digest() != hashlib.sha256(data).digest():
            raise copy_differs()
        return generation

    def _verify(self, moving: Paper) -> None:
        readable = replace(moving, visible_generation=moving.generation)
        content, chunks = self._read(self.target, readable)
        if _work(moving).engine.settings != _fingerprint(content, chunks):
            self._change(moving, lambda held: _counted(held, 0))  # the next run writes it all again
            raise copy_differs()

    def _change(self, moving: Paper, rule: Callable[[Paper], Paper]) -> None:
        self.target.papers.change(moving.id, lambda found: rule(_require_unchanged(found, moving)))


def _wanted(paper: Paper, to: Recipient) -> Paper:
    """Return the paper as the target should have it, but for the object generation, which the copy of the file assigns."""
    try:
        name = upload_name(to.owner, PaperId(to.id_of(paper.id)), paper.object_name.rsplit("/", 1)[-1])
    except ValueError:
        raise ConflictError(
            "owner_unusable", f"no user can have the id {to.owner!r}", action="Name another one."
        ) from None
    return replace(to.copy(paper), owner=to.owner, object_name=name, claim=None, work=None, outbox=())


def _is_there(found: Paper | None, wanted: Paper) -> bool:
    """Tell whether the target has the paper, apart from the fields that differ between stores."""
    return found is not None and wanted == replace(
        found,
        object_name=wanted.object_name,
        generation=wanted.generation,
        epoch=wanted.epoch,
        attempts=wanted.attempts,
        claim=wanted.claim,
        work=wanted.work,
        outbox=wanted.outbox,
    )


def _require_ended(paper: Paper) -> None:
    require_understood(odd=paper.failure is not None and paper.failure.code == NEEDS_ATTENTION)
    if paper.status not in {"completed", "failed", "record"}:
        raise ConflictError(
            "paper_unfinished", "its extraction is not finished", action="Wait until it is; then move again."
        )


def _on_its_way(wanted: Paper, content: PaperContent | None, chunks: ChunkSet) -> Paper:
    """Return the paper as stored in the target during the move; only a move of the same content resumes it."""
    generation = wanted.generation if wanted.visible_generation is None else wanted.visible_generation
    engine = Engine(version=_ON_ITS_WAY, settings=_fingerprint(content, chunks), space=chunks.space)
    return replace(
        wanted,
        object_name=f"{wanted.object_name}{MOVING}",
        status="extracting",
        failure=None,
        progress=Progress(stage="waiting"),
        generation=generation,
        visible_generation=None,
        work=Work(generation=generation, engine=engine),
    )


def _begun(found: Paper | None, moving: Paper) -> Paper:
    """Return the paper to continue with: an earlier run's, or `moving`, stored in place of what is there.

    Raises:
        ConflictError: If what is there must stay.
    """
    if found is None:
        return moving
    if found.deleting:
        raise ConflictError("deleting_there", "it is being deleted in the target", action="Move again when it is gone.")
    interrupted = found.work is not None and found.work.engine.version == _ON_ITS_WAY
    require_replaceable(replace(found, updated_at=moving.updated_at) if interrupted else found, moving)
    if found.work is not None and found.work.engine == _work(moving).engine:
        return found
    return replace(moving, epoch=max(moving.epoch, found.epoch))


def _require_unchanged(found: Paper | None, moving: Paper) -> Paper:
    if found is None or found.deleting or found.work is None or found.work.engine != _work(moving).engine:
        raise ConflictError("move_lost", "it was deleted or changed in the target meanwhile", action="Move again.")
    return found


def _advanced(moving: Paper, done: int, found: Paper | None) -> Paper:
    return _counted(_require_unchanged(found, moving), done)


def _counted(paper: Paper, done: int) -> Paper:
    return replace(paper, work=replace(_work(paper), ranges_done=done))


def _done(paper: Paper) -> int:
    return _work(paper).ranges_done


def _work(paper: Paper) -> Work:
    assert paper.work is not None  # noqa: S101  - a paper on its way has it
    return paper.work


def _fingerprint(content: PaperContent | None, chunks: ChunkSet) -> str:
    """Return the SHA-256 of a generation: its content, and its chunks with their vectors."""
    digest = hashlib.sha256(to_json((content, chunks.space)))
    for item in chunks.chunks:
        digest.update(to_json((item.chunk, None if item.vectors is None else item.vectors.windows)))
        if item.vectors is not None:
            digest.update(item.vectors.matrix.astype("<f4", copy=False).tobytes())
    return digest.hexdigest()
