"""Reads a key of zotero.org from a file, such as a secret that is mounted into a container."""

from __future__ import annotations

from pathlib import Path

from scholarai.domain.errors import ConflictError

# Keys have 24 letters and digits; a file of more bytes is another one.
_MOST_BYTES = 1_024


def read_key(file: Path) -> str:
    """Return the key in a file, without the white space around it.

    Raises:
        ConflictError: If the file cannot be read, or holds something else.
    """
    try:
        with file.open("rb") as opened:
            data = opened.read(_MOST_BYTES + 1)
    except OSError as error:
        raise _unusable(f"the key file of Zotero cannot be read: {error.strerror or 'unknown error'}") from None
    key = data.decode("ascii", "replace").strip()
    if len(data) > _MOST_BYTES or not (key.isascii() and key.isalnum()):
        raise _unusable("the key file of Zotero holds no key")
    return key


def _unusable(detail: str) -> ConflictError:
    return ConflictError(
        "zotero_key_file",
        detail,
        action="Put the key of zotero.org/settings/keys alone into the file that SCHOLARAI_ZOTERO_KEY_FILE names.",
    )
