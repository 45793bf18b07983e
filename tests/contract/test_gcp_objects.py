"""What the Cloud Storage adapter promises beyond its port: faults on the way, and others who write meanwhile."""

from __future__ import annotations

import gzip
import itertools
import time
from pathlib import Path

import pytest
from doubles.storage_server.server import StorageServer

from scholarai.adapters.gcp.clients import storage_client
from scholarai.adapters.gcp.objects import CloudStorageObjects
from scholarai.config import Settings
from scholarai.domain.errors import PaperFaultError, TransientError
from scholarai.domain.limits import KIB, MIB

PDF = "application/pdf"
_numbers = itertools.count(1)


@pytest.fixture
def objects(storage_server: StorageServer, monkeypatch: pytest.MonkeyPatch) -> CloudStorageObjects:
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", storage_server.url)
    bucket = f"objects-{next(_numbers)}"
    settings = Settings.from_env(
        {"SCHOLARAI_BACKEND": "gcp", "GOOGLE_CLOUD_PROJECT": "p", "SCHOLARAI_PAPERS_BUCKET": bucket}
    )
    client = storage_client(settings)
    storage_server.make_bucket(bucket)
    return CloudStorageObjects(client=lambda: client, bucket=bucket)


def test_the_bucket_is_asked_for_nothing_that_we_did_not_ask(
    storage_server: StorageServer, objects: CloudStorageObjects
) -> None:
    storage_server.requests.clear()

    objects.put("a", b"1", content_type=PDF)
    objects.read("a")
    time.sleep(0.3)  # for whatever the library might do in the background

    assert storage_server.requests == [
        f"POST /upload/storage/v1/b/{objects.bucket}/o",
        f"GET /download/storage/v1/b/{objects.bucket}/o/a",
    ]


def test_a_download_that_was_cut_goes_on_where_it_ended(
    storage_server: StorageServer, objects: CloudStorageObjects, tmp_path: Path
) -> None:
    data = bytes(range(251)) * (8 * MIB // 251)
    generation = objects.put("a", data, content_type=PDF)
    storage_server.cut_download(3 * MIB + 17)

    size = objects.download("a", generation, tmp_path / "copy", max_bytes=len(data))

    assert size == len(data)
    assert (tmp_path / "copy").read_bytes() == data


def test_passing_faults_are_tried_again(
    storage_server: StorageServer, objects: CloudStorageObjects, tmp_path: Path
) -> None:
    storage_server.fail(503)
    generation = objects.put("a", b"1", content_type=PDF)
    storage_server.fail(429)

    assert objects.download("a", generation, tmp_path / "copy", max_bytes=1) == 1


def test_a_missing_permission_is_transient_and_says_what_to_do(
    storage_server: StorageServer, objects: CloudStorageObjects
) -> None:
    storage_server.fail(403)

    with pytest.raises(TransientError) as raised:
        objects.put("a", b"1", content_type=PDF)
    assert raised.value.code == "objects_denied"
    assert raised.value.action


def test_a_file_that_is_small_when_packed_and_huge_when_not_stays_packed(
    storage_server: StorageServer, objects: CloudStorageObjects, tmp_path: Path
) -> None:
    packed = gzip.compress(bytes(64 * MIB), compresslevel=1)
    fields = {"contentType": PDF, "contentEncoding": "gzip"}
    stored = storage_server.objects.insert(objects.bucket, "bomb", packed, fields)

    assert objects.download("bomb", stored.generation, tmp_path / "copy", max_bytes=MIB) == len(packed)


def test_a_file_over_the_limit_is_left_before_it_is_all_here(
    storage_server: StorageServer, objects: CloudStorageObjects, tmp_path: Path
) -> None:
    generation = objects.put("a", bytes(32 * MIB), content_type=PDF)

    with pytest.raises(PaperFaultError):
        objects.download("a", generation, tmp_path / "copy", max_bytes=64 * KIB)
    assert (tmp_path / "copy").stat().st_size <= 64 * KIB


def test_touching_an_object_that_is_replaced_meanwhile_keeps_the_newer_bytes(
    storage_server: StorageServer, objects: CloudStorageObjects, monkeypatch: pytest.MonkeyPatch
) -> None:
    objects.put("a", b"old", content_type=PDF)
    real = storage_server.json.answer
    replaced: list[int] = []

    def replace_before_the_rewrite(request, path):  # type: ignore[no-untyped-def]  # a callback of the storage double
        if "rewriteTo" in path and not replaced:
            stored = storage_server.objects.insert(objects.bucket, "a", b"newer", {"contentType": PDF})
            replaced.append(stored.generation)
        return real(request, path)

    monkeypatch.setattr(storage_server.json, "answer", replace_before_the_rewrite)

    generation = objects.touch("a")

    assert generation > replaced[0]
    assert objects.read("a") == b"newer"


def test_a_large_object_is_touched_in_several_calls(
    storage_server: StorageServer, objects: CloudStorageObjects, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = objects.put("a", b"12345678", content_type=PDF)
    monkeypatch.setattr(storage_server.json, "rewrite_calls", 3)

    assert objects.touch("a") > first
    assert storage_server.objects.get(objects.bucket, "a").content_type == PDF
