"""The web page: built files below `/assets`, `/pdfjs` and a few names, and one document for every address of its own."""

from __future__ import annotations

import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from werkzeug.security import safe_join
from werkzeug.utils import redirect, send_file
from werkzeug.wrappers import Request, Response

from scholarai.local.served import page_folder

BUILT = page_folder()

# Addresses that the page and the API share: a browser that opens one asks for HTML, the page's own calls ask for JSON.
_OWN_ADDRESSES = re.compile(r"/(?:(?:papers|chat|reviews)(?:/[A-Za-z0-9_-]{1,128})?/?)?\Z")
_FILES = re.compile(r"/(?:(?:assets|pdfjs)/.+|icon\.svg)\Z")
# Their names hold a digest of what is in them.
_NEVER_CHANGES = "/assets/"
_A_YEAR = "public, max-age=31536000, immutable"
# Not all systems know these.
_TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".woff2": "font/woff2"}

_POLICY = {
    "default-src": "'none'",
    # WebAssembly decodes JPEG 2000 and JBIG2 pictures in papers; it lets no scripts in.
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self'",
    "style-src": "'self'",
    "font-src": "'self' data:",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
PAGE_HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {sources}" for name, sources in _POLICY.items()),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

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
        if request.method not in {"GET", "HEAD"}:
            return None
        if _FILES.match(request.path):
            return self._file(request)
        if _OWN_ADDRESSES.match(request.path) and (request.path == "/" or _wants_page(request)):
            return self._document(request)
        return None

    def nothing_here(self, request: Request) -> Response | None:
        """Return the 404 page for browsers, None for API clients."""
        if request.method not in {"GET", "HEAD"} or not _wants_page(request):
            return None
        answer = self._document(request)
        if answer.status_code == 200:
            answer.status_code = 404
        return answer

    def _document(self, request: Request) -> Response:
        public = urlsplit(self.public_url)
        if public.netloc and request.host != public.netloc and _same_port(request, public.port):
            return redirect(f"{public.scheme}://{public.netloc}{request.full_path.rstrip('?')}", code=307)
        index = self.built / "index.html"
        body: bytes | str = index.read_bytes() if index.is_file() else _NOT_BUILT
        # The same address returns JSON to clients that ask for it.
        headers = {**PAGE_HEADERS, "Cache-Control": "no-cache", "Vary": "Accept"}
        return Response(body, headers=headers, content_type="text/html; charset=utf-8")

    def _file(self, request: Request) -> Response:
        path = safe_join(str(self.built), request.path.lstrip("/"))
        if path is None or not Path(path).is_file():
            return Response("There is no such file.\n", 404, headers=PAGE_HEADERS, content_type="text/plain")
        kind = _TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        response = send_file(path, request.environ, mimetype=kind, conditional=True)
        response.headers.update(PAGE_HEADERS)
        response.headers["Cache-Control"] = _A_YEAR if request.path.startswith(_NEVER_CHANGES) else "no-cache"
        return response


def _wants_page(request: Request) -> bool:
    """Tell whether the request asks for HTML by name, as browsers do; programs send `*/*`."""
    return any(kind == "text/html" for kind, _ in request.accept_mimetypes)


def _same_port(request: Request, port: int | None) -> bool:
    """Tell whether this is the public server under another name, and not a public address in front of it."""
    return urlsplit(f"//{request.host}").port == port
