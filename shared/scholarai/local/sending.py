"""Sends a file, or the part of it that a request asks for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from werkzeug.exceptions import RequestedRangeNotSatisfiable
from werkzeug.utils import send_file
from werkzeug.wrappers import Request, Response

# One range of bytes. A server may ignore any other, https://www.rfc-editor.org/rfc/rfc9110#name-range
_ONE_RANGE = re.compile(r"bytes=(?:\d+-\d*|-\d+)")


def send(request: Request, path: Path, **options: Any) -> Response:
    """Return the answer with a file, with the range of it that is asked for, or 416 where the file has no such bytes.

    `options` are those of `werkzeug.utils.send_file`.
    """
    environ = dict(request.environ)
    if not _ONE_RANGE.fullmatch(environ.get("HTTP_RANGE", "")):
        environ.pop("HTTP_RANGE", None)
    try:
        return send_file(path, environ, conditional=True, **options)
    except RequestedRangeNotSatisfiable:
        return Response(status=416, headers={"Content-Range": f"bytes */{path.stat().st_size}"})
