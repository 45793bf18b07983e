"""Settings: their names in the environment, their defaults, their bounds. No I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from scholarai.domain.limits import GIB, MIB

BackendName = Literal["embedded", "gcp"]
RerankerName = Literal["none", "gemini", "cross-encoder"]
OcrName = Literal["tesseract", "rapidocr"]
IdentityName = Literal["local", "firebase"]


class SettingsError(ValueError):
    """A setting is missing or outside its bounds; the message names it and says what was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that is configurable, checked once at the border.

    Attributes:
        data_dir: Where the embedded backend keeps everything.
        public_url: Where the local server is reached, for the URLs that it signs.
        project: Google Cloud project of the `gcp` backend and of Vertex.
        gemini_api_key: Selects Gemini through its API key; `vertex_location` selects Gemini on Vertex.
        chat_model, fallback_model, embedding_model: Gemini model names; unused by the local models.
        identity: `local`: everybody is `default_owner`; `firebase`: ID tokens of `identity_project` are asked for.
        identity_certificates: Where the keys of ID tokens are fetched instead of from Google; for tests, never in the cloud.
        service: Name of the Cloud Run service that we run as, empty elsewhere.
        pushers: E-mail addresses of the accounts that may push events to this function; empty asks for no token, which Google Cloud
            never allows.
        push_audience: What their tokens must be meant for; empty: the service's own address.
        push_certificates: Like `identity_certificates`, for their tokens.
        allowed_origins: Exact origins of web pages that may call besides our own.
        review_budget_usd: What the models of one review may cost where its request does not say.
        figure_crops: Whether extraction keeps pictures of figures and tables, for models that can see.
        ocr: Who recognises pages without text; Tesseract also where rapidocr is chosen and not installed.
        reranker: What orders the passages found once more; `reranker_model` is a cross-encoder's folder or its name.
        reranker_s: How long a cross-encoder may take for one question.
        requests_per_minute: Calls that one user may make to one instance a minute; 0 sets no limit.
        default_owner: Owner of objects that nobody announced and whose path names none.
        model_prices: Name of a model to US dollars per million tokens, input and output; replaces the built-in price.
    """

    backend: BackendName
    data_dir: Path
    project: str
    papers_bucket: str
    events_topic: str
    failed_topic: str
    firestore_database: str
    default_owner: str
    gemini_api_key: str = field(repr=False)
    vertex_location: str
    gemini_base_url: str
    chat_model: str
    fallback_model: str
    embedding_model: str
    embedding_dimensions: int
    model_timeout_s: float
    temperature: float
    max_output_tokens: int
    max_upload_bytes: int
    max_pages: int
    read_wall_s: float
    read_cpu_s: int
    read_memory_bytes: int
    lease_s: float
    max_attempts: int
    session_days: int
    paper_days: int = 0
    review_days: int = 0
    steps_topic: str = "review-steps"
    figure_crops: bool = True
    ocr: OcrName = "tesseract"
    review_budget_usd: float = 1.0
    reranker: RerankerName = "none"
    reranker_model: str = "mixedbread-ai/mxbai-rerank-large-v1"
    reranker_s: float = 8.0
    daily_questions: int
    daily_tokens: int
    daily_cost_usd: float
    model_prices: Mapping[str, tuple[float, float]] = field(default_factory=dict, hash=False)
    identity: IdentityName = "local"
    identity_project: str = ""
    identity_certificates: str = ""
    service: str = ""
    pushers: frozenset[str] = frozenset()
    push_audience: str = ""
    push_certificates: str = ""
    requests_per_minute: int = 0
    allowed_origins: tuple[str, ...] = ()
    public_url: str = "http://127.0.0.1:8080"

    @property
    def uses_gemini(self) -> bool:
        return bool(self.gemini_api_key or self.vertex_location)

    @classmethod
    def from_env(cls, env: Mapping[str, str]) -> Settings:
        """Read settings from a mapping such as `os.environ`.

        Raises:
            SettingsError: If a value is not of its kind, outside its bounds, or missing for the chosen backend.
        """
        read = _Reader(env)
        settings = cls(
            backend=read.backend(),
            data_dir=Path(env.get("SCHOLARAI_DATA") or _default_data_dir(env)),
            public_url=read.text("SCHOLARAI_PUBLIC_URL", "http://127.0.0.1:8080").rstrip("/"),
            project=read.text("GOOGLE_CLOUD_PROJECT", ""),
            papers_bucket=read.text("SCHOLARAI_PAPERS_BUCKET", ""),
            events_topic=read.text("SCHOLARAI_EVENTS_TOPIC", "paper-events"),
            failed_topic=read.text("SCHOLARAI_FAILED_TOPIC", "paper-failures"),
            firestore_database=read.text("SCHOLARAI_FIRESTORE_DATABASE", "(default)"),
            default_owner=read.text("SCHOLARAI_DEFAULT_OWNER", "local"),
            gemini_api_key=read.text("GEMINI_API_KEY", ""),
            vertex_location=read.text("SCHOLARAI_VERTEX_LOCATION", ""),
            gemini_base_url=read.text("SCHOLARAI_GEMINI_BASE_URL", ""),
            chat_model=read.text("SCHOLARAI_CHAT_MODEL", "gemini-3.8-flash"),
            fallback_model=read.text("SCHOLARAI_FALLBACK_MODEL", "gemini-3.5-flash-lite"),
            embedding_model=read.text("SCHOLARAI_EMBEDDING_MODEL", "gemini-embedding-2"),
            embedding_dimensions=read.integer("SCHOLARAI_EMBEDDING_DIMENSIONS", 768, low=64, high=2_048),
            model_timeout_s=read.number("SCHOLARAI_MODEL_TIMEOUT_S", 60.0, low=1.0, high=600.0),
            temperature=read.number("SCHOLARAI_TEMPERATURE", 0.2, low=0.0, high=2.0),
            max_output_tokens=read.integer("SCHOLARAI_MAX_OUTPUT_TOKENS", 2_048, low=64, high=65_536),
            max_upload_bytes=read.integer("SCHOLARAI_MAX_UPLOAD_BYTES", 100 * MIB, low=1_024, high=GIB),
            max_pages=read.integer("SCHOLARAI_MAX_PAGES", 1_500, low=1, high=20_000),
            read_wall_s=read.number("SCHOLARAI_READ_WALL_S", 240.0, low=1.0, high=500.0),
            read_cpu_s=read.integer("SCHOLARAI_READ_CPU_S", 200, low=1, high=500),
            read_memory_bytes=read.integer("SCHOLARAI_READ_MEMORY_BYTES", GIB, low=256 * MIB, high=16 * GIB),
            lease_s=read.number("SCHOLARAI_LEASE_S", 60.0, low=1.0, high=600.0),
            max_attempts=read.integer("SCHOLARAI_MAX_ATTEMPTS", 5, low=1, high=50),
            session_days=read.integer("SCHOLARAI_SESSION_DAYS", 90, low=1, high=3_650),
            paper_days=read.integer("SCHOLARAI_PAPER_DAYS", 0, low=0, high=3_650),
            review_days=read.integer("SCHOLARAI_REVIEW_DAYS", 0, low=0, high=3_650),
            figure_crops=read.integer("SCHOLARAI_FIGURE_CROPS", 1, low=0, high=1) == 1,
            ocr=read.ocr(),
            reranker=read.reranker(),
            reranker_model=read.text("SCHOLARAI_RERANKER_MODEL", "mixedbread-ai/mxbai-rerank-large-v1"),
            reranker_s=read.number("SCHOLARAI_RERANKER_S", 8.0, low=0.1, high=300.0),
            requests_per_minute=read.integer("SCHOLARAI_REQUESTS_PER_MINUTE", 0, low=0, high=100_000),
            daily_questions=read.integer("SCHOLARAI_DAILY_QUESTIONS", 0, low=0, high=10**9),
            daily_tokens=read.integer("SCHOLARAI_DAILY_TOKENS", 0, low=0, high=10**12),
            daily_cost_usd=read.number("SCHOLARAI_DAILY_COST_USD", 0.0, low=0.0, high=1e9),
            steps_topic=read.text("SCHOLARAI_STEPS_TOPIC", "review-steps"),
            review_budget_usd=read.number("SCHOLARAI_REVIEW_BUDGET_USD", 1.0, low=0.0, high=1_000.0),
            model_prices=read.prices("SCHOLARAI_MODEL_PRICES"),
            identity=read.identity(),
            identity_certificates=read.certificates("SCHOLARAI_IDENTITY_CERTIFICATES"),
            service=read.text("K_SERVICE", ""),
            pushers=read.accounts("SCHOLARAI_PUSHERS"),
            push_audience=read.text("SCHOLARAI_PUSH_AUDIENCE", ""),
            push_certificates=read.certificates("SCHOLARAI_PUSH_CERTIFICATES"),
            identity_project=read.text("SCHOLARAI_IDENTITY_PROJECT", read.text("GOOGLE_CLOUD_PROJECT", "")),
            allowed_origins=read.origins("SCHOLARAI_ALLOWED_ORIGINS"),
        )
        settings._check()
        return settings

    def _check(self) -> None:
        if self.backend == "gcp" and not self.project:
            raise SettingsError("GOOGLE_CLOUD_PROJECT must name the project of the gcp backend, it is empty")
        if self.backend == "gcp" and not self.papers_bucket:
            raise SettingsError("SCHOLARAI_PAPERS_BUCKET must name the bucket of the gcp backend, it is empty")
        if self.vertex_location and not self.project:
            raise SettingsError("SCHOLARAI_VERTEX_LOCATION needs GOOGLE_CLOUD_PROJECT, it is empty")
        if self.reranker == "gemini" and not self.uses_gemini:
            raise SettingsError("SCHOLARAI_RERANKER is gemini, which needs GEMINI_API_KEY or SCHOLARAI_VERTEX_LOCATION")
        if self.identity == "firebase" and not self.identity_project:
            raise SettingsError("SCHOLARAI_IDENTITY_PROJECT must name the project whose ID tokens count, it is empty")


@dataclass(frozen=True, slots=True)
class _Reader:
    env: Mapping[str, str]

    def text(self, name: str, default: str) -> str:
        return self.env.get(name, "").strip() or default

    def integer(self, name: str, default: int, *, low: int, high: int) -> int:
        text = self.text(name, str(default))
        try:
            value = int(text)
        except ValueError:
            raise SettingsError(f"{name} must be a whole number, got {text!r}") from None
        if not low <= value <= high:
            raise SettingsError(f"{name} must be from {low} to {high}, got {value}")
        return value

    def number(self, name: str, default: float, *, low: float, high: float) -> float:
        text = self.text(name, str(default))
        try:
            value = float(text)
        except ValueError:
            raise SettingsError(f"{name} must be a number, got {text!r}") from None
        if not low <= value <= high:
            raise SettingsError(f"{name} must be from {low} to {high}, got {value}")
        return value

    def prices(self, name: str) -> dict[str, tuple[float, float]]:
        """Read `model=input:output` pairs with commas between them, such as `gemini-3.8-flash=0.75:3.75`."""
        prices: dict[str, tuple[float, float]] = {}
        for entry in filter(None, self.text(name, "").split(",")):
            model, _, price = entry.partition("=")
            before, _, after = price.partition(":")
            try:
                prices[model.strip()] = (float(before), float(after))
            except ValueError:
                raise SettingsError(f"{name} must hold model=input:output pairs, got {entry!r}") from None
        return prices

    def backend(self) -> BackendName:
        """`embedded` when unset outside Google Cloud, where `K_SERVICE` names the running service."""
        name = self.text("SCHOLARAI_BACKEND", "gcp" if self.env.get("K_SERVICE") else "embedded")
        if name == "embedded":
            return "embedded"
        if name == "gcp":
            return "gcp"
        raise SettingsError(f"SCHOLARAI_BACKEND must be embedded or gcp, got {name!r}")

    def ocr(self) -> OcrName:
        name = self.text("SCHOLARAI_OCR", "tesseract")
        if name == "tesseract":
            return "tesseract"
        if name == "rapidocr":
            return "rapidocr"
        raise SettingsError(f"SCHOLARAI_OCR must be tesseract or rapidocr, got {name!r}")

    def reranker(self) -> RerankerName:
        name = self.text("SCHOLARAI_RERANKER", "none")
        if name == "none":
            return "none"
        if name == "gemini":
            return "gemini"
        if name == "cross-encoder":
            return "cross-encoder"
        raise SettingsError(f"SCHOLARAI_RERANKER must be none, gemini or cross-encoder, got {name!r}")

    def identity(self) -> IdentityName:
        """`firebase` when unset with the gcp backend; `local` is never accepted where the internet calls."""
        name = self.text("SCHOLARAI_IDENTITY", "firebase" if self.backend() == "gcp" else "local")
        if name == "local" and self.env.get("K_SERVICE"):
            raise SettingsError("SCHOLARAI_IDENTITY must be firebase on Google Cloud, got 'local'")
        if name == "local":
            return "local"
        if name == "firebase":
            return "firebase"
        raise SettingsError(f"SCHOLARAI_IDENTITY must be local or firebase, got {name!r}")

    def certificates(self, name: str) -> str:
        """Whoever chose these could sign in as anybody, so where the internet calls they are Google's alone."""
        url = self.text(name, "")
        if url and self.env.get("K_SERVICE"):
            raise SettingsError(f"{name} must be empty on Google Cloud")
        return url

    def accounts(self, name: str) -> frozenset[str]:
        """Addresses of service accounts, separated by commas."""
        accounts = frozenset(filter(None, (part.strip() for part in self.text(name, "").split(","))))
        for account in accounts:
            if account.count("@") != 1 or set(account) & set(" /*"):
                raise SettingsError(f"{name} must list e-mail addresses of service accounts, got {account!r}")
        return accounts

    def origins(self, name: str) -> tuple[str, ...]:
        """Origins separated by commas: scheme and host, no path, no wildcard."""
        origins = tuple(part.strip() for part in self.text(name, "").split(",") if part.strip())
        for origin in origins:
            scheme, found, host = origin.partition("://")
            if scheme not in {"http", "https"} or not found or not host or set(host) & set("/*?# "):
                raise SettingsError(f"{name} must list origins such as https://papers.example, got {origin!r}")
        return origins


def _default_data_dir(env: Mapping[str, str]) -> str:
    base = env.get("XDG_DATA_HOME") or f"{env.get('HOME') or '.'}/.local/share"
    return f"{base}/scholarai"
