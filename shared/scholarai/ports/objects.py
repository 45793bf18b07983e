"""Where uploaded files are kept; generations grow with every write of a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from scholarai.domain.values import Value


class SignedUpload(Value, frozen=True, kw_only=True):
    """Permission to send one object: the request to make, byte for byte, until it expires."""

    url: str
    method: str
    headers: Mapping[str, str]
    expires_at: datetime


class UploadSigner(Protocol):
    """Hands out short-lived permissions to browsers."""

    def sign_upload(self, name: str, *, content_type: str, max_bytes: int, now: datetime) -> SignedUpload:
        """Return a permission to create `name` once: type and size bounds are part of the signature."""
        ...

    def sign_download(self, name: str, *, filename: str, now: datetime) -> str:
        """Return a URL that serves the object for some minutes under `filename`."""
        ...


class ObjectStore(Protocol):
    """Objects by name and generation. Every method raises TransientError when the store cannot be reached."""

    def download(self, name: str, generation: int, target: Path, *, max_bytes: int) -> int:
        """Stream that generation to `target` and return its size in bytes.

        Raises:
            NotFoundError: If that generation is gone: a newer one replaced it, or it was deleted.
            PaperFaultError: With code `too_large`, as soon as more than `max_bytes` came.
        """
        ...

    def put(self, name: str, data: bytes, *, content_type: str) -> int:
        """Write the object, whatever was there, and return its new generation: greater than any the name ever had."""
        ...

    def read(self, name: str) -> bytes:
        """Return the newest generation. Raises NotFoundError if there is none."""
        ...

    def touch(self, name: str) -> int:
        """Rewrite the object onto itself and return the new generation, so that its event comes again.

        Raises:
            NotFoundError: If there is no such object.
        """
        ...

    def names(self, folder: str) -> Sequence[str]:
        """Return the names of all objects below a name that ends in `/`, sorted."""
        ...

    def delete(self, name: str) -> None:
        """Remove the object of that name, or all objects below a name that ends in `/`; fine when there is none."""
        ...
