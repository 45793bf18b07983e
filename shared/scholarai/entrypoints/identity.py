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
    def owner_of(self, authorization: str | None) -> OwnerId:
        """Return whom the Authorization header names.

        Raises:
            InvalidRequestError: With status 401, when it names nobody.
            TransientError: When it could not be checked.
        """
        ...


def identity_of(verifier: TokenVerifier | None, default_owner: str) -> Identity:
    """Return how callers are identified: by tokens where there is a verifier, else as the one local user."""
    return LocalUser(OwnerId(default_owner)) if verifier is None else BearerIdentity(verifier)


class LocalUser(Struct, frozen=True):
    """Every caller of a local server is its one user."""

    owner: OwnerId

    def owner_of(self, authorization: str | None) -> OwnerId:  # noqa: ARG002  - the one user needs no proof
        return self.owner


class BearerIdentity(Struct, frozen=True):
    """`Authorization: Bearer <ID token>`, checked by a verifier."""

    verifier: TokenVerifier

    def owner_of(self, authorization: str | None) -> OwnerId:
        return self.verifier.verify(bearer_token(authorization))


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
