"""Verifies the tokens of pushed events: Pub/Sub, Eventarc and the scheduler call with service accounts of this project."""

from __future__ import annotations

import base64
import binascii
import json
import time
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from google.auth import jwt
from google.auth.exceptions import GoogleAuthError

from scholarai.adapters.gcp.identity import Certificates
from scholarai.domain.errors import InvalidRequestError

# https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions, in the form that google.auth reads.
CERTIFICATES_URL = "https://www.googleapis.com/oauth2/v1/certs"
_ISSUERS = frozenset({"https://accounts.google.com", "accounts.google.com"})
# Cloud Run checks a token before a function that is not public sees the call, and then removes the signature, so that the token
# is of no use elsewhere: https://cloud.google.com/run/docs/troubleshooting#signature-removed
SIGNATURE_REMOVED = ".SIGNATURE_REMOVED_BY_GOOGLE"
_CLOCK_SKEW_S = 10
_PART_CHARACTERS = 4_096


@dataclass(frozen=True, slots=True, kw_only=True)
class GooglePushVerifier:
    """Accepts current tokens that Google signed for one of `accounts`, with this function as their audience.

    Attributes:
        accounts: E-mail addresses of service accounts.
        is_audience: Tells whether an audience is this function.
        signatures_removed: Whether Cloud Run is in front of us: a token whose signature it removed is one that it checked.
            Everywhere else such a token is unsigned.
    """

    accounts: AbstractSet[str]
    is_audience: Callable[[str], bool]
    certificates: Certificates
    signatures_removed: bool
    clock: Callable[[], float] = time.time

    def verify(self, token: str) -> None:
        removed = self.signatures_removed and token.endswith(SIGNATURE_REMOVED)
        claims = self._unsigned(token) if removed else self._signed(token)
        audience, email = claims.get("aud"), claims.get("email")
        if claims.get("iss") not in _ISSUERS or not isinstance(audience, str) or not self.is_audience(audience):
            raise _rejected()
        if claims.get("email_verified") is not True or email not in self.accounts:
            raise _rejected()

    def _signed(self, token: str) -> Mapping[str, Any]:
        try:
            key_id = jwt.decode_header(token).get("kid")
            if not isinstance(key_id, str):
                raise _rejected()
            claims: Mapping[str, Any] = jwt.decode(
                token, certs=self.certificates.for_key(key_id), clock_skew_in_seconds=_CLOCK_SKEW_S
            )
        except (ValueError, TypeError, AttributeError, GoogleAuthError):  # forged tokens may raise any of these
            raise _rejected() from None
        return claims

    def _unsigned(self, token: str) -> Mapping[str, Any]:
        parts = token.split(".")
        if len(parts) != 3 or len(parts[1]) > _PART_CHARACTERS:
            raise _rejected()
        try:
            claims = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
        except (ValueError, binascii.Error, RecursionError):
            raise _rejected() from None
        expiry = claims.get("exp") if isinstance(claims, dict) else None
        if not isinstance(expiry, int | float) or expiry < self.clock() - _CLOCK_SKEW_S:
            raise _rejected()
        return claims  # type: ignore[no-any-return]  # a JSON object, as was just seen


def address_of_service(service: str) -> Callable[[str], bool]:
    """Return a predicate that tells whether an audience is an address of this Cloud Run service, in any of its forms.

    They are `https://SERVICE-HASH-REGION.a.run.app`, `https://SERVICE-NUMBER.REGION.run.app` and
    `https://REGION-PROJECT.cloudfunctions.net/SERVICE`; a function's own address is known only after it is deployed. Pub/Sub
    takes the whole address that it pushes to where nobody named an audience, and Eventarc's ends with a query.
    """

    def is_ours(audience: str) -> bool:
        scheme, _, place = audience.partition("://")
        host, _, path = place.partition("?")[0].rstrip("/").partition("/")
        runs = host.startswith(f"{service}-") and host.endswith(".run.app") and not path
        return scheme == "https" and (runs or (host.endswith(".cloudfunctions.net") and path == service))

    return is_ours


def _rejected() -> InvalidRequestError:
    return InvalidRequestError(
        "push_rejected", "the token is not genuine, not current, or not one that may push events here", status=401
    )
