"""Clients that are generated from docs/openapi.json, as the API guide says, in Python and TypeScript, against a real local server."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from e2e.serving import EXTRACTING_S, Server

from scholarai.testing import sample_paper

ROOT = Path(__file__).parents[2]
DOCS, WEB = ROOT / "docs", ROOT / "web"
pytestmark = pytest.mark.slow

QUESTION = "How many people make a shared birthday more likely than not?"

# What a user of the generated package would write; it runs in a process of its own, where only that package is known.
LOOP = """
import sys, time
from pathlib import Path
import httpx
from scholarai_client import Client
from scholarai_client.api.chat import annotate_pdf, ask_paper, check_quotes, list_sessions
from scholarai_client.api.status import create_paper, delete_paper, get_extraction
from scholarai_client.models import Answered, AskPaper, CheckPaper, CheckQuote, CheckedQuotes, CreatedPaper, Extraction, NewPaper
from scholarai_client.models import ProblemDetails, SessionList, TextSectionV1

url, paper, question, limit_s = sys.argv[1:]
client = Client(url, timeout=httpx.Timeout(120))

created = create_paper.sync(client=client, body=NewPaper(filename="birthdays.pdf"))
assert isinstance(created, CreatedPaper) and created.upload
httpx.put(created.upload.url, content=Path(paper).read_bytes(), headers=created.upload.headers.to_dict()).raise_for_status()
deadline = time.monotonic() + float(limit_s)
while True:
    extraction = get_extraction.sync(created.paper_id, client=client)
    assert isinstance(extraction, Extraction)
    if extraction.status == "completed":
        break
    assert extraction.status != "failed" and time.monotonic() < deadline, extraction
    time.sleep(0.1)

answer = ask_paper.sync(created.paper_id, client=client, body=AskPaper(question=question))
assert isinstance(answer, Answered)
section = answer.sections[0]
assert isinstance(section, TextSectionV1)
citation = section.citations[0]
assert citation.verdict == "exact" and len(citation.pages[0].boxes[0]) == 4

wanted = CheckPaper(quotes=[CheckQuote(quote_id=1, quote=citation.text)])
checked = check_quotes.sync(created.paper_id, client=client, body=wanted)
assert isinstance(checked, CheckedQuotes) and checked.results[0].verdict == "exact"

sessions = list_sessions.sync(client=client)
assert isinstance(sessions, SessionList)
assert answer.session_id in {session.id for session in sessions.sessions}

marked = annotate_pdf.sync(created.paper_id, client=client, session=answer.session_id)
assert not isinstance(marked, ProblemDetails) and marked and marked.payload.read(4) == b"%PDF"

assert delete_paper.sync_detailed(created.paper_id, client=client).status_code == 204
gone = get_extraction.sync(created.paper_id, client=client)
assert isinstance(gone, ProblemDetails) and gone.code == "paper_unknown"
"""

LOOP_IN_TYPESCRIPT = """
import { readFile } from "node:fs/promises";
import createClient from "openapi-fetch";
import type { paths } from "./scholarai.js";

const [url, paper, question] = process.argv.slice(2);
const api = createClient<paths, "application/json" | "application/problem+json">({ baseUrl: url });

function need<T>(answer: { data?: T; error?: { code: string; detail: string } }): T {
  if (answer.data === undefined) throw new Error(answer.error && `${answer.error.code}: ${answer.error.detail}`);
  return answer.data;
}

const created = need(await api.POST("/papers", { body: { filename: "birthdays.pdf" } }));
if (!created.upload) throw new Error("nothing to send");
const { headers, method, url: target } = created.upload;
const sent = await fetch(target, { method, headers, body: await readFile(paper!) });
if (!sent.ok) throw new Error(`upload: ${sent.status}`);

const path = { paper_id: created.paper_id };
for (;;) {
  const { status, error } = need(await api.GET("/papers/{paper_id}/extraction", { params: { path } }));
  if (status === "completed") break;
  if (status === "failed") throw new Error(error?.code);
  await new Promise((done) => setTimeout(done, 100));
}

const answer = need(await api.POST("/papers/{paper_id}/chat", { params: { path }, body: { question: question! } }));
const quote = answer.sections.flatMap((section) => ("citations" in section ? section.citations : []))[0];
if (!quote) throw new Error("no quote");
const checked = need(
  await api.POST("/papers/{paper_id}/check", {
    params: { path },
    body: { quotes: [{ quote_id: 1, quote: quote.text }] },
  }),
);
if (checked.results[0]?.verdict !== "exact") throw new Error(JSON.stringify(checked));

const removed = await api.DELETE("/papers/{paper_id}", { params: { path } });
if (removed.response.status !== 204) throw new Error(`delete: ${removed.response.status}`);
const gone = await api.GET("/papers/{paper_id}", { params: { path } });
if (gone.error?.code !== "paper_unknown") throw new Error("still there");

// @ts-expect-error: a question is asked, not a number
void api.POST("/papers/{paper_id}/chat", { params: { path }, body: { question: 7 } }).catch(() => undefined);
console.log(quote.text);
"""


def test_a_client_generated_as_the_guide_says_type_checks_and_runs_a_whole_loop(server: Server, tmp_path: Path) -> None:
    guide = (DOCS / "api-guide.md").read_text(encoding="utf-8")
    [config] = re.findall(r"```yaml\n# client\.yaml\n(.*?)```", guide, re.DOTALL)
    (tmp_path / "client.yaml").write_text(config)
    generate: list[str | Path] = [
        "generate",
        "--path",
        DOCS / "openapi.json",
        "--config",
        "client.yaml",
        "--output-path",
        "made",
    ]
    _run([sys.executable, "-m", "openapi_python_client", *generate, "--fail-on-warning"], tmp_path)
    package = tmp_path / "made"
    (package / "loop.py").write_text(LOOP)

    # A name of the generated code is annotated twice where a tuple stands in two fields; it has the same type both times.
    _run(
        [sys.executable, "-m", "mypy", "--strict", "--disable-error-code=no-redef", "scholarai_client", "loop.py"],
        package,
    )
    url = f"http://127.0.0.1:{server.port}"
    _run([sys.executable, "loop.py", url, sample_paper(), QUESTION, str(EXTRACTING_S)], package)


def _run(command: list[str | Path], folder: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])  # the generator calls ruff
    environment = {**os.environ, "PATH": path}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300)

    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]


def test_a_client_generated_for_typescript_type_checks_and_runs_a_whole_loop(server: Server, tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "loop.ts").write_text(LOOP_IN_TYPESCRIPT)
    (tmp_path / "docs").symlink_to(DOCS, target_is_directory=True)
    npm, bin_ = Path(_npm()), tmp_path / "node_modules" / ".bin"
    guide = (DOCS / "api-guide.md").read_text(encoding="utf-8")
    commands = [shlex.split(line) for line in re.findall(r"^(?:npm|npx) .+", guide, re.MULTILINE)]
    commands += [shlex.split(line) for line in re.findall(r"`(npx tsc [^`]+)`", guide)]

    assert [words[1] for words in commands] == ["install", "install", "openapi-typescript", "tsc"]
    for program, name, *words in commands:
        _run([npm, name, *words] if program == "npm" else [bin_ / name, *words], tmp_path)
    _run([npm.with_name("node"), "loop.js", f"http://127.0.0.1:{server.port}", sample_paper(), QUESTION], tmp_path)


def _npm() -> str:
    """Return npm, installed by web/build.py where the machine has none."""
    program = "import build; print(build.find_npm())"
    found = subprocess.run([sys.executable, "-c", program], cwd=WEB, capture_output=True, text=True, check=True)
    return found.stdout.strip()
