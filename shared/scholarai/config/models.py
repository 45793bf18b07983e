"""Declares the settings of models that answer and make vectors. No I/O; part of `config.Settings`."""

from __future__ import annotations

from typing import Literal, TypeVar

from scholarai.config.setting import SAME, ReadSettings, Setting, choice, integer, number, prices, text
from scholarai.domain.depth import DEPTHS, Depth

RerankerName = Literal["none", "model"]
ImagesName = Literal["ask", "yes", "no"]
SecondReading = Literal["auto", "on", "off"]
T = TypeVar("T")
Role = Literal["answer", "rewrite", "weigh", "review", "judge"]


def _role(name: str, does: str) -> Setting[str]:
    return text(
        name, default_says="`SCHOLARAI_MODEL`", says=f"{does}; of the same provider or this machine", cloud_default=""
    )


class Access(Setting[str]):
    """The address of a provider's server, or its key, which a choice on the page can also set (`config.model_choice`)."""

    def __init__(
        self,
        kind: Literal["address", "key"],
        provider: str,
        name: str,
        default: str = "",
        *,
        says: str,
        default_says: str = "",
    ) -> None:
        super().__init__(name, default, str, says=says, default_says=default_says)
        self.kind = kind
        self.provider = provider


def _optional(name: str, of: Setting[T], *, says: str, default_says: str = "") -> Setting[T | None]:
    """Return a setting that is None unless it is set, with the bounds of another."""
    return Setting(
        name,
        "",
        lambda given: of.parse(given) if given else None,
        says=says,
        default_says=default_says,
        bounds=of.bounds,
    )


class Models(ReadSettings):
    """Models."""

    gemini_api_key = Access("key", "gemini", "GEMINI_API_KEY", says="selects Gemini by API key")
    vertex_location = text("SCHOLARAI_VERTEX_LOCATION", says="selects Gemini on Vertex, such as `eu` or `global`")
    gemini_base_url = text(
        "SCHOLARAI_GEMINI_BASE_URL", default_says="Google's", says="another server that speaks Gemini's protocol"
    )
    openai_base_url = Access(
        "address",
        "openai",
        "SCHOLARAI_OPENAI_BASE_URL",
        default_says="the provider's own",
        says="where a server is that speaks OpenAI's protocol, such as `http://127.0.0.1:1234/v1`",
    )
    openai_api_key = Access("key", "openai", "SCHOLARAI_OPENAI_API_KEY", says="its key, if it wants one")
    ollama_host = Access("address", "ollama", "OLLAMA_HOST", "127.0.0.1:11434", says="where Ollama is")
    anthropic_api_key = Access("key", "anthropic", "ANTHROPIC_API_KEY", says="key of the provider `anthropic`")
    anthropic_base_url = Access(
        "address",
        "anthropic",
        "SCHOLARAI_ANTHROPIC_BASE_URL",
        "https://api.anthropic.com",
        says="another server that speaks Anthropic's protocol",
    )
    chat_model = text(
        "SCHOLARAI_MODEL",
        "gemini-3.8-flash",
        says="writes answers and reviews: `provider/model` (docs/models.md), or the name of a model of Gemini's",
        cloud_default=SAME,
    )
    fallback_model = text(
        "SCHOLARAI_FALLBACK_MODEL",
        "gemini-3.5-flash-lite",
        says="does what another model cannot do now: answers, and the work of each role below; of the provider that answers",
        cloud_default=SAME,
    )
    rewrite_model = _role("SCHOLARAI_REWRITE_MODEL", "puts questions into words to search with; a small model does")
    weigh_model = _role("SCHOLARAI_WEIGH_MODEL", "says how much passages help with a question; a small model does")
    review_model = _role("SCHOLARAI_REVIEW_MODEL", "writes reviews")
    judge_model = _role(
        "SCHOLARAI_JUDGE_MODEL", "reads answers a second time, beside what they cite; a small model does"
    )
    second_reading: Setting[SecondReading] = choice(
        "SCHOLARAI_SECOND_READING",
        ("auto", "on", "off"),
        says="whether a model reads each answer a second time, beside what it cites, in one more call; `auto`: with a hosted "
        "model, and not with one of this machine",
    )
    embedder = text(
        "SCHOLARAI_EMBEDDER",
        default_says="Gemini's where Gemini answers, else this machine's",
        says="makes vectors instead: `provider/model` of this machine's servers or of the provider that answers (docs/models.md)",
    )
    embedding_model = text(
        "SCHOLARAI_EMBEDDING_MODEL",
        "gemini-embedding-2",
        says="Gemini's model that makes vectors; a different one means indexing again (docs/operations.md)",
        cloud_default=SAME,
    )
    embedding_dimensions = integer(
        "SCHOLARAI_EMBEDDING_DIMENSIONS",
        768,
        low=64,
        high=2_048,
        says="length of a vector; Firestore's vector indexes must match",
        cloud_default=SAME,
    )
    model_timeout_s = number(
        "SCHOLARAI_MODEL_TIMEOUT_S",
        60.0,
        low=1.0,
        high=600.0,
        says="deadline of one answer in seconds, retries and fallback included",
    )
    temperature = number(
        "SCHOLARAI_TEMPERATURE", 0.2, low=0.0, high=2.0, says="of answers; not sent to models that take none"
    )
    top_p = _optional(
        "SCHOLARAI_TOP_P",
        number("", 1.0, low=0.0, high=1.0, says=""),
        default_says="the model's own",
        says="`top_p` of all calls; not sent to Anthropic, whose protocol has none",
    )
    top_k = _optional(
        "SCHOLARAI_TOP_K",
        integer("", 40, low=1, high=1_000, says=""),
        default_says="the model's own",
        says="`top_k` of all calls; not sent to Anthropic and OpenAI, whose protocols have none",
    )
    whole_paper_tokens = _optional(
        "SCHOLARAI_WHOLE_PAPER_TOKENS",
        integer("", 0, low=0, high=2_000_000, says=""),
        default_says="60000; with a server of one's own its window, without room for the rest",
        says="tokens up to which a model is shown the papers of a question whole, and passages beyond; 0: passages "
        "always ([models](models.md#whole-papers))",
    )
    max_output_tokens = integer("SCHOLARAI_MAX_OUTPUT_TOKENS", 2_048, low=64, high=65_536, says="of one answer")
    reranker: Setting[RerankerName] = choice(
        "SCHOLARAI_RERANKER",
        ("none", "model"),
        says="what orders passages once more: `model`, in one more call of the model that weighs",
    )
    depth: Setting[Depth] = choice(
        "SCHOLARAI_DEPTH",
        DEPTHS,
        says="how far questions look that do not say it: `quick`, `normal` or `deep` ([answers](answers.md#looking-more-than-once))",
    )
    depth_budget_usd = number(
        "SCHOLARAI_DEPTH_BUDGET_USD",
        0.5,
        low=0.0,
        high=1_000.0,
        says="US dollars that one answer may cost whose depth is not `quick`",
    )
    model_window = integer(
        "SCHOLARAI_MODEL_WINDOW",
        0,
        low=0,
        high=100_000_000,
        says="tokens that the model reads and writes at once; 0: what its server tells",
    )
    local_window_tokens = integer(
        "SCHOLARAI_LOCAL_WINDOW_TOKENS",
        8_000,
        low=1_024,
        high=100_000_000,
        says="the same of a server of one's own that does not tell it",
    )
    model_images: Setting[ImagesName] = choice(
        "SCHOLARAI_MODEL_IMAGES",
        ("ask", "yes", "no"),
        says="whether the model is shown the figures that a question names: `ask` its server, where that can tell",
    )
    model_prices = Setting(
        "SCHOLARAI_MODEL_PRICES",
        "",
        prices,
        default_says="the dated table",
        says="`model=input:output` in USD per million tokens, separated by commas",
    )
    review_budget_usd = number(
        "SCHOLARAI_REVIEW_BUDGET_USD",
        1.0,
        low=0.0,
        high=1_000.0,
        says="US dollars at which a review stops when its request names no budget",
    )
    review_depth: Setting[Depth] = choice(
        "SCHOLARAI_REVIEW_DEPTH",
        DEPTHS,
        says="how far reviews look whose request does not say it: `quick`, `normal` or `deep` "
        "([answers](answers.md#reviews-that-look-more-than-once))",
    )

    @property
    def role_models(self) -> dict[Role, str]:
        """The names of models by role, without the roles for which none is named."""
        named: dict[Role, str] = {
            "rewrite": self.rewrite_model,
            "weigh": self.weigh_model,
            "review": self.review_model,
            "judge": self.judge_model,
        }
        return {role: model for role, model in named.items() if model}

    @property
    def uses_gemini(self) -> bool:
        return bool(self.gemini_api_key or self.vertex_location)
