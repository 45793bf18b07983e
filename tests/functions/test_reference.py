"""The interface describes itself: as OpenAPI, and as a page that needs neither scripts nor a network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

from functions.system import System
from lxml import html

DOCS = Path(__file__).parents[2] / "docs"


def test_the_document_is_the_published_one(system: System) -> None:
    answer = system.status.get("/openapi.json")

    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert json.loads(answer.data) == json.loads((DOCS / "openapi.json").read_text())


def test_the_page_shows_every_call_and_schema_and_each_link_leads_somewhere(system: System) -> None:
    document = json.loads((DOCS / "openapi.json").read_text())
    page = html.fromstring(system.status.get("/docs").text)

    there = {one.get("id") for one in page.xpath("//*[@id]")}
    named = {call["operationId"] for methods in document["paths"].values() for call in methods.values()}
    assert there == named | document["components"]["schemas"].keys()
    links = {link.get("href") for link in page.xpath("//a")}
    assert links - {f"#{one}" for one in there} == {"/openapi.json"}
    assert page.xpath("//td[contains(., 'Idempotency-Key')]")


def test_the_page_s_policy_allows_its_style_and_nothing_else(system: System) -> None:
    answer = system.status.get("/docs")

    (style,) = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = answer.headers["Content-Security-Policy"]
    assert policy.split("; ")[:2] == ["default-src 'none'", f"style-src 'sha256-{digest}'"]
    assert not re.search(r"<script|<img|<link|\\bon[a-z]+=|style=|https?://", answer.text)
    assert system.status.get("/papers").headers["Content-Security-Policy"].startswith("default-src 'none'; frame")
