"""The models that the settings name, each made on first use."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from scholarai.bootstrap.stores import settings

if TYPE_CHECKING:
    from scholarai.ports.models import Answerer, Embedder, Reranker, TextModel
    from scholarai.ports.reviews import QuotePicker


@functools.cache
def embedder() -> Embedder | None:
    """Return the embedding model, or None when there is neither a key nor local weights: lexical retrieval alone."""
    if settings().uses_gemini:
        from scholarai.adapters.gemini.embedder import gemini_embedder

        return gemini_embedder(settings())
    from scholarai.adapters.embedded.models import local_embedder

    return local_embedder(settings())


@functools.cache
def answerer() -> Answerer:
    """Return the answering model: Gemini where it is configured, else the extractive one."""
    if settings().uses_gemini:
        from scholarai.adapters.gemini.answerer import gemini_answerer

        return gemini_answerer(settings())
    from scholarai.adapters.embedded.models import ExtractiveAnswerer

    return ExtractiveAnswerer()


@functools.cache
def text_model() -> TextModel | None:
    """Return the model that writes whole texts, or None where none is configured: rules do what they can then."""
    if not settings().uses_gemini:
        return None
    from scholarai.adapters.gemini.text_model import gemini_text_model

    return gemini_text_model(settings())


@functools.cache
def reranker() -> Reranker | None:
    """Return what orders passages once more, or None where it is not wanted or no model is configured."""
    model = text_model() if settings().rerank else None
    if model is None:
        return None
    from scholarai.services.reranking import ModelReranker

    return ModelReranker(model=model)


@functools.cache
def quote_picker() -> QuotePicker:
    """Return what picks quotes where no model does."""
    from scholarai.adapters.embedded.models.quote_picker import SentencePicker

    return SentencePicker()


def price_per_token() -> tuple[float, float] | None:
    """Return what a token read and one written cost with the configured model, in US dollars; None without a model."""
    if not settings().uses_gemini:
        return None
    from scholarai.adapters.gemini.answerer import utc_today
    from scholarai.adapters.gemini.prices import MILLION, cost_usd

    today, prices = utc_today(), settings().model_prices
    read = cost_usd(settings().chat_model, MILLION, 0, on=today, overrides=prices) / MILLION
    return read, cost_usd(settings().chat_model, 0, MILLION, on=today, overrides=prices) / MILLION
