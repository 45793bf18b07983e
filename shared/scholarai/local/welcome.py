"""What the server says when it is ready: where it is and what to try."""

from __future__ import annotations

from scholarai.local.sample_paper import SAMPLE_ID, SAMPLE_QUESTION, sample_path


def welcome(url: str) -> str:
    """Return the text for a person at a terminal."""
    first = _ask_sample(url) if sample_path() is not None else ""
    return f"""ScholarAI serves at {url} (this machine only; stop with Ctrl-C).
{first}
Upload a paper of yours: announce it, send it where the answer says, follow the extraction, ask.
  curl -s {url}/papers -H 'content-type: application/json' -d '{{"filename": "my-paper.pdf"}}'
  curl -s -T my-paper.pdf -H 'content-type: application/pdf' '<upload.url of the answer>'
  curl -s {url}/papers/<paper_id of the answer>/extraction

Or ask a file without the server: scholarai ask my-paper.pdf "What is the main contribution?"
"""


def _ask_sample(url: str) -> str:
    return f"""
A sample paper is there already. Ask it something:
  curl -s {url}/papers/{SAMPLE_ID}/chat -H 'content-type: application/json' \\
    -d '{{"question": "{SAMPLE_QUESTION}"}}'
"""
