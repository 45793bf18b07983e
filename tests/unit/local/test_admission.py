"""Who may call the local server: its own account, root, and those that show the token."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from doubles.stores import with_empty_store
from werkzeug.test import Client
from werkzeug.wrappers import Response

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.config import Settings
from scholarai.local.admission import Admission
from scholarai.local.functions import Functions
from scholarai.local.gateway import Front
from scholarai.local.page import WebPage
from scholarai.local.signed_files import ObjectGate

OURS, ROOT, THEIRS, UNKNOWN = 1000, 0, 1001, None
TOKEN = "t0ken"
BROWSER = {"Accept": "text/html,*/*;q=0.8"}


@pytest.fixture
def backend(tmp_path: Path) -> EmbeddedBackend:
    return EmbeddedBackend(
        Settings.from_env(
            {"SCHOLARAI_DATA": str(with_empty_store(tmp_path)), "SCHOLARAI_PUBLIC_URL": "http://127.0.0.1:8080"}
        )
    )


class Caller:
    """Calls the server over connections that the system says are of one account."""

    def __init__(self, backend: EmbeddedBackend, account: int | None) -> None:
        function = Response("answered by ")
        self._client = Client(
            Front(
                functions=Functions(status=_echo, chat=_echo, extract=function, review=function),
                objects=ObjectGate(objects=backend.objects, signer=backend.signer, now=lambda: datetime.now(UTC)),
                page=WebPage(public_url="http://127.0.0.1:8080"),
                admission=Admission(token=TOKEN, account=OURS, account_of=lambda _: account),
                store=backend,
            )
        )
        self._connection = socket.socket()

    def __call__(self, path: str, method: str = "GET", **headers: str) -> Any:
        return self._client.open(
            path,
            method=method,
            headers={name.replace("_", "-"): value for name, value in headers.items()},
            base_url="http://127.0.0.1:8080",
            environ_overrides={"gunicorn.socket": self._connection},
        )

    def close(self) -> None:
        self._connection.close()


def _echo(environ: Any, start_response: Any) -> Any:
    return Response(f"called with {environ['QUERY_STRING']}")(environ, start_response)


@pytest.fixture
def caller(backend: EmbeddedBackend, request: pytest.FixtureRequest) -> Iterator[Caller]:
    made = Caller(backend, request.param)
    yield made
    made.close()


@pytest.mark.parametrize("caller", [OURS, ROOT], indirect=True)
def test_ones_own_calls_and_those_of_root_need_nothing(caller: Caller) -> None:
    answers = [caller("/papers"), caller("/", **BROWSER), caller("/me", "DELETE")]

    assert [(answer.status_code, "Set-Cookie" in answer.headers) for answer in answers] == [(200, False)] * 3


@pytest.mark.parametrize(
    ("caller", "code"), [(THEIRS, "another_account"), (UNKNOWN, "account_unknown")], indirect=["caller"]
)
@pytest.mark.parametrize(
    "path", ["/papers", "/", "/healthz", "/me", "/assets/main.js", "/nothing", "/papers?token=guess"]
)
def test_calls_of_others_are_refused_in_words(caller: Caller, code: str, path: str) -> None:
    answer = caller(
        path, "DELETE" if path == "/me" else "GET", Authorization="Bearer guess", Cookie="scholarai-8080=guess"
    )

    assert (answer.status_code, answer.mimetype) == (403, "application/problem+json")
    assert (answer.json["code"], answer.json["action"].startswith(("Start", "Open"))) == (code, True)


@pytest.mark.parametrize("caller", [UNKNOWN, THEIRS], indirect=True)
def test_a_program_shows_the_token_in_a_header_or_once_in_the_address(caller: Caller) -> None:
    assert caller("/papers", Authorization=f"Bearer {TOKEN}").status_code == 200

    first = caller(f"/papers?limit=5&token={TOKEN}")

    assert first.text == "called with limit=5"
    cookie = first.headers["Set-Cookie"]
    assert cookie.startswith(f"scholarai-8080={TOKEN};")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert caller("/papers").status_code == 200


@pytest.mark.parametrize("caller", [UNKNOWN], indirect=True)
def test_a_browser_is_led_to_the_address_without_the_token(caller: Caller) -> None:
    answer = caller(f"/papers/p1?page=2&token={TOKEN}", **BROWSER)

    assert answer.status_code == 200
    assert 'content="0; url=/papers/p1?page=2"' in answer.text
    assert TOKEN not in answer.text
    assert caller("/papers/p1?page=2", **BROWSER).status_code == 200


@pytest.mark.parametrize("caller", [UNKNOWN], indirect=True)
def test_an_address_under_another_name_keeps_its_token_on_the_way(caller: Caller) -> None:
    answer = caller(f"/?token={TOKEN}", Host="localhost:8080", **BROWSER)

    assert (answer.status_code, answer.headers["Location"]) == (307, f"http://127.0.0.1:8080/?token={TOKEN}")


@pytest.mark.parametrize("caller", [UNKNOWN], indirect=True)
def test_a_link_on_another_site_leads_a_browser_on_with_its_cookie(caller: Caller) -> None:
    """Browsers keep a cookie of `SameSite=Strict` back from a navigation that another site began."""
    linked = {**BROWSER, "Sec_Fetch_Site": "cross-site"}

    assert 'content="0; url=/papers/p1"' in caller("/papers/p1", **linked).text
    assert caller("/papers/p1", **BROWSER, Sec_Fetch_Site="same-origin").status_code == 403


@pytest.mark.parametrize(("caller", "status"), [(UNKNOWN, 404), (OURS, 404), (THEIRS, 403)], indirect=["caller"])
def test_a_signed_address_of_a_file_is_its_own_token(caller: Caller, backend: EmbeddedBackend, status: int) -> None:
    url = backend.signer.sign_download("uploads/local/p1/a.pdf", filename="a.pdf", now=datetime.now(UTC))

    assert caller(url.removeprefix("http://127.0.0.1:8080")).status_code == status


def test_the_token_of_a_data_folder_lasts_and_is_its_owners_alone(tmp_path: Path) -> None:
    first = Admission.of(tmp_path)

    assert Admission.of(tmp_path).token == first.token
    assert (tmp_path / "serve-token").stat().st_mode & 0o777 == 0o600
