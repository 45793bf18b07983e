"""Builds the page once for all tests of this folder."""

from __future__ import annotations

import os

import pytest

from web.built import build_page


@pytest.fixture(scope="session")
def built() -> None:
    """Build the page, or skip on a person's machine and fail where all tests must run."""
    why = build_page()
    if why is None:
        return
    if os.environ.get("CI"):
        pytest.fail(f"the page cannot be built here: {why}")
    pytest.skip(f"the page cannot be built here: {why}")
