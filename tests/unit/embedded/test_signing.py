"""Signed URLs allow exactly what was signed."""

from __future__ import annotations

import stat
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from scholarai.adapters.embedded.signing import LIFETIME, OBJECTS_PATH, LocalSigner, Permission, read_secret
from scholarai.domain.errors import InvalidRequestError

NOW = datetime(2026, 11, 20, 6, 0, tzinfo=UTC)
NAME = "uploads/ada/p1/Ünïcode paper.pdf"


@pytest.fixture
def signer() -> LocalSigner:
    return LocalSigner(base_url="http://127.0.0.1:8080", secret=lambda: b"secret")


@pytest.fixture
def upload(signer: LocalSigner) -> tuple[Permission, str]:
    signed = signer.sign_upload(NAME, content_type="application/pdf", max_bytes=1_000, now=NOW)
    parts = urlsplit(signed.url)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    permission = Permission(
        method="PUT",
        name=unquote(parts.path).removeprefix(OBJECTS_PATH),
        expires_us=int(query["expires"]),
        content_type=signed.headers["content-type"],
        max_bytes=int(query["max_bytes"]),
    )
    return permission, query["signature"]


def test_the_url_carries_all_that_the_check_needs(signer: LocalSigner, upload: tuple[Permission, str]) -> None:
    permission, signature = upload

    signer.check(permission, signature, NOW + LIFETIME)

    assert permission.name == NAME


@pytest.mark.parametrize(
    "change",
    [
        {"method": "GET"},
        {"name": "uploads/bob/p1/paper.pdf"},
        {"content_type": "text/html"},
        {"max_bytes": 1_001},
        {"expires_us": 10**18},
        {"filename": "x"},
    ],
)
def test_whatever_is_changed_breaks_the_signature(
    signer: LocalSigner, upload: tuple[Permission, str], change: dict[str, Any]
) -> None:
    permission, signature = upload

    with pytest.raises(InvalidRequestError) as refused:
        signer.check(replace(permission, **change), signature, NOW)

    assert (refused.value.code, refused.value.status) == ("signature_invalid", 403)


def test_a_signature_of_other_characters_is_refused_too(signer: LocalSigner, upload: tuple[Permission, str]) -> None:
    with pytest.raises(InvalidRequestError):
        signer.check(upload[0], "ü" * 64, NOW)


def test_an_expired_url_is_refused(signer: LocalSigner, upload: tuple[Permission, str]) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        signer.check(*upload, NOW + LIFETIME + timedelta(seconds=1))

    assert refused.value.code == "signature_expired"


def test_the_secret_is_made_once_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "signing.key"

    first, second = read_secret(path), read_secret(path)

    assert first == second
    assert len(first) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]
