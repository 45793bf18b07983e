"""Who may call, and who may push events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.once import once
from scholarai.bootstrap.stores import Stores
from scholarai.config import SettingsError

if TYPE_CHECKING:
    from scholarai.ports.callers import PushVerifier, TokenVerifier


class Callers(Stores):
    """The verifiers of tokens."""

    @once
    def token_verifier(self) -> TokenVerifier | None:
        """Return the verifier of ID tokens, or None where there is one local user only."""
        match self.settings().identity:
            case "local":
                return None
            case "firebase":
                from scholarai.adapters.gcp.identity import CERTIFICATES_URL, Certificates, FirebaseVerifier

                certificates = Certificates(self.settings().identity_certificates or CERTIFICATES_URL)
                return FirebaseVerifier(self.settings().identity_project, certificates)

    @once
    def push_verifier(self) -> PushVerifier | None:
        """Return the verifier of push tokens, or None where only this machine can reach the process."""
        allowed, service = self.settings().push_accounts, self.settings().service
        if not allowed and service:
            raise SettingsError(
                "SCHOLARAI_PUSH_ACCOUNTS is empty; it must name the accounts that push events to this function"
            )
        if not allowed:
            return None
        from scholarai.adapters.gcp.identity import Certificates
        from scholarai.adapters.gcp.push_identity import CERTIFICATES_URL, GooglePushVerifier, address_of_service

        audience = self.settings().push_audience
        return GooglePushVerifier(
            accounts=allowed,
            is_audience=audience.__eq__ if audience else address_of_service(service),
            certificates=Certificates(self.settings().push_certificates or CERTIFICATES_URL),
            signatures_removed=bool(service),
        )
