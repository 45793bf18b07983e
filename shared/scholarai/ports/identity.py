"""Who is calling."""

from __future__ import annotations

from typing import Protocol

from scholarai.domain.ids import OwnerId
from scholarai.domain.values import Value


class Account(Value, frozen=True, kw_only=True):
    """Whom an ID token names; `email_verified` is False only where the token says so."""

    owner: OwnerId
    email_verified: bool = True


class TokenVerifier(Protocol):
    def verify(self, token: str) -> Account:
        """Return the account that an ID token names.

        Raises:
            InvalidRequestError: With status 401, unless the token is genuine, current and meant for this project.
            TransientError: If the keys to check it with cannot be fetched.
        """
        ...


class PushVerifier(Protocol):
    def verify(self, token: str) -> None:
        """Return if the token is that of an account that may push events to this function.

        Raises:
            InvalidRequestError: With status 401, unless the token is genuine, current, meant for this function, and that of an account
                that may push to it.
            TransientError: If the keys to check it with cannot be fetched.
        """
        ...
