"""Only this project's service accounts, with tokens that Google signed for this function, may push events."""

from __future__ import annotations

import base64
import json
import time
from typing import Any

import pytest
from doubles.identity import CertificateServer, Key

from scholarai.adapters.gcp.identity import Certificates
from scholarai.adapters.gcp.push_identity import SIGNATURE_REMOVED, GooglePushVerifier, address_of_service
from scholarai.domain.errors import InvalidRequestError, TransientError

PUSH_ACCOUNT = "scholarai-pusher@papers-test.iam.gserviceaccount.com"
AUDIENCE = "https://scholarai-review-abc123-ew.a.run.app"
WRONG: list[dict[str, Any]] = [
    {"aud": "https://another-service-abc123-ew.a.run.app"},
    {"aud": ["https://scholarai-review-abc123-ew.a.run.app"]},
    {"aud": None},
    {"iss": "https://securetoken.google.com/papers-test"},
    {"iss": "https://accounts.google.com.evil.example"},
    {"iss": None},
    {"exp": int(time.time()) - 60},
    {"email": "scholarai-trigger@papers-test.iam.gserviceaccount.com"},
    {"email": None},
    {"email_verified": False},
    {"email_verified": "true"},
]


def verifier(url: str, *, behind_cloud_run: bool = False) -> GooglePushVerifier:
    return GooglePushVerifier(
        accounts={PUSH_ACCOUNT},
        is_audience=address_of_service("scholarai-review"),
        certificates=Certificates(url),
        signatures_removed=behind_cloud_run,
    )


def without_signature(token: str) -> str:
    return token.rpartition(".")[0] + SIGNATURE_REMOVED


def unsigned(algorithm: str) -> str:
    claims = {"iss": "https://accounts.google.com", "aud": AUDIENCE, "email": PUSH_ACCOUNT, "email_verified": True}
    now = int(time.time())
    claims |= {"iat": now, "exp": now + 600}
    parts = [json.dumps({"alg": algorithm, "kid": "key-1"}).encode(), json.dumps(claims).encode(), b"sig" * 8]
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


def test_a_token_that_google_signed_for_an_account_of_ours_may_push(server: CertificateServer, key: Key) -> None:
    verifier(server.url).verify(key.push_token(PUSH_ACCOUNT, AUDIENCE))


def test_certificates_are_fetched_once(server: CertificateServer, key: Key) -> None:
    checks = verifier(server.url)
    for _ in range(3):
        checks.verify(key.push_token(PUSH_ACCOUNT, AUDIENCE))

    assert server.asked == 1


@pytest.mark.parametrize("changes", WRONG)
def test_a_token_of_another_kind_may_not(server: CertificateServer, key: Key, changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError, match="push_rejected") as caught:
        verifier(server.url).verify(key.push_token(PUSH_ACCOUNT, AUDIENCE, **changes))

    assert caught.value.status == 401


@pytest.mark.parametrize("changes", WRONG)
def test_behind_cloud_run_claims_are_still_checked(
    server: CertificateServer, key: Key, changes: dict[str, Any]
) -> None:
    token = without_signature(key.push_token(PUSH_ACCOUNT, AUDIENCE, **changes))

    with pytest.raises(InvalidRequestError, match="push_rejected"):
        verifier(server.url, behind_cloud_run=True).verify(token)


@pytest.mark.parametrize("algorithm", ["none", "HS256", "RS256"])
def test_a_token_without_a_true_signature_may_not(server: CertificateServer, algorithm: str) -> None:
    for behind_cloud_run in (False, True):
        with pytest.raises(InvalidRequestError, match="push_rejected"):
            verifier(server.url, behind_cloud_run=behind_cloud_run).verify(unsigned(algorithm))


def test_a_token_of_another_key_may_not(server: CertificateServer) -> None:
    with pytest.raises(InvalidRequestError, match="push_rejected"):
        verifier(server.url).verify(Key("key-1").push_token(PUSH_ACCOUNT, AUDIENCE))


def test_a_signature_is_only_taken_for_checked_where_cloud_run_took_it_off(server: CertificateServer, key: Key) -> None:
    token = without_signature(key.push_token(PUSH_ACCOUNT, AUDIENCE))

    verifier(server.url, behind_cloud_run=True).verify(token)
    with pytest.raises(InvalidRequestError, match="push_rejected"):
        verifier(server.url).verify(token)


@pytest.mark.parametrize(
    "token", ["", "a", "a.b", "a.b.c", "a.b.c.d", "." * 9, "ü.ü.ü", "e30.W10.e30", "e30.bnVsbA.e30"]
)
def test_a_malformed_token_may_not_push(server: CertificateServer, token: str) -> None:
    for tried in (token, token + SIGNATURE_REMOVED):
        with pytest.raises(InvalidRequestError, match="push_rejected"):
            verifier(server.url, behind_cloud_run=True).verify(tried)


def test_without_certificates_it_may_be_tried_again(key: Key) -> None:
    with pytest.raises(TransientError, match="certificates_unreachable"):
        verifier("http://127.0.0.1:9/certificates").verify(key.push_token(PUSH_ACCOUNT, AUDIENCE))


@pytest.mark.parametrize(
    ("audience", "ours"),
    [
        ("https://scholarai-review-abc123-ew.a.run.app", True),
        ("https://scholarai-review-abc123-ew.a.run.app/", True),
        ("https://scholarai-review-123456.europe-west1.run.app", True),
        ("https://europe-west1-papers-test.cloudfunctions.net/scholarai-review", True),
        ("https://scholarai-review-abc123-ew.a.run.app?__GCP_CloudEventsMode=CUSTOM_PUBSUB_projects%2Fp", True),
        ("https://evil.example?scholarai-review-abc123-ew.a.run.app", False),
        ("https://evil.example/?/scholarai-review-abc123-ew.a.run.app", False),
        ("http://scholarai-review-abc123-ew.a.run.app", False),
        ("https://scholarai-review-abc123-ew.a.run.app.evil.example", False),
        ("https://evil.example/scholarai-review-abc123-ew.a.run.app", False),
        ("https://scholarai-extract-abc123-ew.a.run.app", False),
        ("https://europe-west1-papers-test.cloudfunctions.net/scholarai-extract", False),
        ("scholarai-review", False),
        ("", False),
    ],
)
def test_an_audience_is_an_address_of_the_service(audience: str, ours: bool) -> None:
    assert address_of_service("scholarai-review")(audience) is ours
