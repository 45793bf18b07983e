"""Whose call it is: one local user on one machine, the subject of a verified ID token in the cloud."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId
from scholarai.ports.identity import TokenVerifier

# An ID token of Identity Platform is about 1 KiB; custom claims add at most 1,000 bytes.
_TOKEN_CHARACTERS = 8_192


class Identity(Protocol):
    def owner_of(self, authorization: str | None, *, costs: bool = False) -> OwnerId:
        """Return whom the Authorization header names; `costs` says that the call costs money.

        Raises:
            InvalidRequestError: With status 401, when it names nobody, and 403, when that user may cost nothing yet.
            TransientError: When it could not be checked.
        """
        ...


def identity_of(verifier: TokenVerifier | None, default_owner: str, *, verified_email: bool = True) -> Identity:
    """Return how callers are identified: by tokens where there is a verifier, else as the one local user.

    With `verified_email` only users whose address is verified may cost money.
    """
    if verifier is None:
        return LocalUser(OwnerId(default_owner))
    return BearerIdentity(verifier, verified_email=verified_email)


class LocalUser(Struct, frozen=True):
    """Every caller of a local server is its one user."""

    owner: OwnerId

    def owner_of(self, authorization: str | None, *, costs: bool = False) -> OwnerId:  # noqa: ARG002  - the one user needs no proof
        return self.owner


class BearerIdentity(Struct, frozen=True):
    """`Authorization: Bearer <ID token>`, checked by a verifier."""

    verifier: TokenVerifier
    verified_email: bool = True

    def owner_of(self, authorization: str | None, *, costs: bool = False) -> OwnerId:
        account = self.verifier.verify(bearer_token(authorization))
        if costs and self.verified_email and not account.email_verified:
            raise InvalidRequestError(
                "email_not_verified",
                "your e-mail address is not verified yet",
                action="Open the link in the letter that was sent to you, then sign in again.",
                status=403,
            )
        return account.owner


def bearer_token(authorization: str | None) -> str:
    """Return the token of an Authorization header.

    Raises:
        InvalidRequestError: With status 401, when there is none.
    """
    scheme, _, token = (authorization or "").partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token or len(token) > _TOKEN_CHARACTERS:
        raise InvalidRequestError(
            "unauthenticated", "an ID token is needed as `Authorization: Bearer`", action="Sign in.", status=401
        )
    return token
