"""The return from a SAML provider, which sends a form by POST where the page can only read its own address."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode

from msgspec import Struct

from scholarai.bootstrap import App
from scholarai.domain.errors import InvalidRequestError
from scholarai.entrypoints.calls import Call, RedirectReply
from scholarai.entrypoints.operations import BODY_PROBLEMS, Routes

# https://docs.oasis-open.org/security/saml/v2.0/saml-bindings-2.0-os.pdf, section 3.5.4
_RESPONSE, _STATE = "SAMLResponse", "RelayState"
_FIELDS = 10
_SEE_OTHER = 303


class SamlReturn(Struct, frozen=True, kw_only=True):
    """The form that a SAML provider sends; its other fields are left out."""

    SAMLResponse: str
    RelayState: str = ""


routes = Routes()


@routes.add(
    "POST",
    "/sign-in/saml",
    "chat",
    "Return from a SAML provider to the page; browsers call it",
    form=SamlReturn,
    status=303,
    problems=BODY_PROBLEMS,
    public=True,
)
def return_from_saml(call: Call, _app: App) -> RedirectReply:
    """Redirect to the page with the response in the fragment of the URL, which no server and no log sees.

    Nothing is checked here: Identity Platform checks the signature, and the page that it began this sign-in itself.

    Raises:
        InvalidRequestError: If the form has no response.
    """
    try:
        given = parse_qs(call.body.decode("ascii"), max_num_fields=_FIELDS)
        response = given[_RESPONSE][0]
    except (ValueError, KeyError):  # UnicodeDecodeError is a ValueError
        raise InvalidRequestError(
            "sign_in_incomplete",
            "the form holds no SAMLResponse",
            action="Begin again at the page's sign-in.",
        ) from None
    fragment = urlencode({_RESPONSE: response, _STATE: given.get(_STATE, [""])[0]})
    return RedirectReply(location=f"/#{fragment}", status=_SEE_OTHER)
