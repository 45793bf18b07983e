"""Signs ID tokens with test keys whose certificates are published as Google publishes its own."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from doubles.serving import Quiet, Serving
from google.auth import crypt, jwt

from scholarai.adapters.gcp.identity import ISSUER

_HOUR_S = 3_600
# https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/lookup
_LOOKED_UP = 100


class Key:
    """A signing key with its certificate, as Google publishes one."""

    def __init__(self, key_id: str) -> None:
        self.id = key_id
        private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        pem = private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        self.signer = crypt.RSASigner.from_string(pem.decode(), key_id=key_id)
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "securetoken")])
        now = datetime.now(UTC)
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(private.public_key())
            .serial_number(1)
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .sign(private, hashes.SHA256())
        )
        self.certificate = certificate.public_bytes(serialization.Encoding.PEM).decode()

    def token(self, project: str, owner: str, **more: object) -> str:
        """Return an ID token of a project's user, good for an hour, with `more` claims."""
        now = int(time.time())
        claims = {"iss": ISSUER + project, "aud": project, "sub": owner, "iat": now, "exp": now + _HOUR_S, **more}
        token: bytes = jwt.encode(self.signer, claims)
        return token.decode()

    def push_token(self, account: str, audience: str, **changes: object) -> str:
        """Return the token that Google makes for a service account which pushes events; `changes` make another one of it."""
        now = int(time.time())
        claims = {
            "iss": "https://accounts.google.com",
            "aud": audience,
            "azp": "112233",
            "sub": "112233",
            "email": account,
            "email_verified": True,
            "iat": now,
            "exp": now + _HOUR_S,
        }
        token: bytes = jwt.encode(self.signer, {**claims, **changes})
        return token.decode()


class AccountServer(Serving):
    """Looks accounts up as Identity Platform does: a hundred ids at most, unknown ones are left out of the answer."""

    def __init__(self, project: str) -> None:
        self.accounts: set[str] = set()
        self.path = f"/v1/projects/{project}/accounts:lookup"
        super().__init__(_Accounts)
        self.start()


class _Accounts(Quiet):
    double: AccountServer

    def do_POST(self) -> None:
        ids = json.loads(self.sent())["localId"]
        known = self.path == self.double.path and 0 < len(ids) <= _LOOKED_UP
        users = [{"localId": name} for name in ids if name in self.double.accounts]
        body = {"kind": "identitytoolkit#GetAccountInfoResponse", **({"users": users} if users else {})}
        self.send(200 if known else 400, json.dumps(body).encode())


class CertificateServer(Serving):
    """Serves certificates over HTTP and counts how often it was asked."""

    def __init__(self) -> None:
        self.keys: list[Key] = []
        self.asked = 0
        super().__init__(_Certificates)
        self.start()

    @property
    def url(self) -> str:
        return f"{super().url}/certificates"


class _Certificates(Quiet):
    double: CertificateServer

    def do_GET(self) -> None:
        self.double.asked += 1
        body = json.dumps({key.id: key.certificate for key in self.double.keys}).encode()
        self.send(200, body, {"Cache-Control": "public, max-age=20000, must-revalidate"})
