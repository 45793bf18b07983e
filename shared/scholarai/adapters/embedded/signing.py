"""Short-lived URLs of the local server, signed with a secret that never leaves the data folder."""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import quote

from itsdangerous import BadData, URLSafeSerializer
from msgspec import structs

from scholarai.adapters.system import from_us, to_us
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.values import Value
from scholarai.ports.stores import SignedUpload

OBJECTS_PATH = "/local/objects/"
# The same as the cloud backend's (adapters/gcp/signing.py), so that a client behaves alike on both.
LIFETIME = timedelta(minutes=15)
_SECRET_BYTES = 32


class Permission(Value, frozen=True, kw_only=True):
    """What one URL allows. `content_type` and `max_bytes` bind an upload, `filename` names a download."""

    method: str
    name: str
    expires_us: int
    content_type: str = ""
    max_bytes: int = 0
    filename: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalSigner:
    """Implements `ports.stores.UploadSigner` and checks what it signed."""

    base_url: str
    secret: Callable[[], bytes]

    def sign_upload(self, name: str, *, content_type: str, max_bytes: int, now: datetime) -> SignedUpload:
        expires_at = now + LIFETIME
        permission = Permission(
            method="PUT", name=name, expires_us=to_us(expires_at), content_type=content_type, max_bytes=max_bytes
        )
        return SignedUpload(
            url=self._url(permission), method="PUT", headers={"content-type": content_type}, expires_at=expires_at
        )

    def sign_download(self, name: str, *, filename: str, now: datetime) -> str:
        return self._url(Permission(method="GET", name=name, expires_us=to_us(now + LIFETIME), filename=filename))

    def permission(self, token: str, *, method: str, name: str, content_type: str = "", now: datetime) -> Permission:
        """Return what the token of a URL allows, if it was signed for this very request and its time is not over.

        Raises:
            InvalidRequestError: With status 403.
        """
        try:
            signed = Permission(**self._serializer().loads(token))
        except BadData:
            raise _not_signed() from None
        if (signed.method, signed.name, signed.content_type) != (method, name, content_type):
            raise _not_signed()
        if now > from_us(signed.expires_us):
            raise InvalidRequestError(
                "signature_expired", "this URL has expired", action="Ask for a new one.", status=403
            )
        return signed

    def _url(self, permission: Permission) -> str:
        token = self._serializer().dumps(structs.asdict(permission))
        return f"{self.base_url}{OBJECTS_PATH}{quote(permission.name, safe='/')}?token={token}"

    def _serializer(self) -> URLSafeSerializer:
        return URLSafeSerializer(self.secret(), signer_kwargs={"digest_method": hashlib.sha256})


def _not_signed() -> InvalidRequestError:
    return InvalidRequestError("signature_invalid", "this URL was not signed for this request", status=403)


def read_secret(path: Path | None) -> bytes:
    """Return the secret at `path`, made on first use, readable by its owner alone; where none can be kept, another each time."""
    try:
        return secrets.token_bytes(_SECRET_BYTES) if path is None else _kept(path)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        return secrets.token_bytes(_SECRET_BYTES)


def _kept(path: Path) -> bytes:
    with suppress(FileNotFoundError):
        return path.read_bytes()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(_SECRET_BYTES))
            file.flush()
            os.fsync(descriptor)
        with suppress(FileExistsError):
            os.link(draft, path)  # whole or not at all, and the first of two processes wins
    finally:
        draft.unlink()
    return path.read_bytes()
