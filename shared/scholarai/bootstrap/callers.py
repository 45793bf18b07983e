"""Who may call."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from scholarai.bootstrap.stores import settings

if TYPE_CHECKING:
    from scholarai.ports.identity import TokenVerifier


@functools.cache
def token_verifier() -> TokenVerifier | None:
    """Return what checks ID tokens, or None where everybody is the one local user."""
    match settings().identity:
        case "local":
            return None
        case "firebase":
            from scholarai.adapters.gcp.identity import CERTIFICATES_URL, Certificates, FirebaseVerifier

            certificates = Certificates(settings().identity_certificates or CERTIFICATES_URL)
            return FirebaseVerifier(settings().identity_project, certificates)
