"""Builds the services of questions and conversations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.models import Models
from scholarai.bootstrap.once import once

if TYPE_CHECKING:
    from scholarai.ports.models import LanguageModel
    from scholarai.services.chat.asking import AskPapers
    from scholarai.services.chat.brief import BriefPaper
    from scholarai.services.chat.figures import ShowFigures
    from scholarai.services.chat.sessions import (
        CancelAnswer,
        ChangeSession,
        DeleteSession,
        GetSession,
        ListSessions,
        StopAnswer,
    )
    from scholarai.services.library.checking import CheckQuotes
    from scholarai.services.library.open_papers import OpenPapers
    from scholarai.services.library.passages import FindPassages, SearchPaper
    from scholarai.services.spent import ShowSpent
    from scholarai.services.under_way import UnderWay


class Chat(Models):
    """The services of questions and conversations."""

    def ask_papers(self) -> AskPapers:
        """Return what answers questions."""
        self.load_ahead()
        from datetime import timedelta

        from scholarai.adapters.system import RandomIds, SystemClock
        from scholarai.prompting.prompt import ChatLimits
        from scholarai.services.chat.asking import AskPapers, ChatRules
        from scholarai.services.library.passages import NearestPapers

        limits = ChatLimits(
            temperature=self.settings().temperature,
            max_output_tokens=self.settings().max_output_tokens,
            whole_tokens=self.whole_tokens(),
        )
        return AskPapers(
            papers=self.backend().papers,
            sessions=self.backend().sessions,
            open_papers=self.open_papers(),
            find=self.find_passages(),
            answerer=self.answerer,
            stand_in=self.stand_in,
            clock=SystemClock(),
            ids=RandomIds(),
            rules=ChatRules(
                kept=timedelta(days=self.settings().session_days),
                limits=limits,
                model_s=self.settings().model_timeout_s,
                depth=self.settings().depth,
                budget_usd=self.settings().depth_budget_usd,
            ),
            rewriter=lambda: self.model_for("rewrite"),
            second_reader=self.second_reader,
            looking=self.deep_models,
            nearest=NearestPapers(
                catalog=lambda: self.backend().catalog, search=lambda: self.backend().search, embedder=self.embedder
            ),
            figures=self.show_figures,
            spending=self.spending(),
            under_way=self.answers_under_way(),
        )

    def second_reader(self) -> LanguageModel | None:
        """Return the model that reads answers a second time, None where none is wanted."""
        wanted = self.settings().second_reading
        hosted = self.provider().recipient is not None
        return self.model_for("judge") if wanted == "on" or (wanted == "auto" and hosted) else None

    def show_figures(self) -> ShowFigures:
        """Return what shows a model the pictures that a question names."""
        from scholarai.services.chat.figures import ShowFigures

        return ShowFigures(images=self.figure_images, sees=lambda: self.provider().takes_images)

    @once
    def open_papers(self) -> OpenPapers:
        """Return the papers that this process keeps ready for questions."""
        from scholarai.services.library.open_papers import OpenPapers

        return OpenPapers(contents=self.backend().contents)

    def find_passages(self) -> FindPassages:
        from scholarai.services.library.passages import FindPassages

        return FindPassages(embedder=self.embedder, reranker=self.reranker)

    def search_paper(self) -> SearchPaper:
        from scholarai.services.library.passages import SearchPaper

        return SearchPaper(papers=self.backend().papers, open_papers=self.open_papers(), find=self.find_passages())

    def check_quotes(self) -> CheckQuotes:
        from scholarai.services.library.checking import CheckQuotes

        return CheckQuotes(papers=self.backend().papers, open_papers=self.open_papers())

    @once
    def brief_paper(self) -> BriefPaper:
        from scholarai.services.chat.brief import BriefPaper

        return BriefPaper(papers=self.backend().papers, open_papers=self.open_papers(), check=self.check_quotes())

    def show_spent(self) -> ShowSpent:
        from scholarai.services.spent import ShowSpent

        backend = self.backend()
        return ShowSpent(store=backend.spending, papers=backend.papers, sessions=backend.sessions)

    def list_sessions(self) -> ListSessions:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.chat.sessions import ListSessions

        return ListSessions(sessions=self.backend().sessions, papers=self.backend().papers, clock=SystemClock())

    def get_session(self) -> GetSession:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.chat.sessions import GetSession

        return GetSession(sessions=self.backend().sessions, clock=SystemClock())

    def stop_answer(self) -> StopAnswer:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.chat.sessions import StopAnswer

        return StopAnswer(sessions=self.backend().sessions, clock=SystemClock())

    @once
    def answers_under_way(self) -> UnderWay:
        """Return the answers that this process is making."""
        from scholarai.services.under_way import UnderWay

        return UnderWay()

    def cancel_answer(self) -> CancelAnswer:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.chat.sessions import CancelAnswer

        return CancelAnswer(sessions=self.backend().sessions, clock=SystemClock(), under_way=self.answers_under_way())

    def change_session(self) -> ChangeSession:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.chat.sessions import ChangeSession

        return ChangeSession(sessions=self.backend().sessions, clock=SystemClock())

    def delete_session(self) -> DeleteSession:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.chat.sessions import DeleteSession

        return DeleteSession(sessions=self.backend().sessions, clock=SystemClock())
