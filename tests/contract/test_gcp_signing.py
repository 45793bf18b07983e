"""Signed URLs of Cloud Storage as browsers use them, checked by our storage server."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from doubles.storage_server.server import StorageServer
from google.auth.credentials import AnonymousCredentials, Credentials
from google.cloud.storage import Client

from scholarai.adapters.gcp.signing import CloudStorageSigner
from scholarai.domain.errors import ScholarError
from scholarai.ports.stores import SignedUpload

BUCKET = "signing"
NAME = "uploads/ada/p1/Ünïcode paper (1)+%.pdf"
PDF = "application/pdf"
ORIGIN = "https://app.example"
UPLOAD_HEADERS = ["content-type", "x-goog-content-length-range", "x-goog-if-generation-match"]


@pytest.fixture(scope="module")
def server(storage_server: StorageServer) -> StorageServer:
    rule = {"origin": [ORIGIN], "method": ["PUT", "GET"], "responseHeader": UPLOAD_HEADERS, "maxAgeSeconds": 600}
    storage_server.make_bucket(BUCKET, cors=[rule])
    return storage_server


@pytest.fixture
def signer(server: StorageServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[CloudStorageSigner]:
    from google.oauth2.service_account import Credentials as AccountCredentials

    monkeypatch.setenv("STORAGE_EMULATOR_HOST", server.url)
    client = Client(project="p", credentials=AnonymousCredentials())
    account = AccountCredentials.from_service_account_file(str(server.key_file))
    yield CloudStorageSigner(client=lambda: client, credentials=lambda: account, bucket=BUCKET)
    for name in server.objects.names(BUCKET, ""):
        server.objects.delete(BUCKET, name)


def sign(signer: CloudStorageSigner, max_bytes: int = 100) -> SignedUpload:
    return signer.sign_upload(NAME, content_type=PDF, max_bytes=max_bytes, now=datetime.now(UTC))


def send(upload: SignedUpload, data: bytes = b"%PDF-1.7", **headers: str) -> tuple[int, str]:
    answer = requests.request(upload.method, upload.url, data=data, headers={**upload.headers, **headers}, timeout=60)
    return answer.status_code, answer.text


class TestUploads:
    def test_the_signed_request_stores_the_object_under_its_name(
        self, server: StorageServer, signer: CloudStorageSigner
    ) -> None:
        status, _ = send(sign(signer))

        assert status == 200
        assert server.objects.get(BUCKET, NAME).data == b"%PDF-1.7"
        assert server.objects.get(BUCKET, NAME).content_type == PDF

    def test_the_headers_to_send_are_those_that_a_browser_may_set(self, signer: CloudStorageSigner) -> None:
        assert sorted(sign(signer).headers) == UPLOAD_HEADERS

    def test_an_object_is_created_once_and_never_replaced(
        self, server: StorageServer, signer: CloudStorageSigner
    ) -> None:
        upload = sign(signer)
        send(upload)

        status, text = send(upload, b"another")

        assert (status, "PreconditionFailed" in text) == (412, True)
        assert server.objects.get(BUCKET, NAME).data == b"%PDF-1.7"

    def test_a_file_over_the_limit_is_refused_and_one_at_the_limit_is_not(self, signer: CloudStorageSigner) -> None:
        upload = sign(signer, max_bytes=8)

        assert "EntityTooLarge" in send(upload, b"x" * 9)[1]
        assert send(upload, b"x" * 8)[0] == 200

    @pytest.mark.parametrize(
        "changed",
        [
            {"content-type": "text/html"},
            {"x-goog-content-length-range": "0,999999999"},
            {"x-goog-if-generation-match": "1"},
            {"x-goog-meta-owner": "bob"},
        ],
        ids=str,
    )
    def test_whatever_was_signed_cannot_be_changed(self, signer: CloudStorageSigner, changed: dict[str, Any]) -> None:
        status, text = send(sign(signer), **changed)

        assert (status, "SignatureDoesNotMatch" in text) == (403, True)

    def test_the_signature_is_for_that_object_and_method_alone(self, signer: CloudStorageSigner) -> None:
        upload = sign(signer)
        elsewhere = upload.url.replace("/ada/", "/bob/")

        assert requests.put(elsewhere, data=b"x", headers=dict(upload.headers), timeout=60).status_code == 403
        assert requests.get(upload.url, headers=dict(upload.headers), timeout=60).status_code == 403

    def test_an_upload_url_lasts_fifteen_minutes(self, signer: CloudStorageSigner) -> None:
        assert parse_qs(urlsplit(sign(signer).url).query)["X-Goog-Expires"] == ["900"]

    def test_a_browser_of_the_page_s_origin_may_upload(self, signer: CloudStorageSigner) -> None:
        upload = sign(signer)
        asked = {
            "Origin": ORIGIN,
            "Access-Control-Request-Method": "PUT",
            "Access-Control-Request-Headers": ",".join(upload.headers),
        }

        before = requests.options(upload.url, headers=asked, timeout=60)
        sent = requests.put(upload.url, data=b"x", headers={**upload.headers, "Origin": ORIGIN}, timeout=60)

        assert before.headers["Access-Control-Allow-Origin"] == ORIGIN
        assert set(upload.headers) <= set(before.headers["Access-Control-Allow-Headers"].split(", "))
        assert sent.headers["Access-Control-Allow-Origin"] == ORIGIN


class TestDownloads:
    def test_the_url_serves_the_object_under_a_filename(
        self, server: StorageServer, signer: CloudStorageSigner
    ) -> None:
        server.objects.insert(BUCKET, NAME, b"bytes", {"contentType": PDF})

        url = signer.sign_download(NAME, filename='Ünïcode "x"; y.pdf', now=datetime.now(UTC))
        answer = requests.get(url, timeout=60)

        assert answer.content == b"bytes"
        assert (
            answer.headers["Content-Disposition"] == "inline; filename*=UTF-8''%C3%9Cn%C3%AFcode%20%22x%22%3B%20y.pdf"
        )
        assert answer.headers["Content-Type"] == PDF


@dataclass
class IamAnswer:
    status: int
    data: bytes
    headers: Mapping[str, str]


class Iam:
    """IAM's signBlob as google-auth calls it: signs with a key that never leaves."""

    def __init__(self) -> None:
        self.key = generate_private_key(65_537, 2_048)
        self.asked: list[str] = []

    def __call__(self, url: str, method: str = "GET", body: Any = None, **_: Any) -> IamAnswer:
        self.asked.append(f"{method} {url}")
        payload = base64.b64decode(json.loads(body)["payload"])
        signed = base64.b64encode(self.key.sign(payload, PKCS1v15(), SHA256())).decode()
        return IamAnswer(200, json.dumps({"keyId": "1", "signedBlob": signed}).encode(), {})


class MachineCredentials(Credentials):
    """Credentials of a machine: a token, no key, and an account whose name the first refresh tells."""

    service_account_email = "default"

    def refresh(self, request: Any) -> None:
        self.token = "token"
        self.service_account_email = "run@project.invalid"


class TestWithoutAKey:
    def test_iam_signs_for_the_machines_account(self, server: StorageServer, signer: CloudStorageSigner) -> None:
        iam, credentials = Iam(), MachineCredentials()  # type: ignore[no-untyped-call]  # the library has no types
        server.trust("run@project.invalid", iam.key.public_key())
        through_iam = CloudStorageSigner(
            client=signer.client, credentials=lambda: credentials, bucket=BUCKET, transport=lambda: iam
        )

        assert send(sign(through_iam))[0] == 200
        assert iam.asked[0].startswith("POST https://iamcredentials.googleapis.com/")
        assert iam.asked[0].endswith("/serviceAccounts/run@project.invalid:signBlob")

    def test_credentials_of_a_person_cannot_sign(self, signer: CloudStorageSigner) -> None:
        personal = CloudStorageSigner(
            client=signer.client, credentials=AnonymousCredentials, bucket=BUCKET, transport=Iam
        )

        with pytest.raises(ScholarError) as raised:
            sign(personal)
        assert raised.value.code == "signing_impossible"
