"""Verifies ID tokens of Firebase and Identity Platform against Google's certificates, which are cached."""

from __future__ import annotations

import json
import re
import threading
import time
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any

from google.auth import jwt
from google.auth.exceptions import GoogleAuthError

from scholarai.domain.errors import InvalidRequestError, TransientError
from scholarai.domain.ids import OwnerId
from scholarai.domain.object_names import is_owner
from scholarai.ports.callers import Account

# https://firebase.google.com/docs/auth/admin/verify-id-tokens#verify_id_tokens_using_a_third-party_jwt_library
CERTIFICATES_URL = "https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
ISSUER = "https://securetoken.google.com/"
_CLOCK_SKEW_S = 10
_FETCH_S = 5.0
_CERTIFICATES_BYTES = 256 * 1024
# Certificates rotate about weekly, and the response says how long they may be cached; a minute if it does not.
_DEFAULT_AGE_S = 60.0
# An unknown key id makes us fetch again, but at most this often, since ids may be made up.
_LOOK_AGAIN_S = 30.0
_MAX_AGE = re.compile(r"max-age=(\d+)")


class FirebaseVerifier:
    """Accepts current tokens that Identity Platform signed for `project`; the owner is their subject."""

    def __init__(self, project: str, certificates: Certificates) -> None:
        self._project = project
        self._certificates = certificates

    def verify(self, token: str) -> Account:
        claims = self._claims(token)
        subject = claims.get("sub")
        if claims.get("iss") != ISSUER + self._project:
            raise _rejected()
        if not isinstance(subject, str) or not is_owner(subject, accounts=True):
            raise _rejected()
        return Account(owner=OwnerId(subject), email_verified=claims.get("email_verified") is not False)

    def _claims(self, token: str) -> Mapping[str, Any]:
        try:
            key_id = jwt.decode_header(token).get("kid")
            if not isinstance(key_id, str):
                raise _rejected()
            claims: Mapping[str, Any] = jwt.decode(
                token,
                certs=self._certificates.for_key(key_id),
                audience=self._project,
                clock_skew_in_seconds=_CLOCK_SKEW_S,
            )
        except (ValueError, TypeError, AttributeError, GoogleAuthError):  # forged tokens may raise any of these
            raise _rejected() from None
        return claims


class Certificates:
    """Public certificates by key id, fetched on first use and again when they are out of date."""

    def __init__(self, url: str = CERTIFICATES_URL, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._url = url
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._by_key: dict[str, str] = {}
        self._fetched_at = float("-inf")
        self._good_until = float("-inf")

    def for_key(self, key_id: str) -> Mapping[str, str]:
        """Return the certificates, looking again for an id that is not among them.

        Raises:
            TransientError: If they cannot be fetched.
        """
        with self._lock:
            now = self._monotonic()
            unknown = key_id not in self._by_key and now >= self._fetched_at + _LOOK_AGAIN_S
            if now >= self._good_until or unknown:
                self._fetch(now)
            return self._by_key

    def _fetch(self, now: float) -> None:
        try:
            with urllib.request.urlopen(self._url, timeout=_FETCH_S) as answer:  # noqa: S310  - no caller's URL
                self._by_key = json.loads(answer.read(_CERTIFICATES_BYTES))
                age = _MAX_AGE.search(answer.headers.get("Cache-Control", ""))
        except (OSError, ValueError) as error:  # URLError, timeouts and cut connections are OSErrors
            raise TransientError(
                "certificates_unreachable", "the keys that ID tokens are checked with cannot be fetched"
            ) from error
        self._fetched_at = now
        self._good_until = now + (float(age[1]) if age else _DEFAULT_AGE_S)


def _rejected() -> InvalidRequestError:
    return InvalidRequestError(
        "token_rejected",
        "the ID token is not genuine, not current, or not meant for this project",
        action="Sign in again.",
        status=401,
    )
