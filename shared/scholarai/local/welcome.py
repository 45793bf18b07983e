"""Greets a new user: with the server's first words, its page in a browser, and a sample paper in an empty library."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit

from scholarai.adapters.embedded.objects import FileObjectStore
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.object_names import upload_name

SAMPLE_ID = PaperId("sample-paper")
SAMPLE_QUESTION = "How many people make a shared birthday more likely than not?"
_SAMPLE = Path(__file__).with_name("sample") / "sample-paper.pdf"


def welcome(url: str, *, page: bool, model: str | None, token: str | None) -> str:
    """Return the text for a terminal; without a built page it lists the calls that do what the page does.

    Args:
        url: Where the server is.
        page: Whether the page is built.
        model: The language model that answers, if one does.
        token: What callers show, where the system does not tell whose they are.
    """
    answers = f"{model} answers." if model else "No language model is connected: answers are passages of your papers."
    settings = " Connect one in the page's settings." if page and not model else ""
    only = "for this machine only" if token is None else "for those who have this address"
    lines = f"ScholarAI is ready at {with_token(url, token)} ({only}; Ctrl-C stops it).\n{answers}{settings}\n"
    return lines if page else lines + _calls(url, token)


def with_token(url: str, token: str | None) -> str:
    """Return the address of a page with the token that admits a browser."""
    if token is None:
        return url
    return f"{url if urlsplit(url).path else f'{url}/'}?token={token}"


def open_browser(url: str) -> None:
    """Open the page in a browser if there is a desktop; a text browser would take over the terminal."""
    desktop = sys.platform in {"darwin", "win32"} or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if desktop:
        threading.Thread(target=webbrowser.open, args=(url,), name="browser", daemon=True).start()


def sample_path() -> Path | None:
    """Return where the sample paper is, or None when this installation has none."""
    return _SAMPLE if _SAMPLE.exists() else None


def add_sample(objects: FileObjectStore, owner: OwnerId) -> bool:
    """Add the sample paper to an unused store and tell whether that was done.

    It arrives like a file that was copied into the bucket by hand, and can be deleted.
    """
    path = sample_path()
    if path is None or not objects.is_untouched():
        return False
    objects.put(upload_name(owner, SAMPLE_ID, path.name), path.read_bytes(), content_type="application/pdf")
    return True


def _calls(url: str, token: str | None) -> str:
    curl = "curl -s" if token is None else f"curl -s -H 'authorization: Bearer {token}'"
    sample = _ask_sample(url, curl) if sample_path() is not None else ""
    return f"""The page is not built here; these calls do what it does.
{sample}
Upload a paper of yours: announce it, send it where the answer says, follow the extraction, ask.
  {curl} {url}/papers -H 'content-type: application/json' -d '{{"filename": "my-paper.pdf"}}'
  curl -s -T my-paper.pdf -H 'content-type: application/pdf' '<upload.url of the answer>'
  {curl} {url}/papers/<paper_id of the answer>/extraction
"""


def _ask_sample(url: str, curl: str) -> str:
    return f"""
A sample paper is there already. Ask it something:
  {curl} {url}/papers/{SAMPLE_ID}/chat -H 'content-type: application/json' \\
    -d '{{"question": "{SAMPLE_QUESTION}"}}'
"""
