"""Caches replies of services on disk, bounded in age and size, so that no request is sent twice."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scholarai.adapters.literature.attempts import Reply
from scholarai.domain.limits import MIB
from scholarai.domain.values import Value, from_json, to_json

# What is known of a work changes rarely; a retraction should not be missed for longer than a day. Guesses.
FRESH_S = 24 * 3_600.0
# No request is remembered for longer.
OLDEST_S = 30 * 24 * 3_600.0
MOST_BYTES = 64 * MIB
_KEPT_HEADERS = ("content-type", "etag", "last-modified")


class _Stored(Value, frozen=True, kw_only=True):
    asked: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A cached reply; one that is not fresh is requested again conditionally (`conditions`)."""

    reply: Reply
    is_fresh: bool

    def conditions(self) -> dict[str, str]:
        headers = self.reply.headers
        named = {"if-none-match": headers.get("etag"), "if-modified-since": headers.get("last-modified")}
        return {name: value for name, value in named.items() if value}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyCache:
    """A folder with a file per request. Processes may share it; a file that cannot be read or written is no error."""

    folder: Path
    clock: Callable[[], float] = time.time
    most_bytes: int = MOST_BYTES

    def find(self, asked: str) -> Kept | None:
        """Return the cached reply to a request, None if there is none that is young enough."""
        file = self._file(asked)
        try:
            age_s = self.clock() - file.stat().st_mtime
            stored = from_json(_Stored, file.read_bytes())
        except (OSError, ValueError):  # missing, or cut by a crash; msgspec's errors are ValueErrors
            return None
        if age_s > OLDEST_S or stored.asked != asked:
            return None
        reply = Reply(status=200, headers=stored.headers, body=stored.body)
        # After the clock went back, files of the future do not count as fresh.
        return Kept(reply=reply, is_fresh=0 <= age_s < FRESH_S)

    def keep(self, asked: str, reply: Reply) -> None:
        """Store a reply, and delete the oldest ones beyond the bounds of the folder."""
        headers = {name: reply.headers[name] for name in _KEPT_HEADERS if name in reply.headers}
        file = self._file(asked)
        draft = file.with_suffix(f".{os.getpid()}.part")
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            draft.write_bytes(to_json(_Stored(asked=asked, headers=headers, body=reply.body)))
            draft.replace(file)
            self._touch(file)
            self._prune()

    def renew(self, asked: str) -> None:
        """Mark a reply as fresh again, since the service says that it is unchanged."""
        with contextlib.suppress(OSError):
            self._touch(self._file(asked))

    def _touch(self, file: Path) -> None:
        now = self.clock()
        os.utime(file, (now, now))

    def _prune(self) -> None:
        now, size = self.clock(), 0
        files = sorted(((one.stat().st_mtime, one.stat().st_size, one) for one in self.folder.iterdir()), reverse=True)
        for made, length, file in files:
            size += length
            if size > self.most_bytes or now - made > OLDEST_S:
                file.unlink(missing_ok=True)

    def _file(self, asked: str) -> Path:
        return self.folder / f"{hashlib.sha256(asked.encode()).hexdigest()[:40]}.json"
