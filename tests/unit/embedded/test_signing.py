"""Signed URLs allow exactly what was signed."""

from __future__ import annotations

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from scholarai.adapters.embedded.signing import LIFETIME, OBJECTS_PATH, LocalSigner, read_secret
from scholarai.domain.errors import InvalidRequestError

NOW = datetime(2026, 11, 20, 6, 0, tzinfo=UTC)
NAME = "uploads/ada/p1/Ünïcode paper.pdf"


@pytest.fixture
def signer() -> LocalSigner:
    return LocalSigner(base_url="http://127.0.0.1:8080", secret=lambda: b"secret")


@pytest.fixture
def token(signer: LocalSigner) -> str:
    signed = signer.sign_upload(NAME, content_type="application/pdf", max_bytes=1_000, now=NOW)
    return parse_qs(urlsplit(signed.url).query)["token"][0]


def request(**changed: Any) -> dict[str, Any]:
    return {"method": "PUT", "name": NAME, "content_type": "application/pdf", "now": NOW} | changed


def test_the_token_says_what_the_request_may_do(signer: LocalSigner, token: str) -> None:
    permission = signer.permission(token, **request(now=NOW + LIFETIME))

    assert (permission.name, permission.max_bytes) == (NAME, 1_000)


def test_the_path_of_the_url_is_the_name(signer: LocalSigner) -> None:
    url = urlsplit(signer.sign_download(NAME, filename="x.pdf", now=NOW))

    assert unquote(url.path) == OBJECTS_PATH + NAME


@pytest.mark.parametrize(
    "change", [{"method": "GET"}, {"name": "uploads/bob/p1/paper.pdf"}, {"content_type": "text/html"}]
)
def test_a_token_of_another_request_is_refused(signer: LocalSigner, token: str, change: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        signer.permission(token, **request(**change))

    assert (refused.value.code, refused.value.status) == ("signature_invalid", 403)


@pytest.mark.parametrize("made_up", ["", "x", "ü" * 64, "e30.AAAA"])
def test_a_made_up_token_is_refused(signer: LocalSigner, made_up: str) -> None:
    with pytest.raises(InvalidRequestError):
        signer.permission(made_up, **request())


def test_a_token_of_another_secret_is_refused(token: str) -> None:
    other = LocalSigner(base_url="http://127.0.0.1:8080", secret=lambda: b"another")

    with pytest.raises(InvalidRequestError):
        other.permission(token, **request())


def test_an_expired_token_is_refused(signer: LocalSigner, token: str) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        signer.permission(token, **request(now=NOW + LIFETIME + timedelta(seconds=1)))

    assert refused.value.code == "signature_expired"


def test_the_secret_is_made_once_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "signing.key"

    first, second = read_secret(path), read_secret(path)

    assert first == second
    assert len(first) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_a_secret_that_cannot_be_kept_for_another_reason_than_a_full_disk_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")

    with pytest.raises(OSError, match="data"):
        read_secret(tmp_path / "data" / "signing.key")
