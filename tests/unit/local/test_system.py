"""What the local server does beside its calls."""

from __future__ import annotations

import logging

import pytest

from scholarai.domain.errors import TransientError
from scholarai.local.system import sweep_once


@pytest.mark.parametrize("error", [TransientError("store_busy", "the store was busy"), ValueError("a fault of ours")])
def test_a_sweeper_that_fails_is_named_and_hinders_no_other(
    error: Exception, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept = []
    monkeypatch.setattr(logging.getLogger("scholarai"), "propagate", True)

    def fail() -> None:
        raise error

    sweep_once({"outbox": fail, "erasing": lambda: swept.append("erasing")})

    assert swept == ["erasing"]
    assert [record.__dict__["sweeper"] for record in caplog.records] == ["outbox"]
