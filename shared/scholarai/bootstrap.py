"""The composition root: chooses adapters and hands them to services. The only module that knows both."""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING, Protocol

from scholarai.config import Settings

if TYPE_CHECKING:
    from scholarai.ports.events import EventPublisher
    from scholarai.ports.identity import TokenVerifier
    from scholarai.ports.models import Answerer, Embedder
    from scholarai.ports.objects import ObjectStore, UploadSigner
    from scholarai.ports.papers import ChunkSearch, ContentStore, PaperStore
    from scholarai.ports.sessions import SessionStore


class Backend(Protocol):
    """Where things are kept: one property per port, each made on first use and kept for the life of the process."""

    @property
    def papers(self) -> PaperStore: ...
    @property
    def contents(self) -> ContentStore: ...
    @property
    def search(self) -> ChunkSearch: ...
    @property
    def sessions(self) -> SessionStore: ...
    @property
    def objects(self) -> ObjectStore: ...
    @property
    def signer(self) -> UploadSigner: ...
    @property
    def events(self) -> EventPublisher: ...


@functools.cache
def settings() -> Settings:
    """Return the settings of this process."""
    return Settings.from_env(os.environ)


@functools.cache
def backend() -> Backend:
    """Return the backend that the settings name."""
    match settings().backend:
        case "embedded":
            from scholarai.adapters.embedded.backend import EmbeddedBackend

            return EmbeddedBackend(settings())
        case "gcp":
            from scholarai.adapters.gcp.backend import GcpBackend

            return GcpBackend(settings())


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
def token_verifier() -> TokenVerifier | None:
    """Return what checks ID tokens, or None where everybody is the one local user."""
    match settings().identity:
        case "local":
            return None
        case "firebase":
            from scholarai.adapters.gcp.identity import Certificates, FirebaseVerifier

            return FirebaseVerifier(settings().identity_project, Certificates())
