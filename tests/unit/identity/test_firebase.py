"""ID tokens: genuine ones name an owner, every other kind is turned away."""

from __future__ import annotations

import base64
import json
import time
from typing import Any

import pytest
from doubles.identity import CertificateServer, Key
from google.auth import jwt

from scholarai.adapters.gcp.identity import Certificates, FirebaseVerifier
from scholarai.domain.errors import InvalidRequestError, TransientError
from scholarai.entrypoints.callers import BearerIdentity, identity_of

PROJECT = "papers-test"


@pytest.fixture(scope="module")
def other_key() -> Key:
    return Key("key-1")


@pytest.fixture
def identity(server: CertificateServer) -> BearerIdentity:
    return BearerIdentity(FirebaseVerifier(PROJECT, Certificates(server.url)))


def claims(**changes: Any) -> dict[str, Any]:
    now = int(time.time())
    good = {
        "iss": f"https://securetoken.google.com/{PROJECT}",
        "aud": PROJECT,
        "sub": "ada",
        "iat": now - 60,
        "exp": now + 3_000,
    }
    return {name: value for name, value in {**good, **changes}.items() if value is not None}


def bearer(key: Key, **changes: Any) -> str:
    token: bytes = jwt.encode(key.signer, claims(**changes))
    return f"Bearer {token.decode()}"


def unsigned(algorithm: str, signature: bytes = b"") -> str:
    parts = [json.dumps({"alg": algorithm, "kid": "key-1", "typ": "JWT"}).encode(), json.dumps(claims()).encode()]
    return "Bearer " + ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in (*parts, signature))


def test_a_genuine_tokens_owner_is_its_subject(identity: BearerIdentity, key: Key) -> None:
    assert identity.owner_of(bearer(key)) == "ada"


@pytest.mark.parametrize(
    "changes",
    [
        {"aud": "another-project"},
        {"aud": None},
        {"iss": "https://accounts.google.com"},
        {"iss": None},
        {"exp": int(time.time()) - 60},
        {"iat": int(time.time()) + 86_400, "exp": int(time.time()) + 90_000},
        {"sub": None},
        {"sub": ""},
        {"sub": "x" * 129},
        {"sub": "../somebody"},
        {"sub": 7},
    ],
)
def test_a_token_of_another_kind_is_rejected(identity: BearerIdentity, key: Key, changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        identity.owner_of(bearer(key, **changes))

    assert (caught.value.status, caught.value.code) == (401, "token_rejected")


def test_a_token_signed_by_another_key_is_rejected(identity: BearerIdentity, other_key: Key) -> None:
    with pytest.raises(InvalidRequestError, match="token_rejected"):
        identity.owner_of(bearer(other_key))


def test_a_tampered_token_is_rejected(identity: BearerIdentity, key: Key) -> None:
    header, _, signature = bearer(key).split(".")
    payload = base64.urlsafe_b64encode(json.dumps(claims(sub="eve")).encode()).decode().rstrip("=")

    with pytest.raises(InvalidRequestError, match="token_rejected"):
        identity.owner_of(f"{header}.{payload}.{signature}")


@pytest.mark.parametrize(
    "header",
    [
        unsigned("none"),
        unsigned("HS256", b"signature"),
        "Bearer abc",
        "Bearer a.b.c",
        "Bearer e30.e30.e30",
        "Bearer W10.W10.W10",
        "Bearer \x00.\x00.\x00",
    ],
)
def test_an_unsigned_or_made_up_token_is_rejected(identity: BearerIdentity, header: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        identity.owner_of(header)

    assert caught.value.status == 401


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer ", "Basic YTpi", "Bearer " + "x" * 10_000])
def test_a_missing_or_oversized_token_is_refused_unread(
    identity: BearerIdentity, server: CertificateServer, header: str | None
) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        identity.owner_of(header)

    assert (caught.value.status, caught.value.code, server.asked) == (401, "unauthenticated", 0)


def test_certificates_are_fetched_once(identity: BearerIdentity, server: CertificateServer, key: Key) -> None:
    for _ in range(5):
        identity.owner_of(bearer(key))

    assert server.asked == 1


def test_a_new_keys_certificate_is_looked_for_but_not_at_every_made_up_id(
    server: CertificateServer, key: Key, other_key: Key
) -> None:
    now = [0.0]
    identity = BearerIdentity(FirebaseVerifier(PROJECT, Certificates(server.url, lambda: now[0])))
    identity.owner_of(bearer(key))
    fresh = Key("key-2")
    for _ in range(3):
        with pytest.raises(InvalidRequestError):
            identity.owner_of(bearer(fresh))
    server.keys.append(fresh)
    now[0] = 31.0

    assert identity.owner_of(bearer(fresh)) == "ada"
    assert server.asked == 2


def test_certificates_are_fetched_again_when_they_are_out_of_date(server: CertificateServer, key: Key) -> None:
    now = [0.0]
    certificates = Certificates(server.url, lambda: now[0])
    for now[0] in (0.0, 19_999.0, 20_000.0):  # the server says that they hold for 20,000 seconds
        assert key.id in certificates.for_key(key.id)
    server.keys.clear()
    now[0] = 40_000.0

    assert certificates.for_key(key.id) == {}
    assert server.asked == 3


def test_certificates_out_of_reach_are_a_fault_that_may_pass(key: Key, server: CertificateServer) -> None:
    server.close()
    identity = BearerIdentity(FirebaseVerifier(PROJECT, Certificates(server.url)))

    with pytest.raises(TransientError, match="certificates_unreachable"):
        identity.owner_of(bearer(key))


def test_with_a_verifier_callers_are_whom_their_tokens_name(server: CertificateServer, key: Key) -> None:
    chosen = identity_of(FirebaseVerifier(PROJECT, Certificates(server.url)), "local")

    assert chosen.owner_of(bearer(key)) == "ada"


def test_without_a_verifier_everybody_is_the_one_local_user() -> None:
    assert identity_of(None, "local").owner_of(None) == "local"
