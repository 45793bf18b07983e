"""Our Cloud Storage as the real client sees it, so that tests which rely on it may."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import requests
from doubles.storage_server.announcing import CloudEvent, Manner
from doubles.storage_server.server import ACCOUNT, StorageServer
from google.api_core import exceptions as api_errors
from google.auth.credentials import AnonymousCredentials
from google.cloud.storage import Bucket, Client
from google.cloud.storage.exceptions import InvalidResponse
from google.oauth2.service_account import Credentials

_numbers = itertools.count(1)


@pytest.fixture
def client(storage_server: StorageServer, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", storage_server.url)
    # Else the client asks for the bucket's metadata in the background, whenever it likes.
    monkeypatch.setenv("DISABLE_GCS_PYTHON_CLIENT_OTEL_BUCKET_METADATA", "true")
    return Client(project="p", credentials=AnonymousCredentials())


@pytest.fixture
def bucket(client: Client) -> Bucket:
    return client.create_bucket(f"storage-{next(_numbers)}")


def put(bucket: Bucket, name: str, data: bytes = b"data", **options: Any) -> Any:
    blob = bucket.blob(name)
    blob.upload_from_string(data, **options)
    return blob


class TestGenerations:
    def test_generation_zero_means_create_only(self, bucket: Bucket) -> None:
        put(bucket, "a", if_generation_match=0)

        with pytest.raises(api_errors.PreconditionFailed):
            put(bucket, "a", if_generation_match=0)

    def test_a_stale_generation_replaces_nothing(self, bucket: Bucket) -> None:
        first = put(bucket, "a", b"1")
        second = put(bucket, "a", b"2", if_generation_match=first.generation)

        with pytest.raises(api_errors.PreconditionFailed):
            put(bucket, "a", b"3", if_generation_match=first.generation)
        assert second.generation > first.generation
        assert bucket.blob("a").download_as_bytes() == b"2"

    def test_a_replaced_generation_cannot_be_read_or_deleted(self, bucket: Bucket) -> None:
        first = put(bucket, "a", b"1")
        put(bucket, "a", b"2")

        with pytest.raises(api_errors.NotFound):
            bucket.blob("a", generation=first.generation).download_as_bytes()
        with pytest.raises(api_errors.NotFound):
            bucket.blob("a", generation=first.generation).delete()

    def test_deleting_may_depend_on_the_generation(self, bucket: Bucket) -> None:
        blob = put(bucket, "a")

        with pytest.raises(api_errors.PreconditionFailed):
            bucket.blob("a").delete(if_generation_match=blob.generation + 1)
        bucket.blob("a").delete(if_generation_match=blob.generation)
        assert bucket.get_blob("a") is None


class TestTransfers:
    def test_a_range_of_a_generation_can_be_read(self, bucket: Bucket) -> None:
        blob = put(bucket, "a", bytes(range(100)))

        assert bucket.blob("a", generation=blob.generation).download_as_bytes(start=10, end=19) == bytes(range(10, 20))
        assert bucket.blob("a").download_as_bytes(start=-5) == bytes(range(95, 100))
        with pytest.raises(api_errors.RequestRangeNotSatisfiable):
            bucket.blob("a").download_as_bytes(start=100)

    def test_a_large_file_comes_in_pieces(self, bucket: Bucket) -> None:
        blob = bucket.blob("a", chunk_size=256 * 1024)
        data = bytes(range(256)) * 4_000

        blob.upload_from_string(data, content_type="application/pdf", if_generation_match=0)

        assert bucket.blob("a").download_as_bytes() == data
        assert bucket.get_blob("a").content_type == "application/pdf"

    def test_bytes_that_differ_from_their_hash_are_refused(self, bucket: Bucket) -> None:
        blob = bucket.blob("a")
        blob.md5_hash = "AAAAAAAAAAAAAAAAAAAAAA=="

        with pytest.raises((api_errors.BadRequest, InvalidResponse)):
            blob.upload_from_string(b"data", checksum=None)
        assert bucket.get_blob("a") is None

    def test_a_list_has_prefixes_and_pages(self, client: Client, bucket: Bucket) -> None:
        for name in ("a/1", "a/2", "a/b/3", "c"):
            put(bucket, name)

        paged = client.list_blobs(bucket, prefix="a/", page_size=2)

        assert [blob.name for blob in paged] == ["a/1", "a/2", "a/b/3"]
        assert paged.page_number == 2


class TestSignatures:
    @pytest.fixture
    def url(self, storage_server: StorageServer, bucket: Bucket) -> Callable[..., str]:
        account = Credentials.from_service_account_file(str(storage_server.key_file))
        assert account.signer_email == ACCOUNT

        def sign(method: str = "GET", lifetime_s: int = 60, **options: Any) -> str:
            signed: str = bucket.blob("a b/ü+%").generate_signed_url(
                version="v4",
                expiration=timedelta(seconds=lifetime_s),
                method=method,
                credentials=account,
                api_access_endpoint=storage_server.url,
                **options,
            )
            return signed

        put(bucket, "a b/ü+%")
        return sign

    def test_a_request_without_a_signature_is_denied(self, url: Callable[..., str]) -> None:
        assert "AccessDenied" in requests.get(url().partition("?")[0], timeout=60).text

    def test_an_expired_url_is_refused(
        self, storage_server: StorageServer, url: Callable[..., str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(storage_server, "ahead", timedelta(seconds=61))

        answer = requests.get(url(lifetime_s=60), timeout=60)

        assert (answer.status_code, "ExpiredToken" in answer.text) == (400, True)

    def test_an_origin_that_the_bucket_does_not_name_gets_no_leave(self, url: Callable[..., str]) -> None:
        answer = requests.get(url(), headers={"Origin": "https://evil.example"}, timeout=60)

        assert "Access-Control-Allow-Origin" not in answer.headers


class TestEvents:
    @pytest.fixture
    def server(self, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StorageServer]:
        """A server of its own, whose events no other test hears."""
        server = StorageServer(tmp_path_factory.mktemp("events"))
        yield server
        server.close()

    def listen(self, server: StorageServer, manner: Manner) -> tuple[list[CloudEvent], Callable[[], None]]:
        heard: list[CloudEvent] = []
        return heard, server.announce_to(heard.append, manner).flush

    def write(self, server: StorageServer, monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
        monkeypatch.setenv("STORAGE_EMULATOR_HOST", server.url)
        bucket = Client(project="p", credentials=AnonymousCredentials()).create_bucket("papers")
        for name in names:
            put(bucket, name, content_type="application/pdf")

    def test_a_write_is_announced_as_eventarc_would(
        self, server: StorageServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        heard, flush = self.listen(server, Manner())
        self.write(server, monkeypatch, "uploads/ada/p1/a.pdf")
        flush()

        (event,) = heard
        assert event["type"] == "google.cloud.storage.object.v1.finalized"
        assert event["source"] == "//storage.googleapis.com/projects/_/buckets/papers"
        assert event["subject"] == "objects/uploads/ada/p1/a.pdf"
        assert event["data"]["bucket"] == "papers"
        assert event["data"]["size"] == "4"
        assert event["data"]["contentType"] == "application/pdf"
        assert event["data"]["generation"] == str(server.objects.get("papers", "uploads/ada/p1/a.pdf").generation)

    def test_events_may_come_more_than_once_under_one_id(
        self, server: StorageServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        heard, flush = self.listen(server, Manner(copies=3))
        self.write(server, monkeypatch, "a", "b")
        flush()

        assert [event["data"]["name"] for event in heard] == ["a", "a", "a", "b", "b", "b"]
        assert len({event["id"] for event in heard}) == 2

    def test_events_may_come_in_the_wrong_order(self, server: StorageServer, monkeypatch: pytest.MonkeyPatch) -> None:
        heard, flush = self.listen(server, Manner(reversed_groups_of=3))
        self.write(server, monkeypatch, "a", "b", "c", "d")
        flush()

        assert [event["data"]["name"] for event in heard] == ["c", "b", "a", "d"]

    def test_a_copy_onto_itself_is_announced_too(self, server: StorageServer, monkeypatch: pytest.MonkeyPatch) -> None:
        heard, flush = self.listen(server, Manner())
        self.write(server, monkeypatch, "a")
        bucket = Client(project="p", credentials=AnonymousCredentials()).bucket("papers")
        bucket.blob("a").rewrite(bucket.get_blob("a"))
        flush()

        assert [event["data"]["name"] for event in heard] == ["a", "a"]
        assert int(heard[0]["data"]["generation"]) < int(heard[1]["data"]["generation"])
