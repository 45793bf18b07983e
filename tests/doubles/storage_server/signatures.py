"""V4 signatures of signed URLs, checked as https://cloud.google.com/storage/docs/authentication/canonical-requests says."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl, quote

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from doubles.storage_server.objects import StorageError

ALGORITHM = "GOOG4-RSA-SHA256"
LONGEST_S = 604_800
# The real one allows as much for clocks that differ.
SKEW = timedelta(minutes=15)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedRequest:
    """What a signature covers. `path` and `query` are as they came over the wire; header names are in lower case."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]


def check_signature(request: SignedRequest, keys: Mapping[str, RSAPublicKey], now: datetime) -> None:
    """Return if a trusted account signed this very request and its time is not over.

    Raises:
        StorageError: 403 for a wrong or missing signature, 400 for an expired or malformed one.
    """
    pairs = parse_qsl(request.query, keep_blank_values=True)
    said = dict(pairs)
    if "X-Goog-Signature" not in said:
        raise StorageError(403, "forbidden", "AccessDenied", "Anonymous caller does not have access.")
    if said.get("X-Goog-Algorithm") != ALGORITHM:
        raise _malformed("the algorithm is not one that we know")
    _check_time(said, now)
    email, scope = _credential(said)
    names = said.get("X-Goog-SignedHeaders", "").split(";")
    _check_headers(names, request.headers)
    canonical = _canonical_request(request, pairs, names)
    text = "\n".join((ALGORITHM, said["X-Goog-Date"], scope, hashlib.sha256(canonical.encode()).hexdigest()))
    try:
        keys[email].verify(bytes.fromhex(said["X-Goog-Signature"]), text.encode(), PKCS1v15(), SHA256())
    except (KeyError, ValueError, InvalidSignature):
        raise StorageError(403, "forbidden", "SignatureDoesNotMatch", "The signature does not match.") from None


def _check_time(said: Mapping[str, str], now: datetime) -> None:
    try:
        signed = datetime.strptime(said["X-Goog-Date"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        lifetime_s = int(said["X-Goog-Expires"])
    except (KeyError, ValueError):
        raise _malformed("date or lifetime is missing or malformed") from None
    if not 0 < lifetime_s <= LONGEST_S:
        raise _malformed("the lifetime is not from 1 to 604800 seconds")
    if signed > now + SKEW:
        raise _malformed("the request is dated in the future")
    if now > signed + timedelta(seconds=lifetime_s):
        raise StorageError(400, "expired", "ExpiredToken", "The provided token has expired.")


def _credential(said: Mapping[str, str]) -> tuple[str, str]:
    email, _, scope = said.get("X-Goog-Credential", "").partition("/")
    if scope.split("/")[1:] != ["auto", "storage", "goog4_request"] or scope[:8] != said["X-Goog-Date"][:8]:
        raise _malformed("the credential scope is not {date}/auto/storage/goog4_request")
    return email, scope


def _check_headers(names: list[str], headers: Mapping[str, str]) -> None:
    """`host` and every `x-goog-` header that was sent must be signed, every signed header must be sent."""
    if "host" not in names:
        raise _malformed("the host header is not signed")
    unsigned = [name for name in headers if name.startswith("x-goog-") and name not in names]
    missing = [name for name in names if name not in headers]
    if unsigned or missing:
        raise StorageError(
            403, "forbidden", "SignatureDoesNotMatch", f"unsigned headers {unsigned}, missing headers {missing}"
        )


def _canonical_request(request: SignedRequest, pairs: list[tuple[str, str]], names: list[str]) -> str:
    encoded = sorted((_quoted(key), _quoted(value)) for key, value in pairs if key != "X-Goog-Signature")
    return "\n".join(
        (
            request.method,
            request.path,
            "&".join(f"{key}={value}" for key, value in encoded),
            "".join(f"{name}:{' '.join(request.headers[name].split())}\n" for name in sorted(names)),
            ";".join(sorted(names)),
            request.headers.get("x-goog-content-sha256", "UNSIGNED-PAYLOAD"),
        )
    )


def _quoted(text: str) -> str:
    return quote(text, safe="-_.~")


def _malformed(why: str) -> StorageError:
    return StorageError(400, "invalid", "MalformedSecurityHeader", why)
