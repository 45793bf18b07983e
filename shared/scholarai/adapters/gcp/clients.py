"""Google's clients, imported and made on first use and kept for the life of the process.

The libraries themselves read `FIRESTORE_EMULATOR_HOST`, `PUBSUB_EMULATOR_HOST` and `STORAGE_EMULATOR_HOST`; where one is
set they go there without credentials.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scholarai.config import Settings

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client as FirestoreClient
    from google.cloud.pubsub_v1 import PublisherClient
    from google.cloud.storage import Client as StorageClient

T = TypeVar("T")

CLOUD_SCOPE = "https://www.googleapis.com/auth/cloud-platform"


class Once(Generic[T]):
    """Calls `make` once and returns the same object to every thread."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._made: T | None = None

    def __call__(self) -> T:
        if self._made is None:
            with self._lock:
                if self._made is None:
                    self._made = self._make()
        return self._made


def firestore_client(settings: Settings) -> FirestoreClient:
    from google.cloud.firestore_v1 import Client

    return Client(project=settings.project, database=settings.firestore_database)


def storage_client(settings: Settings) -> StorageClient:
    """Make a client that sends no requests of its own.

    By itself the library (3.17) reads the bucket's metadata in a thread beside the first call, for traces that we do
    not take: one more request, and one more permission, in every new instance.
    """
    os.environ.setdefault("DISABLE_GCS_PYTHON_CLIENT_OTEL_BUCKET_METADATA", "true")
    from google.cloud.storage import Client

    return Client(project=settings.project)


def publisher_client(_: Settings) -> PublisherClient:
    from google.cloud.pubsub_v1 import PublisherClient
    from google.cloud.pubsub_v1.types import BatchSettings

    # We wait for each event, so waiting for a fuller batch would only delay it.
    return PublisherClient(batch_settings=BatchSettings(max_messages=1))


def default_credentials(_: Settings) -> Any:
    """Return the credentials of this service, from a key file or from the machine's metadata server."""
    import google.auth

    credentials, _project = google.auth.default(scopes=[CLOUD_SCOPE])
    return credentials


def authorized_session() -> Any:
    """Return an HTTP session that authenticates to Google."""
    import google.auth
    from google.auth.transport.requests import AuthorizedSession

    credentials, _project = google.auth.default(scopes=[CLOUD_SCOPE])
    return AuthorizedSession(credentials)
