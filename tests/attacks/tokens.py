"""ID tokens that nobody should be let in with."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterator
from typing import Any

from doubles.identity import Key
from google.auth import jwt


def forged_tokens(key: Key, project: str) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with each token, and the token; `key` is the true one, whose certificate is published."""
    good = _claims(project)
    wrong: dict[str, dict[str, Any]] = {
        "audience of another project": {"aud": "another-project"},
        "no audience": {"aud": None},
        "audiences in a list": {"aud": [project]},
        "issuer of another project": {"iss": "https://securetoken.google.com/another-project"},
        "issuer of another service": {"iss": "https://accounts.google.com"},
        "no issuer": {"iss": None},
        "expired": {"exp": int(time.time()) - 60},
        "no expiry": {"exp": None},
        "issued tomorrow": {"iat": int(time.time()) + 86_400, "exp": int(time.time()) + 90_000},
        "no subject": {"sub": None},
        "empty subject": {"sub": ""},
        "subject with a path": {"sub": "../bob"},
        "subject that is a number": {"sub": 7},
        "long subject": {"sub": "x" * 200},
    }
    for name, changes in wrong.items():
        claims = {field: value for field, value in {**good, **changes}.items() if value is not None}
        yield name, jwt.encode(key.signer, claims).decode()
    yield "signed by another key of the same id", jwt.encode(Key(key.id).signer, good).decode()
    yield "signed by an unknown key", jwt.encode(Key("key-unknown").signer, good).decode()
    for algorithm in ("none", "None", "NONE", "", "HS256", "HS512", "ES256", "PS256"):
        yield f"algorithm {algorithm or 'empty'}, no signature", _join(_header(key, algorithm), good, b"")
    yield "HS256 with the certificate as its secret", _hs256(key, good)
    yield "tampered payload", _tampered(key, good)
    yield "no key id", _join({"alg": "RS256"}, good, b"x" * 256)
    yield "key id that is a path", _join({"alg": "RS256", "kid": "../../etc/passwd"}, good, b"x" * 256)
    yield "key by address", _join({"alg": "RS256", "jku": "http://evil.example/keys", "kid": "evil"}, good, b"x" * 256)
    yield (
        "a signature that Cloud Run took off",
        jwt.encode(key.signer, good).decode().rpartition(".")[0] + (".SIGNATURE_REMOVED_BY_GOOGLE"),
    )
    for name, text in {
        "empty": "",
        "one part": "a",
        "dots": "...",
        "two tokens": "a.b.c a.b.c",
        "huge": "a" * 9_000,
    }.items():
        yield name, text


def _claims(project: str) -> dict[str, Any]:
    now = int(time.time())
    issuer = f"https://securetoken.google.com/{project}"
    return {"iss": issuer, "aud": project, "sub": "ada", "iat": now - 60, "exp": now + 3_000}


def _header(key: Key, algorithm: str) -> dict[str, str]:
    return {"alg": algorithm, "kid": key.id, "typ": "JWT"}


def _hs256(key: Key, claims: dict[str, Any]) -> str:
    """The public key taken for a shared secret, which libraries that trust `alg` fall for."""
    signed = _join(_header(key, "HS256"), claims, b"").rstrip(".")
    secret = hmac.new(key.certificate.encode(), signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{_part(secret)}"


def _tampered(key: Key, claims: dict[str, Any]) -> str:
    header, _, signature = jwt.encode(key.signer, claims).decode().split(".")
    return ".".join([header, _part(json.dumps({**claims, "sub": "eve"}).encode()), signature])


def _join(header: dict[str, str], claims: dict[str, Any], signature: bytes) -> str:
    return ".".join([_part(json.dumps(header).encode()), _part(json.dumps(claims).encode()), _part(signature)])


def _part(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
