"""The room of settings in a real browser: a model is chosen by keyboard and tried, in light, dark and on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from doubles.model_server import MODEL, Answer, ModelServer
from e2e.serving import Server

from web.browser import SMALL_PHONE, Browser, url_of

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("look", "context"),
    [("light", {"colorScheme": "light"}), ("dark", {"colorScheme": "dark"}), ("phone", SMALL_PHONE)],
)
def test_a_model_is_chosen_by_keyboard_and_tried(
    built: None, browser: Browser, tmp_path: Path, look: str, context: dict[str, Any]
) -> None:
    server = Server(tmp_path / "data").start()
    try:
        with ModelServer() as models:
            models.script(Answer("A kettle boils water."))
            seen = browser.play(
                "chooseModel",
                context=context,
                url=url_of(server),
                server=models.url,
                model=MODEL,
                name=f"settings-{look}",
            )
    finally:
        server.kill()

    assert seen["heading"] == f"{MODEL} answers"
    assert "Nothing leaves this machine." in seen["said"]
    assert "A question costs: nothing." in seen["said"]
    assert "A kettle boils water." in seen["sentence"]
    assert (seen["axe"], seen["overflow"]) == ([], 0)
