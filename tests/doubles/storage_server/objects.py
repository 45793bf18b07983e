"""Buckets and their objects in memory, changed under preconditions."""

from __future__ import annotations

import base64
import hashlib
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import google_crc32c


class StorageError(Exception):
    """An answer that is no success: an HTTP status, the reason JSON clients read and the code XML clients read."""

    def __init__(self, status: int, reason: str, code: str, message: str = "") -> None:
        super().__init__(message or reason)
        self.status = status
        self.reason = reason
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredObject:
    """One generation of an object; `fields` are those that its writer may set, as JSON names them."""

    bucket: str
    name: str
    data: bytes
    generation: int
    created: datetime
    updated: datetime
    fields: Mapping[str, Any] = field(default_factory=dict)

    @property
    def content_type(self) -> str:
        return str(self.fields.get("contentType") or "application/octet-stream")

    @property
    def content_encoding(self) -> str:
        return str(self.fields.get("contentEncoding") or "")

    @property
    def md5(self) -> str:
        return md5_of(self.data)

    @property
    def crc32c(self) -> str:
        return crc32c_of(self.data)

    @property
    def etag(self) -> str:
        return base64.b64encode(f"{self.generation}/1".encode()).decode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Preconditions:
    """What must hold of the live object; generation 0 means that there is none."""

    generation: int | None = None
    not_generation: int | None = None

    def check(self, live: StoredObject | None) -> None:
        """Raise 412 unless all of it holds."""
        generation = live.generation if live else 0
        if (self.generation is not None and self.generation != generation) or self.not_generation == generation:
            raise StorageError(
                412, "conditionNotMet", "PreconditionFailed", "At least one of the pre-conditions did not hold."
            )


ANY = Preconditions()


class ObjectTable:
    """All buckets; not versioned: a write or a deletion makes the generation before it unreachable."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._objects: dict[str, dict[str, StoredObject]] = {}
        self._buckets: dict[str, dict[str, Any]] = {}
        self._last_generation = 0

    def make_bucket(self, name: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        """Make an empty bucket. Raises 409 when there is one of that name."""
        with self._lock:
            if name in self._buckets:
                raise StorageError(409, "conflict", "BucketNameUnavailable")
            self._buckets[name] = dict(fields)
            self._objects[name] = {}
            return self._buckets[name]

    def bucket(self, name: str) -> Mapping[str, Any]:
        if name not in self._buckets:
            raise StorageError(404, "notFound", "NoSuchBucket", "The specified bucket does not exist.")
        return self._buckets[name]

    def insert(
        self, bucket: str, name: str, data: bytes, fields: Mapping[str, Any], preconditions: Preconditions = ANY
    ) -> StoredObject:
        """Store a new generation of the object."""
        with self._lock:
            self.bucket(bucket)
            preconditions.check(self._objects[bucket].get(name))
            now = datetime.now(UTC)
            # Microseconds since 1970, as the real one has it, and growing whatever the clock does.
            self._last_generation = max(self._last_generation + 1, time.time_ns() // 1_000)
            stored = StoredObject(
                bucket=bucket,
                name=name,
                data=data,
                generation=self._last_generation,
                created=now,
                updated=now,
                fields=dict(fields),
            )
            self._objects[bucket][name] = stored
            return stored

    def get(
        self, bucket: str, name: str, generation: int | None = None, preconditions: Preconditions = ANY
    ) -> StoredObject:
        """Return the live object. Raises 404 when there is none, or when it is of another generation."""
        with self._lock:
            self.bucket(bucket)
            live = self._objects[bucket].get(name)
            if live is None or generation not in {None, live.generation}:
                raise StorageError(404, "notFound", "NoSuchKey", f"No such object: {bucket}/{name}")
            preconditions.check(live)
            return live

    def delete(self, bucket: str, name: str, generation: int | None = None, preconditions: Preconditions = ANY) -> None:
        with self._lock:
            self.get(bucket, name, generation, preconditions)
            del self._objects[bucket][name]

    def names(self, bucket: str, prefix: str) -> list[str]:
        with self._lock:
            self.bucket(bucket)
            return sorted(name for name in self._objects[bucket] if name.startswith(prefix))


def md5_of(data: bytes) -> str:
    return base64.b64encode(hashlib.md5(data).digest()).decode()


def crc32c_of(data: bytes) -> str:
    return base64.b64encode(google_crc32c.value(data).to_bytes(4, "big")).decode()
