"""Finds the Zotero program that runs on this machine, and asks it for permission to write."""

from __future__ import annotations

import json
from collections.abc import Mapping

import scholarai
from scholarai.adapters.literature import fields
from scholarai.adapters.zotero.client import Send
from scholarai.domain.connections import Grant
from scholarai.domain.errors import ConflictError, TransientError
from scholarai.ports.zotero import FoundProgram, ProgramState

# It answers from memory, but loads a large library when it is first asked. A guess.
_LOOK_S = 4.0
# Somebody reads the dialog and decides. A guess.
_DIALOG_S = 120.0
_HEADERS = {"user-agent": f"ScholarAI/{scholarai.__version__}", "zotero-api-version": "3"}
_STATES: Mapping[int, ProgramState] = {200: "ready", 403: "refused", 400: "old", 404: "old", 501: "old"}


def find_program(send: Send, url: str) -> FoundProgram:
    """Return whether Zotero runs at an address of this machine, and whether it may be read."""
    reply = send("GET", f"{url}/api/users/0/items/top?limit=1", _HEADERS, None, _LOOK_S)
    if reply is None or not {"zotero-api-version", "x-zotero-version"} & reply.headers.keys():
        return FoundProgram(state="closed")  # or another program listens there
    return FoundProgram(
        state=_STATES.get(reply.status, "busy"),
        version=reply.headers.get("x-zotero-version", ""),
        server_id=reply.headers.get("zotero-server-id", ""),
    )


def ask_to_write(send: Send, url: str, server_id: str) -> Grant:
    """Let Zotero ask its user whether ScholarAI may write, and return the key for it.

    https://www.zotero.org/support/dev/web_api/v3/local_api: a key that is not remembered is good for one request alone.

    Raises:
        ConflictError: If the answer is no, or yes for once alone, or the program is older than version 10.
        TransientError: If it does not answer, or was asked too often.
    """
    headers = {**_HEADERS, "content-type": "application/json", "zotero-server-id": server_id}
    reply = send("POST", f"{url}/api/local/authorize", headers, b'{"appName": "ScholarAI"}', _DIALOG_S)
    if reply is None or reply.status == 429 or reply.status >= 500:
        raise TransientError("zotero_silent", "Zotero does not answer", action="Answer its question, or try again.")
    if reply.status == 403:
        raise ConflictError("zotero_denied", "Zotero's user did not allow writing", action="Choose Always Allow there.")
    if reply.status != 200:
        raise ConflictError(
            "zotero_reads_only",
            "this Zotero can be read, but not written to",
            action="Update it to version 10, or give a key of zotero.org.",
        )
    try:
        given = json.loads(reply.body)
    except ValueError:
        given = None
    key = fields.text(fields.at(given, "key"))
    if not key or not fields.at(given, "remember"):
        raise ConflictError(
            "zotero_denied", "Zotero allowed one request alone", action="Ask again, and choose Always Allow there."
        )
    return Grant(key=key, server_id=server_id)
