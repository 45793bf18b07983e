"""Serves the web page: built files below `/assets`, `/pdfjs` and a few names, and one document for all its own addresses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from werkzeug.security import safe_join
from werkzeug.utils import redirect
from werkzeug.wrappers import Request, Response

from scholarai.entrypoints.page import (
    DOCUMENT_HEADERS,
    HTML,
    INDEX,
    PAGE_HEADERS,
    cache_control,
    compressed,
    is_document,
    is_file,
    media_type,
    wants_page,
)
from scholarai.local.functions import page_folder
from scholarai.local.signed_files import send

BUILT = page_folder()

_NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>ScholarAI</title>
<h1>ScholarAI</h1>
<p>The server runs, but its page was not built. In a checkout, <code>make web</code> builds it and needs the npm registry
once; a package without the page was built on a machine without Node.</p>
<ul>
<li><a href="/papers/">/papers</a>: your papers
<li><a href="/healthz">/healthz</a>: how the parts are
</ul>
<p>Until then, upload and ask with the commands that the server printed when it started.</p>
</html>
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebPage:
    """Answers what belongs to the page, and leaves everything else to the API.

    Attributes:
        public_url: Where signed upload URLs point: the page is shown from there, so that they are of its own origin.
    """

    public_url: str
    built: Path = BUILT

    def answer(self, request: Request) -> Response | None:
        """Return the response, or None when the request is not for the page."""
        if is_file(request):
            return self._file(request)
        if is_document(request):
            return self._document(request)
        return None

    def nothing_here(self, request: Request) -> Response | None:
        """Return the 404 page for browsers, None for API clients."""
        if request.method not in {"GET", "HEAD"} or not wants_page(request):
            return None
        answer = self._document(request)
        answer.status_code = 404
        return answer

    def moved(self, request: Request) -> Response | None:
        """Return the way to the public address, for a browser that opens a page of this server under another name."""
        public = urlsplit(self.public_url)
        if not is_document(request) or not public.netloc or request.host == public.netloc:
            return None
        if not _same_port(request, public.port):
            return None
        return redirect(f"{public.scheme}://{public.netloc}{request.full_path.rstrip('?')}", code=307)

    def _document(self, request: Request) -> Response:
        index = self.built / INDEX
        body: bytes | str = index.read_bytes() if index.is_file() else _NOT_BUILT
        return compressed(request, Response(body, headers={**PAGE_HEADERS, **DOCUMENT_HEADERS}, content_type=HTML))

    def _file(self, request: Request) -> Response:
        path = safe_join(str(self.built), request.path.lstrip("/"))
        if path is None or not Path(path).is_file():
            return Response("There is no such file.\n", 404, headers=PAGE_HEADERS, content_type="text/plain")
        response = send(request, Path(path), mimetype=media_type(path))
        response.headers.update(PAGE_HEADERS)
        response.headers["Cache-Control"] = cache_control(request.path)
        return compressed(request, response)


def is_built() -> bool:
    """Tell whether the page is here."""
    return (BUILT / INDEX).is_file()


def _same_port(request: Request, port: int | None) -> bool:
    """Tell whether this is the public server under another name, and not a public address in front of it."""
    return urlsplit(f"//{request.host}").port == port
