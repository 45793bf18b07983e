"""The providers whose models are reached over HTTP, made from the settings."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.capabilities import room_for_thoughts
from scholarai.adapters.models.chat_models import StreamingAnswerer, WritingModel
from scholarai.adapters.models.http.anthropic import VERSION, AnthropicEndpoint
from scholarai.adapters.models.http.connection import Connection
from scholarai.adapters.models.http.embedder import HttpEmbedder
from scholarai.adapters.models.http.faults import Server
from scholarai.adapters.models.http.ollama import OLLAMA_VECTORS, OllamaEndpoint
from scholarai.adapters.models.http.openai import OpenAiEndpoint
from scholarai.adapters.models.http.protocol import HttpEndpoint, Sampling
from scholarai.adapters.models.local import local_embedder
from scholarai.adapters.models.vendors import VENDORS
from scholarai.config import Settings, SettingsError
from scholarai.config.connections import usual_address
from scholarai.domain.limits import BESIDE_TOKENS
from scholarai.ports.models import Answerer, Embedder, LanguageModel, Recipient

# Tokens are counted on the safe side: a paper that is shown whole may count for so many times those that it really has. A guess.
_MARGIN = 1.25


class ServedModels:
    """The models of a server. Implements `Provider`; vectors are made by this machine's own model."""

    service = ""
    is_free = False
    # Whether its usual models read images.
    usually_takes_images = False
    # Where the server makes vectors; empty where it makes none.
    vectors_path = ""

    def __init__(self, settings: Settings, name: str = "") -> None:
        self._settings = settings
        self._kind, _, self.model = (name or settings.chat_model).partition("/")
        if not self.model:
            raise SettingsError(f"SCHOLARAI_MODEL names {self._kind} without a model, such as {self._kind}/NAME")

    @property
    def base_url(self) -> str:
        raise NotImplementedError

    def connection(self) -> Connection:
        raise NotImplementedError

    def endpoint(self) -> HttpEndpoint:
        raise NotImplementedError

    @property
    def takes_images(self) -> bool:
        """Tell whether the model reads images: as it is set, else as the server says, else as usual models there do."""
        if self._settings.model_images != "ask":
            return self._settings.model_images == "yes"
        told = self.endpoint().takes_images(self.model)
        return self.usually_takes_images if told is None else told

    @property
    def recipient(self) -> Recipient | None:
        """Return None for a server of this machine."""
        if self._is_here:
            return None
        others = (name.partition("/") for name in (*self._settings.role_models.values(), self._settings.embedder))
        models = dict.fromkeys((*self._models(), *(model for kind, _, model in others if kind == self._kind)))
        company, is_keyed = urlsplit(self.base_url).hostname or self.base_url, bool(self.connection().headers)
        return Recipient(company=company, service=self.service, models=tuple(models), keyed=is_keyed)

    @property
    def _is_here(self) -> bool:
        host = urlsplit(self.base_url).hostname or self.base_url
        return host in {"localhost", "::1"} or host.startswith("127.")

    def window(self) -> int | None:
        """Return the window that the server tells or that is set, or the one assumed of a server of one's own."""
        endpoint = self.endpoint()
        window = endpoint.usual_window(self.model) or endpoint.window_assumed
        thoughts = room_for_thoughts(self.model, "low", is_hosted=endpoint.is_hosted)
        return max(0, window - thoughts) if window else None

    def answerer(self) -> Answerer:
        return StreamingAnswerer(**self._parts())

    def text_model(self) -> LanguageModel:
        return WritingModel(**self._parts())

    def embedder(self) -> Embedder | None:
        return local_embedder(self._settings)

    def own_embedder(self) -> Embedder:
        """Return the server's own model that makes vectors.

        Raises:
            SettingsError: If it has none.
        """
        if not self.vectors_path:
            raise SettingsError(f"SCHOLARAI_EMBEDDER names {self._kind}, which makes no vectors")
        calls = Calls(timeout_s=self._settings.model_timeout_s)
        dimensions = self._settings.embedding_dimensions
        return HttpEmbedder(self.connection(), self.vectors_path, self.model, dimensions, calls)

    def _parts(self) -> dict[str, Any]:
        return {
            "endpoint": self.endpoint(),
            "models": self._models(),
            "calls": Calls(timeout_s=self._settings.model_timeout_s),
            "prices": self._settings.model_prices,
            "free": self.is_free,
        }

    def _of_endpoint(self) -> dict[str, Any]:
        """Return what endpoints of all protocols are made of."""
        settings, is_own = self._settings, self.is_free or self._is_here
        return {
            "connection": self.connection(),
            "sampling": Sampling(top_p=settings.top_p, top_k=settings.top_k),
            "is_hosted": not is_own,
            "window_set": settings.model_window,
            "window_assumed": self._window_assumed() if is_own else 0,
        }

    def _window_assumed(self) -> int:
        """Return the assumed window of a server that does not report it: enough for whole papers, if that setting is set."""
        settings = self._settings
        whole = settings.whole_paper_tokens or 0
        asked_for = round(whole * _MARGIN) + BESIDE_TOKENS + settings.max_output_tokens if whole else 0
        return max(settings.local_window_tokens, asked_for)

    def _models(self) -> tuple[str, ...]:
        """Return the models to try in turn; a fallback model counts where it is of the same provider."""
        kind, _, fallback = self._settings.fallback_model.partition("/")
        return tuple(dict.fromkeys([self.model, *([fallback] if kind == self._kind and fallback else [])]))


class OpenAiCompatible(ServedModels):
    """A server that speaks OpenAI's protocol."""

    vectors_path = "/embeddings"

    def __init__(self, settings: Settings, name: str = "") -> None:
        super().__init__(settings, name)
        self._vendor = VENDORS[self._kind]
        self.service = self._vendor.title
        self.is_free = self._vendor.is_local
        self.usually_takes_images = self._vendor.takes_images and self.base_url == self._vendor.base_url
        if not settings.openai_api_key and not self.is_free and not settings.openai_base_url:
            raise SettingsError(f"SCHOLARAI_MODEL names {self._kind}, which needs SCHOLARAI_OPENAI_API_KEY")

    @property
    def base_url(self) -> str:
        return self._settings.openai_base_url.rstrip("/") or self._vendor.base_url

    def endpoint(self) -> HttpEndpoint:
        return OpenAiEndpoint(vendor=self._vendor, **self._of_endpoint())

    def connection(self) -> Connection:
        key = self._settings.openai_api_key
        server = Server(
            name=self._vendor.title,
            base_url=self.base_url,
            setting="SCHOLARAI_OPENAI_BASE_URL",
            key_setting="SCHOLARAI_OPENAI_API_KEY",
            pull=self._vendor.pull,
            window=self._vendor.window,
        )
        return Connection(server=server, headers={"Authorization": f"Bearer {key}"} if key else {})


class Ollama(ServedModels):
    service = "Ollama"
    is_free = True
    vectors_path = OLLAMA_VECTORS

    @property
    def base_url(self) -> str:
        """Return OLLAMA_HOST as Ollama reads it: with or without scheme and port, 0.0.0.0 for this machine."""
        given = self._settings.ollama_host
        parts = urlsplit(given if "://" in given else f"http://{given}")
        host = "127.0.0.1" if parts.hostname in {None, "0.0.0.0"} else parts.hostname  # noqa: S104  - read, not bound
        port = parts.port or {"https": 443}.get(parts.scheme, urlsplit(usual_address("ollama")).port)
        return f"{parts.scheme}://{f'[{host}]' if ':' in str(host) else host}:{port}{parts.path.rstrip('/')}"

    def endpoint(self) -> HttpEndpoint:
        return OllamaEndpoint(**self._of_endpoint())

    def connection(self) -> Connection:
        server = Server(
            name="Ollama",
            base_url=self.base_url,
            setting="OLLAMA_HOST",
            key_setting="OLLAMA_HOST",
            pull=f"Pull it with `ollama pull {self.model}`.",
            window="Choose a model that reads more at once; `ollama show` says how much.",
        )
        return Connection(server=server)


class Anthropic(ServedModels):
    service = "the Anthropic API"
    usually_takes_images = True

    def __init__(self, settings: Settings, name: str = "") -> None:
        super().__init__(settings, name)
        if not settings.anthropic_api_key:
            raise SettingsError("SCHOLARAI_MODEL names anthropic, which needs ANTHROPIC_API_KEY")

    @property
    def base_url(self) -> str:
        return self._settings.anthropic_base_url.rstrip("/")

    def endpoint(self) -> HttpEndpoint:
        return AnthropicEndpoint(**self._of_endpoint())

    def connection(self) -> Connection:
        server = Server(
            name="Anthropic",
            base_url=self.base_url,
            setting="SCHOLARAI_ANTHROPIC_BASE_URL",
            key_setting="ANTHROPIC_API_KEY",
        )
        headers = {"x-api-key": self._settings.anthropic_api_key, "anthropic-version": VERSION}
        return Connection(server=server, headers=headers)
