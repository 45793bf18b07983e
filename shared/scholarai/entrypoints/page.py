"""Serves the web page: its addresses, its headers, and its files in a bucket."""

from __future__ import annotations

import functools
import gzip
import mimetypes
import re
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import TypeVar

from flask import Response
from msgspec import Struct
from werkzeug.wrappers import Request
from werkzeug.wrappers import Response as AnyResponse

from scholarai.ports.stores import ObjectStore

ResponseT = TypeVar("ResponseT", bound=AnyResponse)

INDEX = "index.html"
HTML = "text/html; charset=utf-8"
# The same address returns JSON to clients that ask for it.
DOCUMENT_HEADERS = {"Cache-Control": "no-cache", "Vary": "Accept"}

# Addresses that the page and the API share: a browser that opens one asks for HTML, the page's own calls ask for JSON.
# The load balancer's are made from these two, terraform/modules/front/pages.tf.
ROOMS_OF_ONE = ("papers", "chat", "reviews", "tables")
# "history" is what people type for the list of conversations, /chat.
ROOMS = ("library", "check", "discover", "history", "notes", "settings")
_OWN_ADDRESSES = re.compile(
    rf"/(?:(?:{'|'.join(ROOMS_OF_ONE)})(?:/[A-Za-z0-9_-]{{1,128}})?/?|(?:{'|'.join(ROOMS)})/?)?\Z"
)
_FILES = re.compile(r"/(?:(?:assets|pdfjs)/.+|icon\.svg)\Z")
# Their names contain a digest of their content.
_NEVER_CHANGES = "/assets/"
_A_YEAR = "public, max-age=31536000, immutable"
# Not all systems know these.
_TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".woff2": "font/woff2"}

_COMPRESSIBLE = ("text/", "application/javascript", "application/json", "application/wasm", "image/svg+xml")
# A guess: a smaller file fits into one packet.
_WORTH_BYTES = 1_000
# Of gzip; 9 takes four times as long for two percent less of a paper's content.
_LEVEL = 6
# A built page has some 60 files.
_FILES_KEPT = 128

_POLICY = {
    "default-src": "'none'",
    # WebAssembly decodes JPEG 2000 and JBIG2 images in papers; this allows no scripts.
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
# Papers and sign-in are Google's.
_CLOUD_POLICY = {
    **_POLICY,
    "connect-src": "'self' https://storage.googleapis.com https://identitytoolkit.googleapis.com "
    "https://securetoken.googleapis.com",
}
PAGE_HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {sources}" for name, sources in _POLICY.items()),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
CLOUD_PAGE_HEADERS = {
    **PAGE_HEADERS,
    "Content-Security-Policy": "; ".join(f"{name} {sources}" for name, sources in _CLOUD_POLICY.items()),
    "Strict-Transport-Security": "max-age=31536000",
}


class BucketPage(Struct, frozen=True):
    """Serves the page of a deployment without a load balancer from the bucket that Terraform filled."""

    files: ObjectStore

    def answer(self, request: Request) -> Response | None:
        """Return the response, or None when the request is not for the page.

        Raises:
            NotFoundError: If the page has no such file.
        """
        if is_file(request):
            return self._file(request, request.path.lstrip("/"), {"Cache-Control": cache_control(request.path)})
        if is_document(request):
            return self._file(request, INDEX, DOCUMENT_HEADERS)
        return None

    def nothing_here(self, request: Request) -> Response | None:
        """Return the page with the status 404 for a browser, None for other programs."""
        if not (_reads(request) and wants_page(request)):
            return None
        response = Response(self.files.read(INDEX), 404, {**CLOUD_PAGE_HEADERS, **DOCUMENT_HEADERS}, mimetype=HTML)
        return compressed(request, response)

    def _file(self, request: Request, name: str, headers: dict[str, str]) -> Response:
        response = Response(self.files.read(name), headers={**CLOUD_PAGE_HEADERS, **headers}, mimetype=media_type(name))
        response.add_etag()
        response.make_conditional(request)
        return compressed(request, response)


def is_file(request: Request) -> bool:
    """Tell whether the request is for a file of the page."""
    return _reads(request) and _FILES.match(request.path) is not None


def is_document(request: Request) -> bool:
    """Tell whether a browser opens one of the page's own addresses."""
    own = _reads(request) and _OWN_ADDRESSES.match(request.path) is not None
    return own and (request.path == "/" or wants_page(request))


def wants_page(request: Request) -> bool:
    """Tell whether the request asks for HTML by name, as browsers do; programs send `*/*`."""
    return any(kind == "text/html" for kind, _ in request.accept_mimetypes)


def cache_control(path: str) -> str:
    """Return how long a file of the page may be kept without asking."""
    return _A_YEAR if path.startswith(_NEVER_CHANGES) else "no-cache"


def compressed(request: Request, response: ResponseT, pack: Callable[[bytes], bytes] | None = None) -> ResponseT:
    """Return a response whose body is compressed if the client accepts it and it saves enough.

    `pack` returns a body as gzip; by default each of the last ones is packed once.
    """
    if not (response.mimetype or "").startswith(_COMPRESSIBLE):
        return response
    response.vary.add("Accept-Encoding")
    if response.status_code != 200 or not request.accept_encodings["gzip"]:
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= _WORTH_BYTES:
        response.set_data((pack or _gzipped)(body))
        response.content_encoding = "gzip"
        tag, _ = response.get_etag()
        if tag is not None:
            response.set_etag(tag, weak=True)  # the same file in other bytes
    return response


def gzipped(body: bytes) -> bytes:
    return gzip.compress(body, compresslevel=_LEVEL, mtime=0)


_gzipped = functools.lru_cache(maxsize=_FILES_KEPT)(gzipped)


def media_type(name: str) -> str:
    """Return the media type of a file of the page, by its name."""
    return _TYPES.get(PurePosixPath(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def _reads(request: Request) -> bool:
    return request.method in {"GET", "HEAD"}
