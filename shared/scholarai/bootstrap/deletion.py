"""Makes the services that delete papers, reviews and owners, and those that run every few minutes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from scholarai.bootstrap.extraction import ExtractionServices
from scholarai.bootstrap.papers import PaperServices
from scholarai.bootstrap.passages import PassageServices
from scholarai.bootstrap.reviews import ReviewServices
from scholarai.bootstrap.system import System
from scholarai.config import SettingsError
from scholarai.domain.ids import OwnerId
from scholarai.domain.object_names import BUCKET_OWNER
from scholarai.domain.paper import Paper
from scholarai.domain.review import Review
from scholarai.ports.callers import SignInAccounts
from scholarai.services.outbox import SweepOutbox, sweep_papers, sweep_reviews
from scholarai.services.papers.account_deletion import ForgetClosedAccounts, ForgetOwner
from scholarai.services.papers.deletion import DeletePaper, EndRetention, FinishDeletion
from scholarai.services.papers.merging import MergePapers
from scholarai.services.reviews.forgetting import ForgetPaper


@dataclass(eq=False)
class DeletionServices:
    """The services that delete, merge and sweep."""

    system: System
    papers: PaperServices
    extraction: ExtractionServices
    reviews: ReviewServices
    passages: PassageServices

    def merge_papers(self) -> MergePapers:
        return MergePapers(
            papers=self.system.backend().papers,
            notes=self.system.backend().notes,
            sessions=self.system.backend().sessions,
            open_papers=self.passages.open_papers,
            deletion=self.finish_deletion(),
            clock=self.system.clock,
        )

    def delete_paper(self) -> DeletePaper:
        return DeletePaper(papers=self.system.backend().papers, finish=self.finish_deletion(), clock=self.system.clock)

    def finish_deletion(self) -> FinishDeletion:
        return FinishDeletion(
            same=self.papers.record_same_paper(),
            papers=self.system.backend().papers,
            contents=self.system.backend().contents,
            objects=self.system.backend().objects,
            sessions=self.system.backend().sessions,
            links=self.system.backend().zotero_links,
            notes=self.system.backend().notes,
            forget=ForgetPaper(reviews=self.system.backend().reviews, clock=self.system.clock),
            temporary_directories=self.system.backend().temporary_directories,
        )

    def forget_owner(self) -> ForgetOwner:
        return ForgetOwner(
            papers=self.system.backend().papers,
            sessions=self.system.backend().sessions,
            reviews=self.system.backend().reviews,
            spending=self.system.backend().spending,
            links=self.system.backend().zotero_links,
            notes=self.system.backend().notes,
            collections=self.system.backend().collections,
            library_index=self.system.backend().library_index,
            delete_paper=self.delete_paper(),
            delete_review=self.reviews.requests().delete,
        )

    def sweep_papers(self) -> SweepOutbox[Paper]:
        return sweep_papers(
            self.system.backend().papers,
            self.extraction.settle_paper(),
            self.finish_deletion(),
            self.system.clock,
            self.merge_papers,
        )

    def sweep_reviews(self) -> SweepOutbox[Review]:
        return sweep_reviews(
            self.system.backend().reviews,
            self.reviews.settle_review(),
            self.reviews.finish_review_deletion(),
            self.system.clock,
        )

    def sweepers(self) -> Mapping[str, Callable[[], int]]:
        """Return the sweepers by name; each returns how many items it handled."""
        closed = (
            {"accounts": lambda: self.forget_closed_accounts().sweep()}
            if self.system.settings().closed_account_days
            else {}
        )
        return {
            **closed,
            "papers": lambda: self.sweep_papers().sweep(),
            "reviews": lambda: self.sweep_reviews().sweep(),
            "retention": lambda: self.end_retention().delete_expired(),
            "folders": self.system.backend().temporary_directories.sweep,
        }

    def forget_closed_accounts(self, accounts: SignInAccounts | None = None) -> ForgetClosedAccounts:
        """Return what forgets owners whose account is gone; `accounts` None: those of Identity Platform."""
        from scholarai.adapters.gcp.accounts import IdentityPlatformAccounts
        from scholarai.adapters.gcp.backend import GcpBackend
        from scholarai.adapters.gcp.clients import authorized_session

        backend, settings = self.system.backend(), self.system.settings()
        if not isinstance(backend, GcpBackend):
            raise SettingsError("SCHOLARAI_CLOSED_ACCOUNT_DAYS needs SCHOLARAI_BACKEND=gcp")
        return ForgetClosedAccounts(
            owners=backend.owners,
            accounts=accounts
            or IdentityPlatformAccounts(session=authorized_session, project=settings.identity_project),
            forget=self.forget_owner(),
            clock=self.system.clock,
            grace=timedelta(days=settings.closed_account_days),
            kept=frozenset({OwnerId(settings.default_owner), BUCKET_OWNER}),
        )

    def end_retention(self) -> EndRetention:
        return EndRetention(
            papers=self.system.backend().papers,
            reviews=self.system.backend().reviews,
            delete_paper=self.delete_paper(),
            delete_review=self.reviews.requests().delete,
            clock=self.system.clock,
            keep_papers=_days(self.system.settings().paper_days),
            keep_reviews=_days(self.system.settings().review_days),
        )


def _days(days: int) -> timedelta | None:
    return timedelta(days=days) if days else None
