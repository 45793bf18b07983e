"""Chooses the model that answers, within what the environment and the rules for addresses and keys allow."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from scholarai.domain.errors import ConflictError, InvalidRequestError
from scholarai.domain.model_choice import ModelChoice, ServerAccess
from scholarai.domain.values import Value
from scholarai.ports.choices import ChoiceStore
from scholarai.ports.model_choice import FoundServer, ModelInUse, ProviderOffer

# Guesses with room to spare: names of models on Hugging Face have about a hundred characters, access tokens of clouds about
# two thousand.
_MODEL_CHARACTERS, _KEY_CHARACTERS, _ADDRESS_CHARACTERS = 300, 4_096, 2_000


class ModelSettings(Value, frozen=True, kw_only=True):
    """What the owner of a machine may see and change of its model.

    Attributes:
        store: None where the operator's settings alone count.
        offers: The providers.
        in_use: The model that answers now.
        found: The servers that answer on this machine and where the settings say that one is.
        check: Raises InvalidRequestError for a choice that cannot be used.
        use: Takes up what is kept, for questions from now on.
    """

    store: ChoiceStore[ModelChoice] | None
    offers: Callable[[], tuple[ProviderOffer, ...]]
    in_use: Callable[[], ModelInUse]
    found: Callable[[], list[FoundServer]]
    check: Callable[[ModelChoice], None]
    use: Callable[[], None]

    @property
    def is_changeable(self) -> bool:
        return self.store is not None

    def chosen(self) -> ModelChoice | None:
        """Return what was chosen on the page, None where nothing was or nothing can be."""
        return self.store.read() if self.store is not None else None

    def servers(self) -> list[FoundServer]:
        """Ask which servers answer.

        Raises:
            ConflictError: If settings are the operator's alone: then nobody is asked.
        """
        self._required()
        return self.found()

    def choose(self, provider: str, model: str, *, base_url: str | None = None, key: str | None = None) -> None:
        """Keep a choice and use it from the next question on.

        Args:
            provider: One of `offers`.
            model: The model's name as the provider knows it.
            base_url: Where its server is, empty for the usual address; None: where it was.
            key: Empty for none; None: the one that is kept for this address.

        Raises:
            ConflictError: `settings_fixed` if the operator's settings decide.
            InvalidRequestError: If one of them cannot be.
        """
        store = self._required()
        offer = next((offer for offer in self.offers() if offer.name == provider), None)
        if offer is None:
            raise _wrong("provider_unknown", f"there is no provider {provider[:40]!r}")
        _require_free(offer, changes_access=bool(base_url or key))
        before = store.read() or ModelChoice(provider="", model="")
        access = _access(before.servers.get(provider, ServerAccess()), base_url, key)
        choice = ModelChoice(
            provider=provider, model=_checked_model(model), servers={**before.servers, provider: access}
        )
        self.check(choice)
        store.write(choice)
        self.use()

    def _required(self) -> ChoiceStore[ModelChoice]:
        if self.store is None:
            raise ConflictError("settings_fixed", "the operator of this server chose its model")
        return self.store


def _require_free(offer: ProviderOffer, *, changes_access: bool) -> None:
    names = [name for name in offer.fixed_by if changes_access or name == "SCHOLARAI_MODEL"]
    if names:
        raise ConflictError(
            "settings_fixed",
            f"{names[0]} is set in the environment",
            action="Change it there, or start the server without it.",
        )


def _access(before: ServerAccess, base_url: str | None, key: str | None) -> ServerAccess:
    """Return the address and key to keep; a key that was given for one address is not sent to another."""
    address = before.base_url if base_url is None else _checked_address(base_url.strip())
    kept = before.key if address == before.base_url else ""
    access = ServerAccess(base_url=address, key=kept if key is None else _checked_key(key.strip()))
    parts = urlsplit(access.base_url)
    if access.key and parts.scheme == "http" and not _is_own_machine(parts.hostname or ""):
        raise _wrong("address_insecure", "a key is sent over https only", "Give an address that begins with https://.")
    return access


def _checked_model(model: str) -> str:
    model = model.strip()
    if not 0 < len(model) <= _MODEL_CHARACTERS or not model.isprintable():
        raise _wrong("model_invalid", f"a model's name has 1 to {_MODEL_CHARACTERS} printable characters")
    return model


def _checked_key(key: str) -> str:
    if len(key) > _KEY_CHARACTERS or not (key.isascii() and key.isprintable()) or " " in key:
        raise _wrong("key_invalid", f"a key has {_KEY_CHARACTERS} printable ASCII characters at most, and no spaces")
    return key


def _checked_address(address: str) -> str:
    if not address:
        return ""
    try:
        parts = urlsplit(address)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or "@" in parts.netloc or parts.query or parts.fragment or not address.isprintable():
        raise _wrong(
            "address_invalid", "an address is such as http://127.0.0.1:1234/v1, without user, query or fragment"
        )
    if len(address) > _ADDRESS_CHARACTERS:
        raise _wrong("address_invalid", f"an address has {_ADDRESS_CHARACTERS} characters at most")
    return address.rstrip("/")


def _is_own_machine(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _wrong(code: str, detail: str, action: str = "") -> InvalidRequestError:
    return InvalidRequestError(code, detail, action=action)
