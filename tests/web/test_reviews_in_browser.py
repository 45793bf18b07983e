"""Reviews in a real browser: what is changed can be had back."""

from __future__ import annotations

import pytest
from e2e.serving import Server

from web.browser import Browser, url_of

pytestmark = pytest.mark.slow


def test_a_changed_section_is_taken_back_and_an_earlier_version_restored(
    server: Server, browser: Browser, two_columns: str
) -> None:
    seen = browser.play("restoreReport", url=url_of(server), question="How long does water take to boil?")

    assert len(seen["deleted"]) == len(seen["before"]) - 1
    assert seen["undone"] == seen["before"]
    assert seen["restored"] == seen["before"]
    assert seen["versions"] == "5", "what is restored is a further version"
    assert seen["findings"] == []
