"""Signs short-lived URLs of Cloud Storage (V4) for uploading or downloading one object."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from google.auth import iam
from google.auth.credentials import Signing
from google.auth.transport.requests import Request
from google.oauth2.service_account import Credentials

from scholarai.adapters.gcp.errors import SIGNING, translated_errors
from scholarai.domain.errors import ScholarError
from scholarai.ports.stores import SignedUpload

if TYPE_CHECKING:
    from google.cloud.storage import Client

# Ours: long enough to start an upload by hand; a leaked URL is worth nothing soon after.
LIFETIME = timedelta(minutes=15)
TOKEN_URI = "https://oauth2.googleapis.com/token"  # noqa: S105  - an address


def http_transport() -> Any:
    """Return the transport of google-auth's own requests."""
    return Request()


@dataclass(frozen=True, slots=True, kw_only=True)
class CloudStorageSigner:
    """Implements `ports.stores.UploadSigner`. The library dates signatures by the machine's own clock.

    `credentials` sign with their own key where they have one (a key file), else through IAM's `signBlob`, for which the
    service's account needs Token Creator on itself.
    """

    client: Callable[[], Client]
    credentials: Callable[[], Any]
    bucket: str
    transport: Callable[[], Any] = http_transport

    def sign_upload(self, name: str, *, content_type: str, max_bytes: int, now: datetime) -> SignedUpload:
        headers = {
            "content-type": content_type,
            "x-goog-content-length-range": f"0,{max_bytes}",
            "x-goog-if-generation-match": "0",
        }
        url = self._sign(
            name, method="PUT", headers=dict(headers)
        )  # the library adds Host, which browsers refuse to set
        return SignedUpload(url=url, method="PUT", headers=headers, expires_at=now + LIFETIME)

    def sign_download(self, name: str, *, filename: str, now: datetime) -> str:  # noqa: ARG002  - see the class
        shown = f"inline; filename*=UTF-8''{quote(filename, safe='', errors='replace')}"
        return self._sign(name, method="GET", response_disposition=shown)

    def _sign(self, name: str, **request: Any) -> str:
        with translated_errors(SIGNING):
            url: str = (
                self.client()
                .bucket(self.bucket)
                .blob(name)
                .generate_signed_url(
                    version="v4",
                    expiration=LIFETIME,
                    credentials=_able_to_sign(self.credentials(), self.transport()),
                    api_access_endpoint=self.client().api_endpoint,
                    **request,
                )
            )
        return url


def _able_to_sign(credentials: Any, transport: Any) -> Any:
    """Return credentials that can sign: the same ones, or ones that ask IAM to sign for their account."""
    if isinstance(credentials, Signing):
        return credentials
    if not credentials.valid:
        credentials.refresh(transport)  # a machine's credentials learn their account's name only then
    account = getattr(credentials, "service_account_email", None)
    if account is None:
        raise ScholarError(
            "signing_impossible",
            "these credentials belong to no service account, so nothing can be signed with them",
            action="Point GOOGLE_APPLICATION_CREDENTIALS at a service account's key.",
        )
    signer = iam.Signer(transport, credentials, account)
    return Credentials(signer=signer, service_account_email=account, token_uri=TOKEN_URI)
