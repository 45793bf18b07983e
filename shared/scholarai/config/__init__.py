"""Declares every environment variable that this system reads, each once. No I/O.

docs/settings.md is made from these declarations: `python -m scholarai.entrypoints.openapi docs/`.
"""

from __future__ import annotations

from typing import Literal

from scholarai.config.limits import Limits
from scholarai.config.literature import Literature
from scholarai.config.models import Models
from scholarai.config.setting import (
    SAME,
    Environment,
    ReadSettings,
    Setting,
    SettingsError,
    accounts,
    choice,
    flag,
    folder,
    integer,
    number,
    origins,
    text,
    web_address,
)
from scholarai.config.sign_in import SignIn
from scholarai.domain.limits import GIB, KIB, MIB
from scholarai.domain.object_names import BUCKET_OWNER, LOCAL_OWNER, is_owner

__all__ = ["Settings", "SettingsError"]

BackendName = Literal["embedded", "gcp"]
OcrName = Literal["tesseract", "rapidocr"]
IdentityName = Literal["local", "firebase"]


def _data_dir(env: Environment) -> str:
    base = env.get("XDG_DATA_HOME") or f"{env.get('HOME') or '.'}/.local/share"
    return f"{base}/scholarai"


def _backend(env: Environment) -> str:
    return "gcp" if env.get("K_SERVICE") else "embedded"


def _identity(env: Environment) -> str:
    return "firebase" if Storage.backend.read(env) == "gcp" else "local"


def _default_owner(env: Environment) -> str:
    return LOCAL_OWNER if Callers.identity.read(env) == "local" else ""


class Storage(ReadSettings):
    """Where things are."""

    backend: Setting[BackendName] = choice(
        "SCHOLARAI_BACKEND",
        ("embedded", "gcp"),
        default=_backend,
        default_says="`embedded`; `gcp` where `K_SERVICE` is set",
        says="SQLite and files on this machine, or Google Cloud",
    )
    data_dir = folder(
        "SCHOLARAI_DATA", _data_dir, default_says="`~/.local/share/scholarai`", says="folder of the embedded backend"
    )
    read_only = flag(
        "SCHOLARAI_READ_ONLY",
        default=False,
        says="1 opens the data folder for reading only, as is done by itself where it cannot be written",
    )
    public_url: Setting[str] = Setting(
        "SCHOLARAI_PUBLIC_URL",
        "http://127.0.0.1:8080",
        lambda url: url.rstrip("/"),
        says="where the embedded backend's own upload and download URLs point",
    )
    project = text("GOOGLE_CLOUD_PROJECT", says="project of the `gcp` backend and of Vertex")
    papers_bucket = text("SCHOLARAI_PAPERS_BUCKET", says="bucket of uploaded papers; required by `gcp`")
    site_bucket = text(
        "SCHOLARAI_SITE_BUCKET",
        says="bucket of the built page, which then is served by the function that has this setting, with every call of the API",
    )
    firestore_database = text("SCHOLARAI_FIRESTORE_DATABASE", "(default)", says="Firestore database")
    events_topic = text("SCHOLARAI_EVENTS_TOPIC", "paper-events", says="topic of `paper.extracted` and `paper.failed`")
    failed_topic = text(
        "SCHOLARAI_FAILED_TOPIC",
        "paper-failures",
        says="topic that gets a `paper.failed` as well if an operator should look at it",
    )
    steps_topic = text("SCHOLARAI_STEPS_TOPIC", "review-steps", says="topic of a review's steps")
    default_owner = text(
        "SCHOLARAI_DEFAULT_OWNER",
        _default_owner,
        default_says="`local`; nobody with `firebase`",
        says="owner of files that were put into the bucket by hand, outside of `uploads/{owner}/`: a user's id, or a name that "
        "stands for no user (docs/operations.md); without one they stay as they are and are not read",
        cloud_default=BUCKET_OWNER,
    )
    source_url = Setting(
        "SCHOLARAI_SOURCE_URL",
        "",
        web_address,
        default_says="none",
        says="address of this version's source, which the page shows; the AGPL (section 13) asks a server that lets others "
        "use a changed version for it",
        cloud_default=SAME,
    )
    service = text("K_SERVICE")


class Callers(ReadSettings):
    """Who may call."""

    identity: Setting[IdentityName] = choice(
        "SCHOLARAI_IDENTITY",
        ("local", "firebase"),
        default=_identity,
        default_says="`local`; `firebase` with `gcp`",
        says="one local user, or verified ID tokens; `local` is refused on Google Cloud",
    )
    identity_project = text(
        "SCHOLARAI_IDENTITY_PROJECT",
        lambda env: env.get("GOOGLE_CLOUD_PROJECT", "").strip(),
        default_says="the project",
        says="project whose ID tokens are accepted",
    )
    allowed_origins = Setting(
        "SCHOLARAI_ALLOWED_ORIGINS", "", origins, says="pages of other origins that may call, separated by commas"
    )
    identity_certificates = text(
        "SCHOLARAI_IDENTITY_CERTIFICATES",
        default_says="Google's",
        says="where the keys of ID tokens are fetched, for tests; refused on Google Cloud",
    )
    push_accounts = Setting(
        "SCHOLARAI_PUSH_ACCOUNTS",
        "",
        accounts,
        says="e-mail addresses of the service accounts that may push events to this function, separated by commas; "
        "empty asks for no token, which Google Cloud never allows",
    )
    push_audience = text(
        "SCHOLARAI_PUSH_AUDIENCE", default_says="the service's own address", says="required audience of their tokens"
    )
    push_certificates = text(
        "SCHOLARAI_PUSH_CERTIFICATES",
        default_says="Google's",
        says="where the keys of their tokens are fetched, for tests; refused on Google Cloud",
    )


class Reading(ReadSettings):
    """Reading papers."""

    max_upload_bytes = integer("SCHOLARAI_MAX_UPLOAD_BYTES", 100 * MIB, low=KIB, high=GIB, says="largest file")
    max_pages = integer("SCHOLARAI_MAX_PAGES", 1_500, low=1, high=20_000, says="longest paper")
    read_wall_s = number(
        "SCHOLARAI_READ_WALL_S", 240.0, low=1.0, high=500.0, says="seconds that reading one file may take"
    )
    read_cpu_s = integer("SCHOLARAI_READ_CPU_S", 200, low=1, high=500, says="CPU seconds of the same")
    read_memory_bytes = integer(
        "SCHOLARAI_READ_MEMORY_BYTES", GIB, low=256 * MIB, high=16 * GIB, says="memory of the process that reads"
    )
    ocr: Setting[OcrName] = choice(
        "SCHOLARAI_OCR",
        ("tesseract", "rapidocr"),
        says="what recognises pages without text: `rapidocr` gets more words right at half the speed, uses 0.9 GiB of "
        "memory, for which the reading process may map 1 GiB more than `SCHOLARAI_READ_MEMORY_BYTES`, and needs the "
        "extra `ocr`; without the extra, Tesseract is used",
    )
    ocr_languages = text(
        "SCHOLARAI_OCR_LANGUAGES",
        "auto",
        says="languages that Tesseract reads, as it names them, such as `eng+deu`; `auto` tries those whose data is "
        "installed, with `osd` data those of the page's script",
    )
    figure_images = flag(
        "SCHOLARAI_FIGURE_IMAGES", default=True, says="0 keeps no images of figures, tables and equations"
    )
    lease_s = number(
        "SCHOLARAI_LEASE_S", 60.0, low=1.0, high=600.0, says="seconds after which a silent worker loses its lease"
    )
    max_attempts = integer(
        "SCHOLARAI_MAX_ATTEMPTS", 5, low=1, high=50, says="attempts at one upload before it ends as `gave_up`"
    )


class Retention(ReadSettings):
    """Retention and observability."""

    session_days = integer(
        "SCHOLARAI_SESSION_DAYS",
        0,
        low=0,
        high=3_650,
        says="life of a conversation after its last message; 0 keeps it until it is deleted",
        cloud_default=90,
    )
    paper_days = integer(
        "SCHOLARAI_PAPER_DAYS",
        0,
        low=0,
        high=3_650,
        says="life of a paper after its upload was announced, with all that was made from it; 0 keeps it until it is "
        "deleted",
        cloud_default=SAME,
    )
    review_days = integer(
        "SCHOLARAI_REVIEW_DAYS",
        0,
        low=0,
        high=3_650,
        says="life of a review after its request; 0 keeps it until it is deleted",
        cloud_default=SAME,
    )
    closed_account_days = integer(
        "SCHOLARAI_CLOSED_ACCOUNT_DAYS",
        0,
        low=0,
        high=3_650,
        says="days after which the sweeper deletes what belongs to an owner whose sign-in account is gone; 0 keeps it, and "
        "is the only choice outside of Google Cloud",
        cloud_default=30,
    )
    log = text(
        "SCHOLARAI_LOG", says="`info` lets the command line show all of its log lines, not only warnings and errors"
    )
    otlp_endpoint = text(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        says="receives spans and metrics; Google's own collector wants `OTEL_RESOURCE_ATTRIBUTES` to name the project "
        "(`gcp.project_id`) and a place (`cloud.region`), as Terraform does",
    )


RENAMED = {"SCHOLARAI_CHAT_MODEL": "SCHOLARAI_MODEL"}
GROUPS: tuple[type[ReadSettings], ...] = (Storage, Callers, SignIn, Limits, Models, Literature, Reading, Retention)


class Settings(Retention, Reading, Literature, Models, Limits, SignIn, Callers, Storage):
    """Everything that is configurable, checked once at the border."""

    @classmethod
    def from_env(cls, env: Environment) -> Settings:
        """Read settings from a mapping such as `os.environ`.

        Raises:
            SettingsError: If a value is not of its kind, outside its bounds, or missing for the chosen backend.
        """
        for old, new in RENAMED.items():
            if env.get(old):
                raise SettingsError(f"{old} is called {new} now")
        settings = cls(env)
        settings._check()
        return settings

    def _check(self) -> None:
        if self.backend == "gcp" and not self.project:
            raise SettingsError("GOOGLE_CLOUD_PROJECT must name the project of the gcp backend, it is empty")
        if self.backend == "gcp" and not self.papers_bucket:
            raise SettingsError("SCHOLARAI_PAPERS_BUCKET must name the bucket of the gcp backend, it is empty")
        if self.vertex_location and not self.project:
            raise SettingsError("SCHOLARAI_VERTEX_LOCATION needs GOOGLE_CLOUD_PROJECT, it is empty")
        self._check_users()
        if self.service:
            self._check_callers_of_service()

    def _check_users(self) -> None:
        if self.closed_account_days and (self.backend != "gcp" or self.identity != "firebase"):
            raise SettingsError("SCHOLARAI_CLOSED_ACCOUNT_DAYS needs the backend gcp and the identity firebase")
        if self.identity == "firebase" and not self.identity_project:
            raise SettingsError("SCHOLARAI_IDENTITY_PROJECT must name the project whose ID tokens count, it is empty")
        if not self.password_sign_in and not self.sign_in_providers:
            raise SettingsError("SCHOLARAI_PASSWORD_SIGN_IN is 0, which needs SCHOLARAI_SIGN_IN_PROVIDERS")
        if self.default_owner and not is_owner(self.default_owner, accounts=self.identity != "local"):
            raise SettingsError(f"SCHOLARAI_DEFAULT_OWNER must be a user's id, got {self.default_owner!r}")

    def _check_callers_of_service(self) -> None:
        """Check that Google alone identifies users and callers where a function is on the internet."""
        if self.identity == "local":
            raise SettingsError("SCHOLARAI_IDENTITY must be firebase on Google Cloud, got 'local'")
        for setting in (Callers.identity_certificates, Callers.push_certificates):
            if getattr(self, setting.attribute):
                raise SettingsError(f"{setting.name} must be empty on Google Cloud")
