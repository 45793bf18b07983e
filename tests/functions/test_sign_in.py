"""The return from a SAML provider through the functions' own main.py: a form of another site, handed to the page."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient

PATH = "/sign-in/saml"
FORM = {"SAMLResponse": "PD94bWw+/w==", "RelayState": "state"}
FROM_PROVIDER = {"Origin": "https://id.example.org", "Sec-Fetch-Site": "cross-site"}
FORM_TYPE = "application/x-www-form-urlencoded"


@pytest.fixture
def chat(load: Callable[..., FlaskClient]) -> FlaskClient:
    return load("chat", SCHOLARAI_SIGN_IN_PROVIDERS='{"oidc.ours": "Ours", "saml.theirs": "Theirs"}')


def test_a_provider_s_form_comes_to_the_page_in_the_fragment_of_its_address(chat: FlaskClient) -> None:
    response = chat.post(PATH, data=FORM, headers=FROM_PROVIDER)

    target = urlsplit(response.headers["Location"])
    assert (response.status_code, response.data) == (303, b"")
    assert (target.scheme, target.netloc, target.path, target.query) == ("", "", "/", "")
    assert parse_qs(target.fragment) == {name: [value] for name, value in FORM.items()}
    assert response.headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Origin" not in response.headers


@pytest.mark.parametrize(
    ("sent", "kind", "status", "code"),
    [
        (b"", FORM_TYPE, 422, "sign_in_incomplete"),
        (b"RelayState=state", FORM_TYPE, 422, "sign_in_incomplete"),
        (b"SAMLResponse=%ff\xff", FORM_TYPE, 422, "sign_in_incomplete"),
        (b"&".join([b"SAMLResponse=x"] * 50), FORM_TYPE, 422, "sign_in_incomplete"),
        (b'{"SAMLResponse": "x"}', "application/json", 415, "content_type_wrong"),
        (b"SAMLResponse=" + b"x" * 65_536, FORM_TYPE, 413, "body_too_large"),
    ],
)
def test_another_form_is_refused(chat: FlaskClient, sent: bytes, kind: str, status: int, code: str) -> None:
    response = chat.post(PATH, data=sent, content_type=kind, headers=FROM_PROVIDER)

    assert response.status_code == status
    assert response.json is not None
    assert response.json["code"] == code


def test_what_stands_in_the_form_leads_nowhere_else(chat: FlaskClient) -> None:
    form = {"SAMLResponse": "//evil.example/\r\nSet-Cookie: a=b#", "RelayState": "https://evil.example/&x=y#z"}

    response = chat.post(PATH, data=urlencode(form), content_type=FORM_TYPE)

    assert response.headers["Location"].startswith("/#SAMLResponse=%2F%2Fevil")
    assert parse_qs(urlsplit(response.headers["Location"]).fragment) == {name: [value] for name, value in form.items()}
    assert "Set-Cookie" not in response.headers


def test_everybody_learns_how_one_signs_in(chat: FlaskClient) -> None:
    told = chat.get("/deployment").json

    assert told is not None
    assert told["password_sign_in"] is True
    assert told["sign_in_providers"] == [{"id": "oidc.ours", "name": "Ours"}, {"id": "saml.theirs", "name": "Theirs"}]


def test_everybody_learns_which_outside_services_are_asked(load: Callable[..., FlaskClient]) -> None:
    told = load("chat", SCHOLARAI_LITERATURE="openalex", SCHOLARAI_LITERATURE_CONTACT="a@example.org").get(
        "/deployment"
    )

    assert told.json is not None
    assert told.json["outside"] == {
        "services": ["OpenAlex"],
        "adding": ["Crossref", "DataCite", "arXiv", "Europe PMC", "Unpaywall"],
        "contact": True,
    }
