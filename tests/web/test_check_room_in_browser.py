"""The room where a text is held against papers, in a real browser: its example, a pasted answer, its box, its documents."""

from __future__ import annotations

import json
from typing import Any

import pytest
from e2e.serving import Server, wait_for

from web.browser import LOOKS, Browser, url_of

pytestmark = pytest.mark.slow

ANSWER = """\
The sample says that "for 23 people the exact probability is 0.9073".

- "Unequal frequencies can only raise the probability of a match"
- Honey bees dance for good nest sites.
"""


@pytest.fixture(scope="module")
def with_sample(server: Server) -> Server:
    wait_for(lambda: server.extraction("sample-paper")["status"] == "completed", 60)
    return server


@pytest.mark.parametrize(("look", "context"), LOOKS)
def test_a_first_visit_shows_an_example_with_a_changed_number_and_a_cut_quote(
    with_sample: Server, browser: Browser, look: str, context: dict[str, Any]
) -> None:
    seen = browser.play("seeExample", context=context, url=url_of(with_sample), name=f"check-{look}")

    assert {"changed", "cut", "not_found", "closest", "not_checkable"} <= set(seen["outcomes"])
    assert (seen["findings"], seen["overflow"]) == ([], 0)


def test_a_pasted_answer_leads_to_the_changed_word_its_box_and_its_documents(
    with_sample: Server, browser: Browser
) -> None:
    seen = browser.play("checkAnswer", url=url_of(with_sample), answer=ANSWER, name="check-answer")

    assert (seen["struck"], seen["set"]) == ("0.9073", "0.5073")
    assert (len(seen["boxes"]), seen["inSight"], seen["focused"]) == (1, True, "changed")
    assert seen["text"] == ANSWER
    assert (seen["findings"], seen["overflow"]) == ([], 0)
    files = seen["files"]
    assert sorted(files) == ["checked.html", "checked.json", "checked.md", "checked.pdf"]
    assert "0.9073" in files["checked.md"]
    assert files["checked.html"].startswith("<!doctype html>")
    assert json.loads(files["checked.json"])["counts"]["changed"] == 1
    assert files["checked.pdf"].startswith("%PDF-")
