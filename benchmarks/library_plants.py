"""Errors that can be planted in what the histories of a data folder go through: folders, tokens, sums, and reading only."""

from __future__ import annotations

from faults_build import PLANTS as CLOUD_PLANTS
from faults_build import Edit

PLANTS = {
    # Folders in the bucket
    "folder-is-one-paper": Edit(
        "domain/object_names.py", 'f"{bucket}/{name}".encode()', "f\"{bucket}/{name.rpartition('/')[0]}\".encode()"
    ),
    "same-name-is-one-paper": Edit(
        "domain/object_names.py", 'f"{bucket}/{name}".encode()', "f\"{bucket}/{name.rpartition('/')[2]}\".encode()"
    ),
    "folder-goes-with-a-paper": Edit(
        "services/papers/deletion.py",
        "return (paper.object_name.removesuffix(MOVING),)",
        'return (paper.object_name.rpartition("/")[0] + "/",)',
    ),
    "outside-of-uploads-unread": Edit(
        "domain/object_names.py", "if not _can_be_object(name) or", "if not name.startswith(UPLOADS) or"
    ),
    "owner-is-the-last-folder": Edit(
        "domain/object_names.py",
        "return OwnerId(steps[1]) if is_in_folder else NOBODY",
        "return OwnerId(steps[-2]) if is_in_folder and is_owner(steps[-2]) else NOBODY",
    ),
    "accents-are-one-paper": Edit(
        "domain/object_names.py",
        'f"{bucket}/{name}".encode()',
        "__import__('unicodedata').normalize('NFC', f\"{bucket}/{name}\").encode()",
    ),
    # Tokens, and signed addresses
    "any-account": Edit("local/admission.py", "not in {None, self.account, _ROOT}", "in ()"),
    "unknown-accounts-too": Edit(
        "local/admission.py", "if account is None and not (", "if account is None and False and not ("
    ),
    "part-of-a-token": Edit(
        "local/admission.py",
        "hmac.compare_digest(shown.encode(), self.token.encode())",
        "self.token.startswith(shown or '-')",
    ),
    "cookie-of-any-port": Edit(
        "local/admission.py",
        "request.cookies.get(_cookie(request))",
        'next((kept for name, kept in request.cookies.items() if name.startswith("scholarai-")), None)',
    ),
    "any-name": Edit(
        "adapters/embedded/signing.py",
        "(signed.method, signed.name, signed.content_type) != (method, name, content_type)",
        "(signed.method, signed.content_type) != (method, content_type)",
    ),
    "any-method": Edit(
        "adapters/embedded/signing.py",
        "(signed.method, signed.name, signed.content_type) != (method, name, content_type)",
        "signed.name != name",
    ),
    "unsigned": Edit(
        "adapters/embedded/signing.py",
        "self._serializer().loads(token)",
        "self._serializer().loads_unsafe(token)[1] or {}",
    ),
    "never-too-late": Edit("adapters/embedded/signing.py", "if now > from_us(signed.expires_us):", "if False:"),
    # Sums
    "file-unchecked": Edit("adapters/embedded/objects.py", "if md5_of(file) != stored.md5:", "if False:"),
    "parts-unchecked": Edit("adapters/embedded/contents.py", "SELECT part, checked_doc FROM", "SELECT part, doc FROM"),
    "chunks-unchecked": Edit("adapters/embedded/contents.py", "SELECT checked_doc, windows,", "SELECT doc, windows,"),
    "archive-unchecked": Edit("adapters/embedded/archive.py", "if differing := set(", "if differing := set() and set("),
    "rows-unverified": Edit("adapters/embedded/verifying.py", "yield from _changed(tx, table, key)", "yield from ()"),
    "files-unverified": Edit("adapters/embedded/verifying.py", "yield from self._files()", "yield from ()"),
    # Reading only
    "opened-for-writing": Edit(
        "adapters/embedded/database.py",
        "return self._asked_read_only or self._is_full or not self._can_write",
        "return self._is_full or not self._can_write",
    ),
    "answers-unkept": Edit("adapters/embedded/read_only.py", '("sessions", "session_papers", "messages",', "("),
    "changes-confirmed": Edit(
        "local/gateway.py",
        "return problem_response(read_only_error(self.store.data_folder))",
        "return Response(status=204)",
    ),
}

# What `faults.py` plants in the cloud, and these histories find without it.
_BEFORE = (
    *(
        "pointer-stays",
        "chunks-lack",
        "announced-early",
        "half-visible",
        "never-announced",
        "left-behind",
        "talk-stays",
    ),
    *("answer-lost", "anybody-reads", "notes-stay", "anybody-sees-notes"),
)
BEFORE = {name: CLOUD_PLANTS[name] for name in _BEFORE}
