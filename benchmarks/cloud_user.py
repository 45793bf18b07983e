"""A user of the local cloud: calls of the API with a token of their own, and uploads as a page makes them."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

from doubles.cloud.local_cloud import LocalCloud

_CALL_S = 30.0


@dataclass(frozen=True)
class CloudUser:
    """Somebody who is signed in."""

    cloud: LocalCloud
    owner: str

    def call(self, method: str, path: str, body: object = None, key: str | None = None) -> tuple[int, Any]:
        """Return status and JSON; 0 where the connection broke, as it does when an instance is killed."""
        headers = {"Authorization": f"Bearer {self.cloud.token(self.owner)}", "Content-Type": "application/json"}
        headers |= {"Idempotency-Key": key} if key else {}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.cloud.url}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=_CALL_S) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            return error.code, None
        except (OSError, ValueError):
            return 0, None

    def announce(self, filename: str) -> Any:
        """Return what `POST /papers` answered; None where it was refused, so that nothing was promised."""
        status, made = self.call("POST", "/papers", {"filename": filename})
        return made if status == 201 else None

    def put(self, upload: Any, data: bytes) -> bool:
        """Upload as the announcement says; tell whether the bucket took it."""
        request = urllib.request.Request(upload["url"], data, dict(upload["headers"]), method=upload["method"])
        try:
            urllib.request.urlopen(request, timeout=_CALL_S).close()
        except OSError:
            return False
        return True
