"""The models that the settings name, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable

from scholarai.adapters.models.chat_models import ModelWithFallback
from scholarai.adapters.models.local import ExtractiveAnswerer, LocalEmbedder
from scholarai.adapters.models.local.extractive import SentencePicker
from scholarai.adapters.models.offers import expected_cost, most_per_token, prices_known
from scholarai.adapters.models.prices import price_per_token, utc_today
from scholarai.adapters.models.registry import Provider, chosen_embedder, chosen_provider, fallback_for, provider_for
from scholarai.bootstrap.once import once
from scholarai.config import Settings
from scholarai.config.models import Role
from scholarai.domain.limits import BESIDE_TOKENS
from scholarai.domain.spending import Cost
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer, Embedder, LanguageModel, Reranker
from scholarai.ports.reviews import QuotePicker
from scholarai.ports.stores import SpendingStore
from scholarai.services.chat.deep_calls import DeepModels, Priced
from scholarai.services.daily_budget import SpendStop, StoppableAnswerer, StoppableEmbedder, StoppableModel
from scholarai.services.library.reranking import ModelReranker

# Tokens of papers that a hosted model is shown whole: three or four papers. A guess; windows of 128,000 tokens and more are usual.
WHOLE_TOKENS = 60_000


class Models:
    """Makes the models of a system, with what stops them when a day has cost enough."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        spending: Callable[[], SpendingStore],
        clock: Clock,
        *,
        embedder: Embedder | None = None,
        answerer: Answerer | None = None,
    ) -> None:
        """Use the embedder and the answerer that are given in place of those that the settings name."""
        self.settings = settings
        self._spending = spending
        self._clock = clock
        self._embedder = embedder
        self._answerer = answerer

    def forget(self) -> None:
        """Make every model again when it is next asked for: the settings have changed."""
        for name, made in vars(Models).items():
            if isinstance(made, once):
                getattr(self, name).cache_clear()

    @once
    def spend_stop(self) -> SpendStop | None:
        """Return what stops models when a day has cost enough, or None where nothing does."""
        if not self.settings().daily_spend_limit_usd:
            return None
        return SpendStop(self._spending(), self._clock, self.settings().daily_spend_limit_usd)

    @once
    def provider(self) -> Provider:
        """Return the provider that the settings choose.

        Raises:
            SettingsError: If it lacks a setting.
        """
        return chosen_provider(self.settings())

    @once
    def embedder(self) -> Embedder | None:
        """Return the embedding model, or None when there is neither a key nor local weights: lexical retrieval alone."""
        embedder = self._embedder or chosen_embedder(self.settings(), self.provider())
        stop = self._paid_stop()
        if embedder is None or stop is None or isinstance(embedder, LocalEmbedder):  # which costs nothing
            return embedder
        return StoppableEmbedder(embedder, stop)

    @once
    def load_ahead(self) -> None:
        """Begin to read the weights of the embedding model, if it is on this machine, in a thread while papers are opened."""
        if self._embedder is not None or self.provider().recipient is not None:
            return
        embedder = self.embedder()
        if isinstance(embedder, LocalEmbedder):
            embedder.open()

    @once
    def answerer(self) -> Answerer:
        """Return the answering model."""
        answerer = self._answerer if self._answerer is not None else self.provider().answerer()
        stop = self._paid_stop()
        if stop is None:
            return answerer
        return StoppableAnswerer(answerer, stop)

    @once
    def stand_in(self) -> Answerer | None:
        """Return what answers by rules while the model cannot be reached, None where rules answer anyway."""
        if self.text_model() is None:
            return None
        return ExtractiveAnswerer()

    @once
    def text_model(self) -> LanguageModel | None:
        """Return the model that writes whole texts and replies, or None where none is configured."""
        return self.model_for("answer")

    def model_for(self, role: Role) -> LanguageModel | None:
        """Return the model that does a role, the one that answers unless another is named; None where rules answer.

        `rewrite` puts questions into words to search with and plans searches, `weigh` says how much passages help and
        sums them up (both are asked often: a cheap model pays), `review` writes reviews, `judge` reads an answer a second
        time.
        """
        model, stop = self.provider_for(role).text_model(), self.spend_stop()
        if model is not None:
            model = self._with_fallback(role, model)
        if model is None or stop is None:
            return model
        return StoppableModel(model, stop)

    def _with_fallback(self, role: Role, model: LanguageModel) -> LanguageModel:
        """Return the model with its fallback, where that is of another provider than the role's model."""
        provider = fallback_for(self.settings(), role, self.provider())
        fallback = provider.text_model() if provider is not None else None
        if fallback is None:
            return model
        return ModelWithFallback(first=model, fallback=fallback)

    def deep_models(self) -> DeepModels | None:
        """Return the models of answers and reviews that look more than once, or None where none is configured."""
        plans, weighs, judges = (self.model_for(role) for role in ("rewrite", "weigh", "judge"))
        if plans is None or weighs is None or judges is None:
            return None
        return DeepModels(
            plans=Priced(model=plans, per_token=self.most_per_token("rewrite")),
            weighs=Priced(model=weighs, per_token=self.most_per_token("weigh")),
            judges=Priced(model=judges, per_token=self.most_per_token("judge")),
            answers=self.most_per_token(),
            price_known=prices_known(self.settings(), self.provider()),
        )

    def provider_for(self, role: Role) -> Provider:
        """Return the provider of the model that does a role.

        Raises:
            SettingsError: If it lacks a setting, or texts would go to a second company.
        """
        return provider_for(self.settings(), role, self.provider())

    def whole_tokens(self) -> int:
        """Return the tokens up to which papers are shown whole: as they are set, or as many as the model's window has room for.

        A server of one's own is asked for its window, once a process.
        """
        settings, provider = self.settings(), self.provider()
        if settings.whole_paper_tokens is not None:
            return settings.whole_paper_tokens
        if self.text_model() is None:
            return 0
        window = provider.window()
        if window is None:
            return WHOLE_TOKENS
        room = max(0, window - BESIDE_TOKENS - settings.max_output_tokens)
        return room if provider.is_free or provider.recipient is None else min(room, WHOLE_TOKENS)

    def _paid_stop(self) -> SpendStop | None:
        """Return what stops the provider's models, None where they cost nothing or no limit is set."""
        return self.spend_stop() if self.text_model() is not None else None

    @once
    def reranker(self) -> Reranker | None:
        """Return what orders the passages of a question once more, or None where that is not wanted."""
        model = self.model_for("weigh") if self.settings().reranker != "none" else None
        if model is None:
            return None
        return ModelReranker(model=model)

    def require_models(self) -> None:
        """Check that the models which the settings name can be asked, before anything is served.

        Raises:
            SettingsError: If the provider of one lacks a setting.
        """
        for role in self.settings().role_models:
            self.provider_for(role)
        self.provider()

    @once
    def quote_picker(self) -> QuotePicker:
        """Return what picks quotes where no model does."""
        return SentencePicker()

    def price_per_token(self, role: Role = "answer") -> tuple[float, float] | None:
        """Return what a token read and one written cost with the model of a role, in US dollars; None without a model."""
        if self.model_for(role) is None:
            return None
        model = self.provider_for(role).model
        return price_per_token(model, on=utc_today(), overrides=self.settings().model_prices)

    def most_per_token(self, role: Role = "answer") -> tuple[float, float]:
        """Return what a token read and one written cost at most, whichever of a role's models is asked; zeros where not known."""
        return most_per_token(self.settings(), role, self.provider())

    def expected_cost(self, input_tokens: int, output_tokens: int, role: Role = "answer") -> Cost:
        """Return what tokens read and written by the model of a role are expected to cost today."""
        return expected_cost(self.settings(), self.provider_for(role), input_tokens, output_tokens)

    def second_reader(self) -> LanguageModel | None:
        """Return the model that reads answers a second time, None where none is wanted."""
        wanted = self.settings().second_reading
        hosted = self.provider().recipient is not None
        return self.model_for("judge") if wanted == "on" or (wanted == "auto" and hosted) else None
