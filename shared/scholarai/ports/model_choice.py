"""The models that one may choose, the one that is chosen, and where a choice of the owner of a machine is kept."""

from __future__ import annotations

from datetime import date
from typing import Protocol, TypeVar

from scholarai.domain.depth import DepthEstimate
from scholarai.domain.spending import Cost
from scholarai.domain.values import Value
from scholarai.ports.models import Recipient

T = TypeVar("T")


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
    """US dollars per million tokens, as `source` had them on the day `seen`; null and "" if the settings name the price."""

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


class ChoiceStore(Protocol[T]):
    """One choice, with its keys. Nobody but the owner of the machine's account may read what is kept."""

    def read(self) -> T | None:
        """Return the choice, None where none was made.

        Raises:
            ConflictError: If what is kept cannot be understood.
        """
        ...

    def write(self, choice: T) -> None:
        """Keep a choice instead of the one before, wholly or not at all."""
        ...
