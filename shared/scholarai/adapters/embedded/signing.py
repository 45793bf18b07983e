"""Short-lived URLs of the local server, signed with a secret that never leaves the data folder."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import quote, urlencode

from scholarai.adapters.times import from_us, to_us
from scholarai.domain.errors import InvalidRequestError
from scholarai.ports.objects import SignedUpload

OBJECTS_PATH = "/local/objects/"
# The same as the cloud backend's (adapters/gcp/signing.py), so that a client behaves alike on both.
LIFETIME = timedelta(minutes=15)


@dataclass(frozen=True, slots=True, kw_only=True)
class Permission:
    """What one URL allows. `content_type` and `max_bytes` bind an upload, `filename` names a download."""

    method: str
    name: str
    expires_us: int
    content_type: str = ""
    max_bytes: int = 0
    filename: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalSigner:
    """Implements `ports.objects.UploadSigner` and checks what it signed."""

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

    def check(self, permission: Permission, signature: str, now: datetime) -> None:
        """Check that this very permission was signed, and that its time is not over.

        Raises:
            InvalidRequestError: With status 403.
        """
        if not hmac.compare_digest(self._signature(permission).encode(), signature.encode()):
            raise InvalidRequestError("signature_invalid", "this URL was not signed for this request", status=403)
        if now > from_us(permission.expires_us):
            raise InvalidRequestError(
                "signature_expired", "this URL has expired", action="Ask for a new one.", status=403
            )

    def _url(self, permission: Permission) -> str:
        query: dict[str, str | int] = {"expires": permission.expires_us}
        if permission.method == "PUT":
            query["max_bytes"] = permission.max_bytes
        else:
            query["filename"] = permission.filename
        query["signature"] = self._signature(permission)
        return f"{self.base_url}{OBJECTS_PATH}{quote(permission.name, safe='/')}?{urlencode(query)}"

    def _signature(self, permission: Permission) -> str:
        said = json.dumps(
            [
                permission.method,
                permission.name,
                permission.expires_us,
                permission.content_type,
                permission.max_bytes,
                permission.filename,
            ]
        )
        return hmac.new(self.secret(), said.encode(), hashlib.sha256).hexdigest()


def read_secret(path: Path) -> bytes:
    """Return the secret at `path`, made on first use, readable by its owner alone."""
    with suppress(FileNotFoundError):
        return path.read_bytes()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secrets.token_bytes(32))
        os.fsync(descriptor)
    with suppress(FileExistsError):
        os.link(draft, path)  # whole or not at all, and the first of two processes wins
    draft.unlink()
    return path.read_bytes()
