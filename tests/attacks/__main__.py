"""What somebody might try against us, every way once: `PYTHONPATH=tests python -m attacks [--only KIND] [--list]`.

Hostile files go through the reader as it is deployed; forged events to the extract function; forged tokens to every call of the API;
orders hidden in papers to a model that obeys them. Each attack holds or not:

- a file ends as content or as a named fault in time, brings nothing in from outside, leaves nothing behind, and its reader's memory
  stays below the limit;
- what a page or a source hides is neither in the text nor a title;
- an event is refused or acknowledged, never a 5xx, and changes nothing of another user's;
- a call of a user that means harm ends in time and never as a 5xx, and leaves the library readable, listed and exported, without a
  character that nobody sees;
- a token is answered 401 by every call of the API: one case, however many calls there are;
- an order gets no citation checked that the asked paper does not hold, and shows nothing of another user's.

Prints how many were tried and held, kind by kind; ends with 1 where one did not hold.
"""

from __future__ import annotations

import argparse
import dataclasses
import logging
import os
import re
import resource
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from doubles.identity import CertificateServer, Key

from attacks.bodies import holds_unseen, hostile_calls, send
from attacks.events import forged_events
from attacks.files import hostile_files
from attacks.hidden import SECRET, hidden_papers
from attacks.injections import ORDERS
from attacks.making import CANARY, Maker, written
from attacks.tokens import forged_tokens
from scholarai.adapters.reading.faults import codes
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.domain.errors import PaperFaultError, ScholarError
from scholarai.local.functions import FUNCTIONS_DIR
from scholarai.ports.reading import PaperSource

# The deployed limits but for time, so that the run ends.
LIMITS = dataclasses.replace(ReadLimits(), wall_s=40.0, cpu_s=30)
# Beside the wall limit: the start of the process that reads, and its end. A guess.
SLACK_S = 10.0
# An import of references works for 20 s by its own rule; the rest is for a busy machine. A guess.
CALL_S = 30.0
PROJECT = "attacks"
MIB = 1 << 20
# What the parent may hold of one file's outcome: at most its own copy of the file's name and a result. A guess.
PARENT_BYTES = 200 * MIB


@dataclasses.dataclass(frozen=True)
class Outcome:
    kind: str
    name: str
    problem: str = ""
    said: str = ""


def main() -> int:
    options = _options()
    logging.getLogger("scholarai").addHandler(logging.NullHandler())  # where there is a handler, no other is set up
    logging.getLogger("scholarai").propagate = False
    held: dict[str, list[Outcome]] = defaultdict(list)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="scholarai-attacks-") as folder:
        for outcome in _all(Path(folder), options.only):
            held[outcome.kind].append(outcome)
            if outcome.problem or options.list:
                print(f"{outcome.kind}: {outcome.name}: {outcome.problem or 'held'} {outcome.said}", flush=True)
    for kind, outcomes in held.items():
        print(f"{kind:26} {sum(not one.problem for one in outcomes):4} of {len(outcomes):4} held")
    tried = [one for outcomes in held.values() for one in outcomes]
    broken = [one for one in tried if one.problem]
    print(
        f"{len(tried) - len(broken)} of {len(tried)} held, {time.monotonic() - begun:.0f} s, load {os.getloadavg()[0]:.1f}"
    )
    return int(bool(broken))


def _all(folder: Path, only: str) -> Iterator[Outcome]:
    for kind, name, maker in hostile_files():
        if only in {"", "files", kind}:
            yield Outcome(kind, name, *_read(folder / "files", name, maker))
    if only in {"", "hidden"}:
        yield from _hidden(folder / "hidden")
    if only in {"", "events"}:
        yield from _events(folder / "events")
    if only in {"", "calls"}:
        yield from _calls(folder / "calls")
    if only in {"", "tokens"}:
        yield from _tokens(folder / "tokens")
    if only in {"", "injections"}:
        yield from _injections(folder / "injections")


def _read(folder: Path, name: str, maker: Maker) -> tuple[str, str]:
    """Return what did not hold, if anything, and what the reader said."""
    folder.mkdir(exist_ok=True)
    path = written(folder, name, maker)
    before, began = _peak(), time.monotonic()
    around = set(folder.parent.rglob("*"))
    try:
        source = PaperSource(path=path, filename=name, media_type="application/octet-stream")
        content = SandboxedReader(LIMITS).read(source, lambda _done, _pages: None)
        said, text = "content", content.text()
    except PaperFaultError as fault:
        said, text = fault.code, ""
    except ScholarError as error:
        return f"not a fault of the paper: {error.code}", ""
    seconds = time.monotonic() - began
    problems = {
        "took too long": seconds > LIMITS.wall_s + SLACK_S,
        f"an unknown code {said}": said != "content" and said not in codes(),
        "its reader crashed": said == "reader_crashed",
        "brought something in": CANARY in text or "root:x:0" in text,
        "left something behind": set(folder.parent.rglob("*")) != around or Path("/tmp/out").exists(),
        "took the parent's memory": _peak() - before > PARENT_BYTES,
    }
    path.unlink()
    return "; ".join(problem for problem, is_so in problems.items() if is_so), f"({said}, {seconds:.1f} s)"


def _hidden(folder: Path) -> Iterator[Outcome]:
    folder.mkdir()
    for name, paper in hidden_papers():
        path = folder / name
        path.write_bytes(paper)
        source = PaperSource(path=path, filename=name, media_type="application/octet-stream")
        content = SandboxedReader(LIMITS).read(source, lambda _done, _pages: None)
        shown = (content.text(), content.title or "", *(section.title for section in content.sections))
        problem = "reads what nobody sees" if any(SECRET in text for text in shown) else ""
        yield Outcome("hidden text", name, problem, f"({', '.join(note.code for note in content.notes)})")


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1_024


def _events(folder: Path) -> Iterator[Outcome]:
    from scholarai import bootstrap
    from scholarai.domain.ids import OwnerId

    client = _function("extract", folder)
    backend = bootstrap.process.backend()
    paper = bootstrap.process.papers.announce_paper().announce(OwnerId("bob"), filename="paper.pdf").paper
    for name, headers, body in forged_events("scholarai-local", paper.id, paper.object_name):
        # As if its token were valid: tests how the function itself handles it.
        status = client.post("/", headers=dict(headers), data=body).status_code
        after = backend.papers.get(paper.id)
        strangers = [
            p.id for owner in ("eve", "ada", "evil") for p in backend.papers.list(OwnerId(owner), limit=9).papers
        ]
        problems = {
            f"answered {status}": status >= 500,
            "changed another's paper": after is None or (after.owner, after.status) != ("bob", "uploaded"),
            f"made papers: {strangers}": bool(strangers),
        }
        yield Outcome("forged event", name, "; ".join(text for text, is_so in problems.items() if is_so), f"({status})")
    os.environ["SCHOLARAI_PUSH_ACCOUNTS"] = "pusher@attacks.iam.gserviceaccount.com"
    key, certificates = Key("key-1"), CertificateServer()
    certificates.keys.append(key)
    os.environ["SCHOLARAI_PUSH_CERTIFICATES"] = certificates.url
    os.environ["SCHOLARAI_PUSH_AUDIENCE"] = "https://extract.example"
    client = _function("extract", folder)
    headers, body = next(
        (headers, body) for _, headers, body in forged_events("scholarai-local", paper.id, paper.object_name)
    )
    for name, token in (*forged_tokens(key, PROJECT), ("of a user", key.token(PROJECT, "ada")), ("none", "")):
        status = client.post("/", headers={**headers, "Authorization": f"Bearer {token}"}, data=body).status_code
        yield Outcome("forged push", name, "" if status == 401 else f"answered {status}", f"({status})")
    certificates.close()
    for setting in ("SCHOLARAI_PUSH_ACCOUNTS", "SCHOLARAI_PUSH_CERTIFICATES", "SCHOLARAI_PUSH_AUDIENCE"):
        del os.environ[setting]


def _calls(folder: Path) -> Iterator[Outcome]:
    chat, status = (_function(name, folder) for name in ("chat", "status"))
    made = chat.post("/works/entries", json={"text": "@article{a, title = {A paper to be attacked by its owner}}"})
    paper_id = made.json["works"][0]["paper_id"]
    for call in hostile_calls():
        began = time.monotonic()
        answered = send(chat, call, paper_id)
        seconds = time.monotonic() - began
        problems = {
            f"answered {answered.status_code}": answered.status_code >= 500,
            f"took {seconds:.0f} s": seconds > CALL_S,
            "its answer holds what nobody sees": holds_unseen(answered.text),
            **_library_is_broken(chat, status, paper_id),
        }
        said = f"({answered.status_code}, {seconds:.1f} s)"
        problem = "; ".join(text for text, is_so in problems.items() if is_so)
        yield Outcome(f"hostile call: {call.kind}", call.name, problem, said)


def _library_is_broken(chat: Any, status: Any, paper_id: str) -> dict[str, bool]:
    """Return what a reader of the library would find broken."""
    functions = {
        "/library": chat,
        "/collections": chat,
        "/notes": chat,
        f"/papers/{paper_id}/notes": chat,
        "/papers": status,
        "/papers/export?format=bibtex": chat,
        "/papers/export?format=ris": chat,
        "/me/export": status,
    }
    answers = {path: function.get(path) for path, function in functions.items()}
    found = {f"{path} answers {answer.status_code} now": answer.status_code != 200 for path, answer in answers.items()}
    found |= {f"{path} holds what nobody sees": holds_unseen(answer.text) for path, answer in answers.items()}
    return found


def _tokens(folder: Path) -> Iterator[Outcome]:
    from scholarai.entrypoints.openapi import OPERATIONS

    key, certificates = Key("key-1"), CertificateServer()
    certificates.keys.append(key)
    settings = {
        "SCHOLARAI_IDENTITY": "firebase",
        "SCHOLARAI_IDENTITY_PROJECT": PROJECT,
        "SCHOLARAI_IDENTITY_CERTIFICATES": certificates.url,
    }
    clients = {name: _function(name, folder, **settings) for name in ("status", "chat")}
    good = clients["status"].get("/papers", headers={"Authorization": f"Bearer {key.token(PROJECT, 'ada')}"})
    yield Outcome("forged token", "(a true one is let in)", "" if good.status_code == 200 else f"{good.status_code}")
    for name, token in forged_tokens(key, PROJECT):
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        let_in = []
        for route in OPERATIONS:
            if not route.public:
                path = re.sub(r"\{\w+\}", "x1", route.path)
                answer = clients[route.function].open(path, method=route.method, headers=headers, data=b"{}")
                if answer.status_code != 401:
                    let_in.append(f"{route.method} {path} answered {answer.status_code}")
        yield Outcome("forged token", name, "; ".join(let_in))
    certificates.close()
    for setting in settings:
        del os.environ[setting]


def _injections(folder: Path) -> Iterator[Outcome]:
    from attacks.obeying import asked_about

    for number, order in enumerate(ORDERS, 1):
        problems = asked_about(folder / str(number), order)
        yield Outcome("prompt injection", f"order {number}", "; ".join(problems))


def _function(name: str, folder: Path, **settings: str) -> Any:
    """Load a function over a store of its own, as the tests do."""
    import functions_framework

    from scholarai import bootstrap

    os.environ.update(settings)
    os.environ["SCHOLARAI_DATA"] = str(folder)
    bootstrap.process = bootstrap.App()
    return functions_framework.create_app(target=name, source=str(FUNCTIONS_DIR / name / "main.py")).test_client()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", default="", help="files, hidden, events, calls, tokens, injections, or a kind of file"
    )
    parser.add_argument("--list", action="store_true", help="print every attack, not only those that did not hold")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
