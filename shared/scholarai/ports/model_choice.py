"""The models that one may choose, and the one that is chosen."""

from __future__ import annotations

from datetime import date

from scholarai.domain.depth import DepthEstimate
from scholarai.domain.spending import Cost
from scholarai.domain.values import Value
from scholarai.ports.models import Recipient


class ProviderOffer(Value, frozen=True, kw_only=True):
    """A provider as a form needs it; `base_url` is where its server usually is, empty where that cannot be chosen.

    `fixed_by` are the variables of the environment that set its address or key, or the model.
    """

    name: str
    title: str
    base_url: str
    takes_key: bool
    needs_key: bool
    is_local: bool
    fixed_by: tuple[str, ...] = ()


class PriceTag(Value, frozen=True, kw_only=True):
    """US dollars per million tokens, where they were seen and when; None where the settings name them."""

    input_usd: float
    output_usd: float
    seen: date | None
    source: str
    is_old: bool


class ModelInUse(Value, frozen=True, kw_only=True):
    """The model that answers now; `question` is what an answer is expected to cost, `price` None where it is not known."""

    provider: str
    model: str
    base_url: str
    recipient: Recipient | None
    price: PriceTag | None
    question: Cost
    depths: tuple[DepthEstimate, ...] = ()


class FoundServer(Value, frozen=True, kw_only=True):
    """A server that answers, with the names of its models."""

    provider: str
    service: str
    base_url: str
    models: tuple[str, ...]
