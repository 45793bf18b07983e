"""Records what follows from the publication that a paper is: what is the same as it, and how its supplements are described."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from scholarai.domain.identity import is_published, keys_of, publication_of, relation
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Metadata, Paper
from scholarai.domain.supplements import as_supplement
from scholarai.domain.values import Value
from scholarai.ports.stores import PaperStore, PublicationIndex

# A copy of a file may be read while another one is recorded, so it is looked for again until nothing new is found. A guess.
_LOOKS = 5


class RecordSamePaper(Value, frozen=True, kw_only=True):
    """Keeps `Paper.same_as`: the oldest readable paper of the owner that is the same publication or file. Nothing is deleted or joined.

    A supplement is the same as no paper, and is described as its paper is.
    """

    papers: PaperStore
    index: PublicationIndex

    def record(self, paper: Paper, before: Metadata | None = None) -> None:
        """Record on a paper that was read or corrected, and on its duplicates, that they are the same; safe to repeat.

        Its supplements are described anew. `before` is its metadata before the change.

        Raises:
            TransientError: If the store cannot be reached.
        """
        for one in self.papers.supplements(paper.owner, paper.id):
            self.papers.change(one.id, lambda found: _described(found, paper))
        seen: Sequence[PaperId] | None = None
        for _ in range(_LOOKS):
            near = self._near(paper, before)
            if [one.id for one in near] == seen:
                return
            seen = [one.id for one in near]
            self._record(paper, near)

    def _record(self, paper: Paper, near: Sequence[Paper]) -> None:
        same = [one for one in near if _are_same(paper, one)] if paper.supplement_of is None else []
        if not same:
            self._set(paper, None)
        for one in same:
            self._set(one, None if one.id == same[0].id else same[0].id)
        together = {one.id for one in same}
        for one in near:
            if one.id not in together and one.same_as == paper.id:
                self._look_again(one)

    def forget(self, paper: Paper) -> None:
        """Take a paper that is being deleted from those that name it; may be repeated."""
        for one in self._near(paper):
            if one.same_as == paper.id:
                self._look_again(one)

    def _look_again(self, paper: Paper) -> None:
        first = next((one for one in self._near(paper) if _are_same(paper, one)), None)
        self._set(paper, None if first is None or first.id == paper.id else first.id)

    def _near(self, paper: Paper, before: Metadata | None = None) -> Sequence[Paper]:
        """Return the papers that may be the same, oldest first: those with a common key, or with the same file."""
        keys = [
            key for known in (paper.metadata, before) if known is not None for key in keys_of(publication_of(known))
        ]
        with_key = self.index.papers(paper.owner, keys) if keys else ()
        with_file = self.papers.with_file(paper.owner, paper.sha256) if paper.sha256 else ()
        found = {one.id: one for one in (*with_key, *filter(is_published, with_file))}
        return sorted(found.values(), key=lambda one: (one.created_at, one.id))

    def _set(self, paper: Paper, first: PaperId | None) -> None:
        if paper.same_as != first:
            self.papers.change(paper.id, lambda found: _with(found, paper.owner, first))


def _with(found: Paper | None, owner: OwnerId, first: PaperId | None) -> Paper | None:
    return found if found is None or found.owner != owner else replace(found, same_as=first)


def _described(found: Paper | None, paper: Paper) -> Paper | None:
    return as_supplement(found, paper) if found is not None and found.supplement_of == paper.id else found


def _are_same(paper: Paper, other: Paper) -> bool:
    if paper.id == other.id or (paper.sha256 is not None and paper.sha256 == other.sha256):
        return True
    return relation(publication_of(paper.metadata), publication_of(other.metadata)) == "same"
