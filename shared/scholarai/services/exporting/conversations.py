"""Exports a conversation as a document with its quotes and a bibliography."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.paper import Paper
from scholarai.domain.plugins import Export, load
from scholarai.domain.supplements import entries, names
from scholarai.domain.values import Value
from scholarai.domain.works import works_of
from scholarai.exporting.export_content import Talk
from scholarai.ports.stores import PaperStore
from scholarai.services.chat.sessions import Sessions
from scholarai.services.chat.turns import current_branch


class ExportConversation(Value, frozen=True, kw_only=True):
    papers: PaperStore
    sessions: Sessions

    def export(self, owner: OwnerId, session_id: SessionId, export: Export, style: str) -> Iterator[bytes]:
        """Yield an export of the current branch in pieces.

        `style` names the citation style of the bibliography.

        Raises:
            NotFoundError: If it is unknown, expired, or another owner's.
        """
        session, every = self.sessions.get(owner, session_id)
        messages = current_branch(session, every)
        cited = [
            citation.paper_id
            for message in messages
            for section in (message.answer.sections if message.answer else ())
            for citation in section.citations
        ]
        owned = self._owned(owner, dict.fromkeys([*session.paper_ids, *cited]))
        named = {paper.id for paper in owned}
        owned += self._owned(
            owner, {one.supplement_of: None for one in owned if one.supplement_of not in {None, *named}}
        )
        works = {work.paper_id: work for work in works_of(owned)}
        # Copies of a paper are one work, and so is a paper with its supplements.
        works |= {paper_id: works[first] for paper_id, first in entries(owned).items()}
        talk = Talk(session=session, messages=messages, works=works, style=style, supplements=names(owned))
        render: Callable[[Talk], Iterator[bytes]] = load(export.renderer)
        return render(talk)

    def _owned(self, owner: OwnerId, ids: Iterable[PaperId | None]) -> list[Paper]:
        found = [self.papers.get(paper_id) for paper_id in ids if paper_id is not None]
        return [paper for paper in found if paper is not None and paper.owner == owner and not paper.deleting]
