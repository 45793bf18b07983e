"""Exports a conversation as a document with its quotes and a bibliography."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scholarai.domain.dotted_names import load
from scholarai.domain.ids import OwnerId, SessionId
from scholarai.domain.plugins import Export
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

        Args:
            owner: Whose conversation.
            session_id: Which.
            export: One of `domain.exports.CONVERSATION_EXPORTS`.
            style: Name of the citation style of the bibliography.

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
        found = [self.papers.get(paper_id) for paper_id in dict.fromkeys([*session.paper_ids, *cited])]
        owned = [paper for paper in found if paper is not None and paper.owner == owner and not paper.deleting]
        works = {work.paper_id: work for work in works_of(owned)}
        # Copies of a paper are one work.
        works |= {paper.id: works[paper.same_as] for paper in owned if paper.same_as in works}
        talk = Talk(session=session, messages=messages, works=works, style=style)
        render: Callable[[Talk], Iterator[bytes]] = load(export.renderer)
        return render(talk)
