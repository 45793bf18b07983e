"""Operations on the model that answers: show it with its costs, choose another, and try it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from scholarai.bootstrap import App
from scholarai.domain.depth import DepthEstimate
from scholarai.domain.spending import Cost
from scholarai.entrypoints.calls import Call, JsonReply, View
from scholarai.entrypoints.deployment import RecipientView
from scholarai.entrypoints.operations import BODY_PROBLEMS, Routes
from scholarai.ports.model_choice import FoundServer, PriceTag, ProviderOffer
from scholarai.services.model_settings import ModelSettings


class OfferView(ProviderOffer, View, frozen=True, kw_only=True):
    """A provider that may be chosen.

    `base_url` is where its server usually is, empty where that cannot be chosen; `address` and `has_key` say what is kept.
    `fixed_by` are the variables of the environment that set its address, its key or the model.
    """

    address: str = ""
    has_key: bool = False


class ModelSettingsView(Struct, frozen=True, kw_only=True):
    """The model that answers, and what else may be chosen. It contains no keys.

    A null `recipient` means that nothing leaves the server. `question` is what an answer is expected to cost, `depths`
    what one takes at most that looks more than once; empty where no model answers. Without `changeable` the operator's settings decide, or the environment variable `SCHOLARAI_MODEL`, which `fixed_by` then names.
    """

    provider: str
    model: str
    base_url: str
    recipient: RecipientView | None
    price: PriceTag | None
    question: Cost
    depths: tuple[DepthEstimate, ...]
    changeable: bool
    offers: tuple[OfferView, ...]


class ChooseModel(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A model to answer from the next question on."""

    provider: Annotated[str, Meta(min_length=1, max_length=40)]
    model: Annotated[str, Meta(min_length=1, max_length=300, description="As the provider names it.")]
    base_url: Annotated[
        str | None, Meta(description="Where its server is; empty for the usual address, null for the one before.")
    ] = None
    key: Annotated[str | None, Meta(description="Empty for none; null for the one that is kept for this address.")] = (
        None
    )


class FoundServerView(FoundServer, View, frozen=True, kw_only=True):
    """A server that answers, with the names of its models."""


class FoundServers(Struct, frozen=True, kw_only=True):
    """The servers of models that answer on this machine, and where the settings say that one is."""

    servers: tuple[FoundServerView, ...]


class TrialProblem(View, frozen=True, kw_only=True):
    """What failed, and what to do about it."""

    code: str
    detail: str
    action: str


class TrialView(Struct, frozen=True, kw_only=True):
    """A sentence that the model wrote and how long it took; `keeps_shape` tells whether it replies with JSON as asked."""

    text: str
    seconds: float
    output_tokens: int
    keeps_shape: bool
    problem: TrialProblem | None


routes = Routes()


@routes.add(
    "GET",
    "/settings/models",
    "chat",
    "Which model answers, what it costs, and which others may be chosen",
    problems=(403,),
    own_page=True,
)
def show_model_settings(_: Call, app: App) -> JsonReply[ModelSettingsView]:
    return JsonReply(value=_shown(app.model_settings.change_models()))


@routes.add(
    "PUT",
    "/settings/models",
    "chat",
    "Choose the model that answers from the next question on; on a server of one's own machine",
    problems=(*BODY_PROBLEMS, 403, 409),
    own_page=True,
)
def choose_model(_: Call, body: ChooseModel, app: App) -> JsonReply[ModelSettingsView]:
    app.model_settings.change_models().choose(body.provider, body.model, base_url=body.base_url, key=body.key)
    return JsonReply(value=_shown(app.model_settings.change_models()))


@routes.add(
    "POST",
    "/settings/models/try",
    "chat",
    "Let the model that answers write a sentence; on a server of one's own machine",
    problems=(403, 409, 429),
    own_page=True,
)
def try_model(call: Call, app: App) -> JsonReply[TrialView]:
    trial = app.model_settings.try_model().try_out(call.owner)
    return JsonReply(
        value=TrialView(
            text=trial.text,
            seconds=round(trial.seconds, 2),
            output_tokens=trial.output_tokens,
            keeps_shape=trial.keeps_shape,
            problem=TrialProblem.of(trial.failure) if trial.failure else None,
        )
    )


@routes.add(
    "GET",
    "/settings/models/found",
    "chat",
    "Which servers of models answer on this machine and where the settings say that one is",
    problems=(403, 409, 422),
    own_page=True,
)
def find_servers(_: Call, app: App) -> JsonReply[FoundServers]:
    return JsonReply(
        value=FoundServers(servers=tuple(map(FoundServerView.of, app.model_settings.change_models().servers())))
    )


def _shown(settings: ModelSettings) -> ModelSettingsView:
    used, kept = settings.in_use(), settings.chosen()
    servers = kept.servers if kept else {}
    offers = []
    for offer in settings.offers():
        access = servers.get(offer.name)
        offers.append(
            OfferView.showing(offer, address=access.base_url if access else "", has_key=bool(access and access.key))
        )
    return ModelSettingsView(
        provider=used.provider,
        model=used.model,
        base_url=used.base_url,
        recipient=RecipientView.of(used.recipient) if used.recipient else None,
        price=used.price,
        question=used.question,
        depths=used.depths,
        changeable=settings.is_changeable,
        offers=tuple(offers),
    )
