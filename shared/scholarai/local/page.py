"""The page at `/` until the web page stands there: where things are."""

from __future__ import annotations

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>ScholarAI</title>
<h1>ScholarAI</h1>
<p>Question scientific papers: every quote checked against the paper and located on its page.</p>
<ul>
<li><a href="/papers">/papers</a>: your papers
<li><a href="/chat">/chat</a>: your conversations
<li><a href="/healthz">/healthz</a>: how the parts are
</ul>
<p>Upload and ask with the commands that the server printed when it started.</p>
</html>
"""
PAGE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
