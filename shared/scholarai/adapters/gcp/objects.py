"""Uploaded files in Cloud Storage."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from google.api_core import exceptions as api_errors
from google.cloud.storage.exceptions import DataCorruption
from google.cloud.storage.retry import DEFAULT_RETRY

from scholarai.adapters.gcp.errors import OBJECTS, translated_errors
from scholarai.domain.errors import NotFoundError, PaperFaultError, TransientError

if TYPE_CHECKING:
    from google.cloud.storage import Blob, Bucket, Client

# Guesses: one request, and all attempts of one request.
REQUEST_S = 30.0
RETRY = DEFAULT_RETRY.with_timeout(60.0)
# A guess: a rewrite conflicts with an upload of the same name once, hardly twice.
TOUCHES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class CloudStorageObjects:
    """Implements `ports.stores.ObjectStore` with one bucket.

    Bytes are read as they were stored: an object sent with `Content-Encoding: gzip` is not unpacked, however large it
    would become.
    """

    client: Callable[[], Client]
    bucket: str

    def download(self, name: str, generation: int, target: Path, *, max_bytes: int) -> int:
        blob = self._bucket().blob(name, generation=generation)
        with target.open("wb") as file, translated_errors(OBJECTS):
            try:
                blob.download_to_file(_Capped(file, max_bytes), raw_download=True, timeout=REQUEST_S, retry=RETRY)
            except api_errors.NotFound as error:
                raise _gone() from error
            except DataCorruption as error:
                raise _corrupted() from error
            return file.tell()

    def put(self, name: str, data: bytes, *, content_type: str) -> int:
        blob = self._bucket().blob(name)
        with translated_errors(OBJECTS):
            blob.upload_from_file(
                io.BytesIO(data), size=len(data), content_type=content_type, timeout=REQUEST_S, retry=RETRY
            )
        return int(blob.generation)

    def read(self, name: str) -> bytes:
        with translated_errors(OBJECTS):
            try:
                data: bytes = (
                    self._bucket().blob(name).download_as_bytes(raw_download=True, timeout=REQUEST_S, retry=RETRY)
                )
            except api_errors.NotFound as error:
                raise _gone() from error
            except DataCorruption as error:
                raise _corrupted() from error
        return data

    def touch(self, name: str) -> int:
        for _ in range(TOUCHES):
            with translated_errors(OBJECTS):
                newest = self._bucket().get_blob(name, timeout=REQUEST_S, retry=RETRY)
                if newest is None:
                    raise _gone()
                try:
                    return _rewritten(self._bucket(), newest)
                except (api_errors.PreconditionFailed, api_errors.NotFound):
                    continue  # replaced or removed since we looked
        raise TransientError("objects_busy", "others kept writing the same object")

    def names(self, folder: str) -> Sequence[str]:
        with translated_errors(OBJECTS):
            found = self.client().list_blobs(
                self.bucket, prefix=folder, fields="items(name),nextPageToken", timeout=REQUEST_S, retry=RETRY
            )
            return sorted(blob.name for blob in found)

    def delete(self, name: str) -> None:
        with translated_errors(OBJECTS):
            if not name.endswith("/"):
                self._remove(self._bucket().blob(name))
                return
            for blob in self.client().list_blobs(self.bucket, prefix=name, timeout=REQUEST_S, retry=RETRY):
                self._remove(blob)

    def _bucket(self) -> Bucket:
        return self.client().bucket(self.bucket)

    def _remove(self, blob: Blob) -> None:
        try:
            blob.delete(timeout=REQUEST_S, retry=RETRY)
        except api_errors.NotFound:
            return


class _Capped(io.RawIOBase):
    """Passes bytes on to a file until more than `max_bytes` came."""

    def __init__(self, file: BinaryIO, max_bytes: int) -> None:
        self._file = file
        self._max_bytes = max_bytes

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # any buffer in the base, bytes from the library
        if self._file.tell() + len(data) > self._max_bytes:
            raise PaperFaultError(
                "too_large",
                f"the file has more than {self._max_bytes} bytes",
                action="Upload a smaller file.",
            )
        return self._file.write(data)


def _rewritten(bucket: Bucket, newest: Blob) -> int:
    copy = bucket.blob(newest.name)
    copy.content_type = newest.content_type
    copy.metadata = newest.metadata
    token = None
    while True:
        token, _, _ = copy.rewrite(
            newest, token=token, if_generation_match=newest.generation, timeout=REQUEST_S, retry=RETRY
        )
        if token is None:
            return int(copy.generation)


def _gone() -> NotFoundError:
    return NotFoundError("object_not_found", "there is no such object, or not in this generation")


def _corrupted() -> TransientError:
    return TransientError("objects_corrupted", "the bytes that came are not those that were stored")
