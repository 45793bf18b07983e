"""Chooses the model that answers, within what the environment and the rules for addresses and keys allow, and tries one."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from msgspec.structs import replace

from scholarai.domain.connections import ModelChoice, ServerAccess
from scholarai.domain.errors import ConflictError, InvalidRequestError, ScholarError
from scholarai.domain.ids import OwnerId
from scholarai.domain.spending import Spent
from scholarai.domain.usage import ModelUsage
from scholarai.domain.values import Value
from scholarai.ports.model_choice import ChoiceStore, FoundServer, ModelInUse, ProviderOffer
from scholarai.ports.models import LanguageModel, UnusableAnswerError
from scholarai.prompting.prompt import Prompt
from scholarai.prompting.reranking import rerank_prompt
from scholarai.services.spending import Spending

# Guesses with room to spare: names of models on Hugging Face have about a hundred characters, access tokens of clouds about
# two thousand.
_MODEL_CHARACTERS, _KEY_CHARACTERS, _ADDRESS_CHARACTERS = 300, 4_096, 2_000
_SENTENCE = Prompt(system="", user="Say in one sentence what a kettle does.", max_output_tokens=100)


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


class Trial(Value, frozen=True, kw_only=True):
    """The result: the sentence, its tokens and time, whether replies keep their shape, or what failed; `usage` is all."""

    text: str = ""
    seconds: float = 0.0
    output_tokens: int = 0
    usage: ModelUsage | None = None
    keeps_shape: bool = False
    failure: ScholarError | None = None


class TryModel(Value, frozen=True, kw_only=True):
    """Tries the model that answers now, which is paid like a question; `is_allowed` where the caller chose it."""

    model: Callable[[], LanguageModel | None]
    spending: Spending
    clock: Callable[[], float]
    is_allowed: bool

    def try_out(self, owner: OwnerId) -> Trial:
        """Return the result.

        Raises:
            ConflictError: If there is no model, or the operator's settings decide.
            LimitReachedError: If the owner has taken a day's worth of tokens or money.
        """
        if not self.is_allowed:
            raise ConflictError("settings_fixed", "the operator of this server chose its model")
        model = self.model()
        if model is None:
            raise ConflictError("no_model", "sentences of the papers answer", action="Choose a model first.")
        self.spending.room_of(owner, "review")()
        trial = try_model(model, self.clock)
        if trial.usage is not None:
            usage = trial.usage
            spent = Spent(input_tokens=usage.input_tokens, output_tokens=usage.output_tokens, cost_usd=usage.cost_usd)
            self.spending.count(owner, spent)
        return trial


def try_model(model: LanguageModel, clock: Callable[[], float]) -> Trial:
    """Let a model write a sentence and a reply in JSON; `clock` gives seconds."""
    started = clock()
    try:
        written = model.generate(_SENTENCE)
    except ScholarError as error:
        return Trial(seconds=clock() - started, failure=error)
    trial = Trial(
        text=written.text.strip(),
        seconds=clock() - started,
        output_tokens=written.usage.output_tokens,
        usage=written.usage,
    )
    try:
        replied = model.reply(rerank_prompt("What boils?", ["The kettle boils.", "The cat sleeps."]))
    except UnusableAnswerError as error:
        return replace(trial, usage=error.usage.after(trial.usage), failure=error)
    except ScholarError as error:
        return replace(trial, failure=error)
    return replace(trial, usage=replied.usage.after(trial.usage), keeps_shape=True)
