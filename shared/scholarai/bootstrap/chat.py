"""Makes the services that answer questions and keep conversations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from scholarai.bootstrap.once import once
from scholarai.bootstrap.papers import PaperServices
from scholarai.bootstrap.passages import PassageServices
from scholarai.bootstrap.system import System
from scholarai.prompting.prompt import ChatLimits
from scholarai.services.chat.asking import AskPapers, ChatRules
from scholarai.services.chat.brief import BriefPaper
from scholarai.services.chat.figures import ShowFigures
from scholarai.services.chat.sessions import RunningAnswers, Sessions
from scholarai.services.library.passages import NearestPapers

# Longer than anybody keeps a library, and within what both stores write as a time.
_UNTIL_DELETED_DAYS = 365_000


@dataclass(eq=False)
class ChatServices:
    """The services of questions and conversations."""

    system: System
    papers: PaperServices
    passages: PassageServices

    @once
    def running_answers(self) -> RunningAnswers:
        """Return the answers that this process is making."""
        return RunningAnswers()

    def ask_papers(self) -> AskPapers:
        """Return the service that answers questions."""
        self.system.models.load_ahead()
        limits = ChatLimits(
            temperature=self.system.settings().temperature,
            max_output_tokens=self.system.settings().max_output_tokens,
            whole_tokens=self.system.models.whole_tokens(),
        )
        return AskPapers(
            papers=self.system.backend().papers,
            sessions=self.system.backend().sessions,
            open_papers=self.passages.open_papers(),
            find=self.passages.find_passages(),
            answerer=self.system.models.answerer,
            stand_in=self.system.models.stand_in,
            clock=self.system.clock,
            ids=self.system.ids,
            rules=ChatRules(
                kept=timedelta(days=self.system.settings().session_days or _UNTIL_DELETED_DAYS),
                limits=limits,
                model_s=self.system.settings().model_timeout_s,
                depth=self.system.settings().depth,
                budget_usd=self.system.settings().depth_budget_usd,
            ),
            rewriter=lambda: self.system.models.model_for("rewrite"),
            second_reader=self.system.models.second_reader,
            looking=self.system.models.deep_models,
            nearest=NearestPapers(
                catalog=lambda: self.system.backend().catalog,
                search=lambda: self.system.backend().search,
                embedder=self.system.models.embedder,
            ),
            figures=self.show_figures,
            spending=self.system.spending(),
            running=self.running_answers(),
        )

    def show_figures(self) -> ShowFigures:
        """Return what shows a model the pictures that a question names."""
        return ShowFigures(images=self.papers.figure_images, sees=lambda: self.system.models.provider().takes_images)

    @once
    def brief_paper(self) -> BriefPaper:
        return BriefPaper(
            papers=self.system.backend().papers,
            open_papers=self.passages.open_papers(),
            check=self.passages.check_quotes(),
        )

    def sessions(self) -> Sessions:
        return Sessions(
            sessions=self.system.backend().sessions,
            papers=self.system.backend().papers,
            clock=self.system.clock,
            running=self.running_answers(),
        )
