"""Builds the sweepers that run every few minutes: outboxes and retention."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scholarai.bootstrap.papers import Papers
from scholarai.config import SettingsError
from scholarai.domain.ids import OwnerId

if TYPE_CHECKING:
    from datetime import timedelta

    from scholarai.ports.callers import SignInAccounts
    from scholarai.services.papers.closed_accounts import ForgetClosedAccounts
    from scholarai.services.papers.retention import EndRetention


class Sweeping(Papers):
    """The sweepers."""

    def sweepers(self) -> Mapping[str, Callable[[], int]]:
        """Return the sweepers by name; each returns how many items it handled."""
        closed = (
            {"accounts": lambda: self.forget_closed_accounts().run()} if self.settings().closed_account_days else {}
        )
        return {
            **closed,
            "papers": lambda: self.sweep_papers().run(),
            "reviews": lambda: self.sweep_reviews().run(),
            "retention": lambda: self.end_retention().run(),
            "folders": self.backend().temporary_directories.sweep,
        }

    def forget_closed_accounts(self, accounts: SignInAccounts | None = None) -> ForgetClosedAccounts:
        """Return what forgets owners whose account is gone; `accounts` None: those of Identity Platform."""
        from datetime import timedelta

        from scholarai.adapters.gcp.accounts import IdentityPlatformAccounts
        from scholarai.adapters.gcp.backend import GcpBackend
        from scholarai.adapters.gcp.clients import authorized_session
        from scholarai.adapters.system import SystemClock
        from scholarai.services.papers.closed_accounts import ForgetClosedAccounts

        backend, settings = self.backend(), self.settings()
        if not isinstance(backend, GcpBackend):
            raise SettingsError("SCHOLARAI_CLOSED_ACCOUNT_DAYS needs SCHOLARAI_BACKEND=gcp")
        return ForgetClosedAccounts(
            owners=backend.owners,
            accounts=accounts
            or IdentityPlatformAccounts(session=authorized_session, project=settings.identity_project),
            forget=self.forget_owner(),
            clock=SystemClock(),
            grace=timedelta(days=settings.closed_account_days),
            kept=OwnerId(settings.default_owner),
        )

    def end_retention(self) -> EndRetention:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.papers.retention import EndRetention

        return EndRetention(
            papers=self.backend().papers,
            reviews=self.backend().reviews,
            delete_paper=self.delete_paper(),
            delete_review=self.delete_review(),
            clock=SystemClock(),
            keep_papers=_days(self.settings().paper_days),
            keep_reviews=_days(self.settings().review_days),
        )


def _days(days: int) -> timedelta | None:
    from datetime import timedelta

    return timedelta(days=days) if days else None
