"""What everybody may know of a deployment: who gets texts, how long they are kept, and where the source is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from scholarai.entrypoints.calls import Call
from scholarai.entrypoints.replies import JsonReply, View

if TYPE_CHECKING:
    from scholarai.config import Settings
    from scholarai.ports.models import Recipient


class RecipientView(View, frozen=True, kw_only=True):
    """Who gets questions, passages, title pages and pictures of figures, to answer and to embed.

    `place` is the region, null where none can be chosen; `keyed` tells that an API key admits the server: with one of a
    free tier, the provider may use what it is sent.
    """

    company: str
    service: str
    models: tuple[str, ...]
    place: str | None
    keyed: bool


class Deployment(Struct, frozen=True, kw_only=True):
    """A null `recipient` means that nothing leaves the server; null days, that things are kept until they are deleted."""

    recipient: RecipientView | None
    session_days: int
    paper_days: int | None
    review_days: int | None
    source_url: str | None


class Provider(Protocol):
    """The provider of the models that are set up."""

    @property
    def recipient(self) -> Recipient | None: ...


def show_deployment(_: Call, settings: Settings, provider: Provider) -> JsonReply:
    recipient = provider.recipient
    return JsonReply(
        value=Deployment(
            recipient=None if recipient is None else RecipientView.of(recipient),
            session_days=settings.session_days,
            paper_days=settings.paper_days or None,
            review_days=settings.review_days or None,
            source_url=settings.source_url or None,
        )
    )
