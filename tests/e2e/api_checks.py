"""What every answer of the API must be, for every caller."""

from __future__ import annotations

from typing import Any

from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

_CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# A hang, for a call of a library that is as small as a test's, on a busy machine too.
ANSWER_S = 60.0
# gunicorn refuses a request line of more bytes by itself, with 414 and before the API sees it.
_LONGEST_LINE = 4094


def require_contract(case: Any, response: Any) -> None:
    """Validate a schemathesis answer against the published document.

    Raises:
        schemathesis.core.failures.FailureGroup: The answer is not what the document says.
    """
    line = f"{response.request.method} {response.request.path_url} HTTP/1.1\r\n"
    if response.status_code == 414 and len(line) > _LONGEST_LINE:
        return
    case.validate_response(response, checks=_CHECKS)
