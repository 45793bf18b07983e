"""Shows what everybody may know of a deployment: who gets texts, how long they are kept, and how users sign in."""

from __future__ import annotations

from msgspec import Struct

from scholarai.bootstrap import App
from scholarai.domain.service_names import ASKED_WHEN_ADDING, TITLES
from scholarai.entrypoints.calls import Call, JsonReply, View
from scholarai.entrypoints.operations import Routes
from scholarai.ports.models import Recipient


class RecipientView(Recipient, View, frozen=True, kw_only=True):
    """Who gets questions, passages, title pages and pictures of figures, to answer and to embed.

    `place` is the region, null where none can be chosen; `keyed` tells that an API key admits the server: with one of a
    free tier, the provider may use what it is sent.
    """


class OutsideServices(Struct, frozen=True, kw_only=True):
    """Services that may be asked about published works, by the names that people know.

    `services` are switched on. A call that adds one work by its identifier or title asks those of `adding` that know such
    names, whatever is switched on. `contact` tells that requests carry the operator's e-mail address.
    """

    services: tuple[str, ...]
    adding: tuple[str, ...]
    contact: bool


class SignInProvider(Struct, frozen=True, kw_only=True):
    """An OpenID Connect or SAML provider, by its id at Identity Platform and by the name that people know."""

    id: str
    name: str


class Deployment(Struct, frozen=True, kw_only=True):
    """A null `recipient` means that no model gets texts; null days, that things are kept until they are deleted.

    `read_only`: nothing can be added or changed, since the server of one's own machine was started so, or cannot write its folder.
    """

    recipient: RecipientView | None
    outside: OutsideServices
    password_sign_in: bool
    sign_in_providers: tuple[SignInProvider, ...]
    session_days: int | None
    paper_days: int | None
    review_days: int | None
    source_url: str | None
    read_only: bool


routes = Routes()


@routes.add(
    "GET",
    "/deployment",
    "chat",
    "Who gets texts, how long they are kept, how one signs in, and where the source is",
    public=True,
)
def show_deployment(_: Call, app: App) -> JsonReply[Deployment]:
    settings, recipient = app.settings(), app.models.provider().recipient
    return JsonReply(
        value=Deployment(
            recipient=None if recipient is None else RecipientView.of(recipient),
            outside=OutsideServices(
                services=tuple(TITLES[name] for name in settings.literature),
                adding=tuple(TITLES[name] for name in ASKED_WHEN_ADDING),
                contact=settings.literature_contact != "",
            ),
            password_sign_in=settings.password_sign_in,
            sign_in_providers=tuple(
                SignInProvider(id=provider, name=name) for provider, name in settings.sign_in_providers.items()
            ),
            session_days=settings.session_days or None,
            paper_days=settings.paper_days or None,
            review_days=settings.review_days or None,
            source_url=settings.source_url or None,
            read_only=app.backend().read_only,
        )
    )
