"""A call as operations see it: checked at the border, free of the web framework."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct, field

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId, SessionId

T = TypeVar("T")

PAGE_SIZE = 20
PAGE_SIZE_LIMIT = 100


class Call(Struct, frozen=True, kw_only=True):
    """One authenticated request.

    Attributes:
        parameters: The path's parameters by name.
        query: The query string's values, the first one of each name.
        body: The JSON body as bytes, within its size limit; empty where the route takes none.
        base_url: Scheme and host that the caller used, without a slash at the end.
    """

    method: str
    path: str
    owner: OwnerId
    parameters: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    idempotency_key: str | None = None
    base_url: str = ""

    @property
    def paper_id(self) -> PaperId:
        return PaperId(self.parameters["paper_id"])

    @property
    def session_id(self) -> SessionId:
        return SessionId(self.parameters["session_id"])

    def parse(self, kind: type[T]) -> T:
        """Return the JSON body as a value of `kind` (one of `requests`).

        Raises:
            InvalidRequestError: With status 400 when it is not JSON, 422 when it is JSON of another shape.
        """
        from msgspec import DecodeError, ValidationError

        from scholarai.domain.values import from_json

        try:
            return from_json(kind, self.body)
        except ValidationError as error:
            raise InvalidRequestError("body_invalid", str(error)) from None
        except (DecodeError, UnicodeDecodeError, RecursionError):
            raise InvalidRequestError("json_malformed", "the body is not JSON", status=400) from None

    def paper_ids(self) -> list[PaperId] | None:
        """Return the papers that `papers` names, None where it is not given."""
        given = self.query.get("papers")
        return None if given is None else [PaperId(one.strip()) for one in given.split(";") if one.strip()]

    def page(self) -> tuple[int, str | None]:
        """Return how many things of a list are wanted, and the cursor to go on from.

        Raises:
            InvalidRequestError: If `limit` is not a whole number within bounds.
        """
        text = self.query.get("limit", str(PAGE_SIZE))
        if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= PAGE_SIZE_LIMIT):
            raise InvalidRequestError("limit_invalid", f"limit must be a whole number from 1 to {PAGE_SIZE_LIMIT}")
        return int(text), self.query.get("cursor") or None
