"""What the server says when it is ready: where it is and what to try."""

from __future__ import annotations

from scholarai.local.sample_paper import SAMPLE_ID, sample_path


def welcome(url: str) -> str:
    """Return the text for a person at a terminal."""
    first = _ask_sample(url) if sample_path() is not None else ""
    return f"""ScholarAI serves at {url} (this machine only; stop with Ctrl-C).
{first}
Upload a paper of yours:
  scholarai ask my-paper.pdf "What is the main contribution?"
or over HTTP: announce it, send it where the answer says, and follow the extraction:
  curl -s {url}/papers -H 'content-type: application/json' \\
    -d '{{"filename": "my-paper.pdf", "media_type": "application/pdf", "size_bytes": 123456}}'
  curl -s -T my-paper.pdf -H 'content-type: application/pdf' '<upload.url of the answer>'
  curl -s {url}/papers/<paper id>/extraction
"""


def _ask_sample(url: str) -> str:
    return f"""
A sample paper is there already. Ask it something:
  curl -s {url}/papers/{SAMPLE_ID}/extraction
  curl -s {url}/papers/{SAMPLE_ID}/chat -H 'content-type: application/json' \\
    -d '{{"question": "What is the main result?"}}'
"""
