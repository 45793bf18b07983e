"""A machine with several accounts: one runs the server, another one calls it."""

from __future__ import annotations

import json
from pathlib import Path

from doubles.other_account import needs_root, run_as_nobody
from e2e.serving import Server

CHOICE = '{"provider":"openai","model":"m","base_url":"http://127.0.0.1:9/v1"}'


@needs_root
def test_another_account_reads_and_changes_nothing(server: Server) -> None:
    url = f"http://127.0.0.1:{server.port}"
    calls = [
        [f"{url}/papers"],
        [f"{url}/me/export"],
        ["-X", "PUT", "-H", "content-type: application/json", "-d", CHOICE, f"{url}/settings/models"],
        ["-X", "DELETE", f"{url}/me"],
        [f"{url}/"],
    ]

    answers = [json.loads(run_as_nobody(["curl", "-s", *call])) for call in calls]

    assert {(answer["status"], answer["code"]) for answer in answers} == {(403, "another_account")}
    assert server.call("GET", "/papers").json()["papers"]


@needs_root
def test_a_call_whose_caller_has_gone_already_changes_nothing(server: Server, tmp_path: Path) -> None:
    """The kernel lists the socket of a caller that closed it as root's."""
    script = tmp_path / "gone.sh"
    script.write_text(
        f"exec 3<>/dev/tcp/127.0.0.1/{server.port}; printf 'DELETE /me HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n' >&3"
    )
    tmp_path.chmod(0o755)

    for _ in range(20):
        run_as_nobody(["bash", "-c", script.read_text()])

    assert server.call("GET", "/papers").json()["papers"]


@needs_root
def test_every_account_is_answered_where_the_owner_says_so(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", options=("--all-accounts",)).start()
    try:
        assert '"papers"' in run_as_nobody(["curl", "-s", f"http://127.0.0.1:{server.port}/papers"])
        assert "Every account of this machine" in server.log.read_text()
    finally:
        server.kill()
