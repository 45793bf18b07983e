"""What every ObjectStore and every UploadSigner promises."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from contract.making import NOW

from scholarai.bootstrap import Backend
from scholarai.domain.errors import NotFoundError, PaperFaultError
from scholarai.domain.limits import MIB
from scholarai.ports.stores import ObjectStore

NAME = "uploads/ada/p1/Ünïcode paper (1).pdf"
PDF = "application/pdf"


@pytest.fixture
def objects(backend: Backend) -> ObjectStore:
    return backend.objects


class TestObjectStore:
    def test_an_object_reads_back_byte_for_byte(self, objects: ObjectStore) -> None:
        data = bytes(range(256)) * 40
        objects.put(NAME, data, content_type=PDF)

        assert objects.read(NAME) == data

    def test_an_empty_object_is_an_object(self, objects: ObjectStore, tmp_path: Path) -> None:
        generation = objects.put(NAME, b"", content_type=PDF)

        assert objects.read(NAME) == b""
        assert objects.download(NAME, generation, tmp_path / "copy", max_bytes=10) == 0
        assert (tmp_path / "copy").read_bytes() == b""

    def test_an_unknown_object_is_not_found(self, objects: ObjectStore, tmp_path: Path) -> None:
        with pytest.raises(NotFoundError):
            objects.read("nothing")
        with pytest.raises(NotFoundError):
            objects.touch("nothing")
        with pytest.raises(NotFoundError):
            objects.download("nothing", 1, tmp_path / "copy", max_bytes=10)

    def test_a_download_streams_that_generation_to_a_file(self, objects: ObjectStore, tmp_path: Path) -> None:
        data = bytes(range(251)) * (12 * MIB // 251)
        generation = objects.put(NAME, data, content_type=PDF)

        size = objects.download(NAME, generation, tmp_path / "copy", max_bytes=20 * MIB)

        assert size == len(data)
        assert (tmp_path / "copy").read_bytes() == data

    def test_a_generation_that_was_replaced_is_gone(self, objects: ObjectStore, tmp_path: Path) -> None:
        first = objects.put(NAME, b"first", content_type=PDF)
        second = objects.put(NAME, b"second", content_type=PDF)

        with pytest.raises(NotFoundError):
            objects.download(NAME, first, tmp_path / "copy", max_bytes=100)
        assert objects.download(NAME, second, tmp_path / "copy", max_bytes=100) == 6
        assert (tmp_path / "copy").read_bytes() == b"second"

    def test_a_file_over_the_limit_is_a_fault_of_the_paper(self, objects: ObjectStore, tmp_path: Path) -> None:
        generation = objects.put(NAME, b"x" * 101, content_type=PDF)

        with pytest.raises(PaperFaultError) as raised:
            objects.download(NAME, generation, tmp_path / "copy", max_bytes=100)
        assert raised.value.code == "too_large"
        assert objects.download(NAME, generation, tmp_path / "copy", max_bytes=101) == 101

    def test_generations_grow_with_every_write_also_over_a_deletion(self, objects: ObjectStore) -> None:
        generations = [objects.put(NAME, b"1", content_type=PDF), objects.put(NAME, b"1", content_type=PDF)]
        generations.append(objects.touch(NAME))
        objects.delete(NAME)
        generations.append(objects.put(NAME, b"1", content_type=PDF))

        assert generations == sorted(set(generations))
        assert generations[0] > 0

    def test_touching_keeps_the_bytes_under_a_new_generation(self, objects: ObjectStore, tmp_path: Path) -> None:
        first = objects.put(NAME, b"bytes", content_type=PDF)

        second = objects.touch(NAME)

        assert second > first
        assert objects.download(NAME, second, tmp_path / "copy", max_bytes=10) == 5
        assert (tmp_path / "copy").read_bytes() == b"bytes"
        with pytest.raises(NotFoundError):
            objects.download(NAME, first, tmp_path / "copy", max_bytes=10)

    def test_deleting_a_name_takes_that_object_alone(self, objects: ObjectStore) -> None:
        for name in ("a/x", "a/xy", "a/x/y"):
            objects.put(name, b"1", content_type=PDF)

        objects.delete("a/x")
        objects.delete("a/x")

        with pytest.raises(NotFoundError):
            objects.read("a/x")
        assert objects.read("a/xy") == objects.read("a/x/y") == b"1"

    def test_deleting_a_folder_takes_everything_below_it_and_nothing_beside_it(self, objects: ObjectStore) -> None:
        for name in ("a/x/1", "a/x/y/2", "a/xy/3", "b/4"):
            objects.put(name, b"1", content_type=PDF)

        objects.delete("a/x/")
        objects.delete("a/x/")

        for gone in ("a/x/1", "a/x/y/2"):
            with pytest.raises(NotFoundError):
                objects.read(gone)
        assert objects.read("a/xy/3") == objects.read("b/4") == b"1"

    def test_a_folder_names_everything_below_it_in_order_and_nothing_beside_it(self, objects: ObjectStore) -> None:
        for name in ("a/x/2", "a/x/10", "a/x/y/1", "a/xy/3", "b/4"):
            objects.put(name, b"1", content_type=PDF)

        assert objects.names("a/x/") == ["a/x/10", "a/x/2", "a/x/y/1"]
        assert objects.names("nothing/") == []

    def test_a_second_instance_reads_what_the_first_one_wrote(self, backend: Backend, reopened: Backend) -> None:
        backend.objects.put(NAME, b"shared", content_type=PDF)

        assert reopened.objects.read(NAME) == b"shared"


class TestUploadSigner:
    def test_an_upload_is_a_put_of_that_type_for_some_minutes(self, backend: Backend) -> None:
        upload = backend.signer.sign_upload(NAME, content_type=PDF, max_bytes=1_000, now=NOW)

        assert upload.method == "PUT"
        assert {key.lower(): value for key, value in upload.headers.items()}["content-type"] == PDF
        assert NOW < upload.expires_at <= NOW + timedelta(minutes=15)

    def test_two_names_have_two_urls(self, backend: Backend) -> None:
        one, two = (
            backend.signer.sign_upload(name, content_type=PDF, max_bytes=1_000, now=NOW).url for name in ("a", "b")
        )

        assert one != two

    def test_a_download_is_a_url(self, backend: Backend) -> None:
        backend.objects.put(NAME, b"1", content_type=PDF)

        assert "://" in backend.signer.sign_download(NAME, filename="Ünïcode paper.pdf", now=NOW)
