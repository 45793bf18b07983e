"""The tables of the embedded store, as steps from each schema version to the next."""

from __future__ import annotations

from collections.abc import Iterator


def _summed(table: str, *columns: str) -> Iterator[str]:
    """Yield what gives each row of a table a sum over these columns, and a view that tells whether it still fits.

    `row_sum` is a function of each connection (`database.py`). Text is compared as bytes, since damaged text may be no UTF-8.
    """
    fits = f"sum IS row_sum({', '.join(f'typeof({column}), CAST({column} AS BLOB)' for column in columns)})"
    doc = f", CASE WHEN {fits} THEN doc END AS checked_doc" if "doc" in columns else ""
    yield f"ALTER TABLE {table} ADD COLUMN sum INTEGER"
    yield f"UPDATE {table} SET sum = {fits.removeprefix('sum IS ')}"  # noqa: S608  - our own names
    yield f"CREATE VIEW checked_{table} AS SELECT *, {fits} AS is_whole{doc} FROM {table}"  # noqa: S608


MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE papers (
            id TEXT PRIMARY KEY,
            owner TEXT NOT NULL,
            created_us INTEGER NOT NULL,
            updated_us INTEGER NOT NULL,
            visible_generation INTEGER,
            deleting INTEGER NOT NULL,
            owing INTEGER NOT NULL,
            doc TEXT NOT NULL
        )""",
        "CREATE INDEX papers_by_owner ON papers (owner, created_us, id) WHERE deleting = 0",
        "CREATE INDEX papers_owing ON papers (updated_us) WHERE owing = 1",
        """CREATE TABLE parts (
            paper_id TEXT NOT NULL,
            generation INTEGER NOT NULL,
            part INTEGER NOT NULL,
            doc TEXT NOT NULL,
            PRIMARY KEY (paper_id, generation, part)
        )""",
        """CREATE TABLE chunks (
            id INTEGER PRIMARY KEY,
            paper_id TEXT NOT NULL,
            generation INTEGER NOT NULL,
            chunk INTEGER NOT NULL,
            doc TEXT NOT NULL,
            space TEXT,
            windows TEXT,
            vectors BLOB,
            UNIQUE (paper_id, generation, chunk)
        )""",
        "CREATE VIEW chunk_texts AS SELECT id, json_extract(doc, '$.text') AS text FROM chunks",
        """CREATE VIRTUAL TABLE chunk_words USING fts5 (
            text, content = 'chunk_texts', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
        )""",
        """CREATE TRIGGER chunk_added AFTER INSERT ON chunks BEGIN
            INSERT INTO chunk_words (rowid, text) VALUES (new.id, json_extract(new.doc, '$.text'));
        END""",
        """CREATE TRIGGER chunk_removed AFTER DELETE ON chunks BEGIN
            INSERT INTO chunk_words (chunk_words, rowid, text)
            VALUES ('delete', old.id, json_extract(old.doc, '$.text'));
        END""",
        """CREATE TABLE sessions (
            id TEXT PRIMARY KEY,
            owner TEXT NOT NULL,
            updated_us INTEGER NOT NULL,
            expires_us INTEGER NOT NULL,
            doc TEXT NOT NULL
        )""",
        "CREATE INDEX sessions_by_owner ON sessions (owner, updated_us, id)",
        """CREATE TABLE session_papers (
            paper_id TEXT NOT NULL,
            session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            PRIMARY KEY (paper_id, session_id)
        )""",
        "CREATE INDEX session_papers_by_session ON session_papers (session_id)",
        """CREATE TABLE messages (
            session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            n INTEGER NOT NULL,
            doc TEXT NOT NULL,
            PRIMARY KEY (session_id, n)
        )""",
        """CREATE TABLE objects (
            name TEXT PRIMARY KEY,
            generation INTEGER NOT NULL,
            size_bytes INTEGER NOT NULL,
            content_type TEXT NOT NULL,
            md5 TEXT NOT NULL,
            created_us INTEGER NOT NULL,
            file TEXT NOT NULL
        )""",
        "CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL)",
        """CREATE TABLE pending_events (
            id TEXT PRIMARY KEY,
            subject TEXT NOT NULL,
            event TEXT NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            due_us INTEGER NOT NULL,
            dead INTEGER NOT NULL DEFAULT 0
        )""",
        "CREATE INDEX pending_events_due ON pending_events (due_us) WHERE dead = 0",
        """CREATE TABLE published_events (
            n INTEGER PRIMARY KEY AUTOINCREMENT,
            paper_id TEXT NOT NULL,
            doc TEXT NOT NULL
        )""",
    ),
    (
        """CREATE TABLE spending (
            owner TEXT NOT NULL,
            day TEXT NOT NULL,
            questions INTEGER NOT NULL,
            input_tokens INTEGER NOT NULL,
            output_tokens INTEGER NOT NULL,
            cost_usd REAL NOT NULL,
            PRIMARY KEY (owner, day)
        )""",
    ),
    (
        """CREATE TABLE reviews (
            id TEXT PRIMARY KEY,
            owner TEXT NOT NULL,
            created_us INTEGER NOT NULL,
            updated_us INTEGER NOT NULL,
            deleting INTEGER NOT NULL,
            owing INTEGER NOT NULL,
            doc TEXT NOT NULL
        )""",
        "CREATE INDEX reviews_by_owner ON reviews (owner, created_us, id) WHERE deleting = 0",
        "CREATE INDEX reviews_owing ON reviews (updated_us) WHERE owing = 1",
        """CREATE TABLE review_outputs (
            review_id TEXT NOT NULL,
            name TEXT NOT NULL,
            doc TEXT NOT NULL,
            PRIMARY KEY (review_id, name)
        )""",
        # What filters ask of readable papers, folded as they compare it.
        """CREATE TABLE paper_facts (
            id TEXT PRIMARY KEY,
            owner TEXT NOT NULL,
            year INTEGER,
            title TEXT NOT NULL,
            venue TEXT NOT NULL,
            authors TEXT NOT NULL,
            fields TEXT NOT NULL,
            text TEXT NOT NULL
        )""",
        "CREATE INDEX paper_facts_by_title ON paper_facts (owner, title)",
        """INSERT INTO paper_facts (id, owner, year, title, venue, authors, fields, text)
            SELECT id, owner, json_extract(doc, '$.metadata.year'),
                lower(coalesce(json_extract(doc, '$.metadata.title'), '')),
                lower(coalesce(json_extract(doc, '$.metadata.venue'), '')),
                coalesce((SELECT group_concat(lower(value), char(10)) FROM json_each(doc, '$.metadata.authors')), ''),
                coalesce((SELECT group_concat(lower(value), char(10)) FROM json_each(doc, '$.metadata.keywords')), ''),
                lower(coalesce(json_extract(doc, '$.metadata.title'), '') || ' '
                    || coalesce(json_extract(doc, '$.metadata.abstract'), ''))
            FROM papers WHERE deleting = 0 AND visible_generation IS NOT NULL""",
    ),
    (
        # Changes whenever the set of an owner's readable generations does.
        "CREATE TABLE library_versions (owner TEXT PRIMARY KEY, version INTEGER NOT NULL)",
        "ALTER TABLE paper_facts ADD COLUMN generation INTEGER",
        "UPDATE paper_facts SET generation = (SELECT visible_generation FROM papers WHERE papers.id = paper_facts.id)",
        """CREATE TABLE signatures (
            paper_id TEXT NOT NULL,
            space TEXT NOT NULL,
            generation INTEGER NOT NULL,
            row_ids BLOB NOT NULL,
            bits BLOB NOT NULL,
            PRIMARY KEY (paper_id, space)
        )""",
    ),
    (
        # The vectors of a chunk in bytes: a large library's nearest ones are chosen by these, in a fifth of the pages.
        "CREATE TABLE chunk_codes (id INTEGER PRIMARY KEY, codes BLOB NOT NULL)",
        "CREATE TRIGGER chunk_codes_removed AFTER DELETE ON chunks BEGIN DELETE FROM chunk_codes WHERE id = old.id; END",
        "DELETE FROM signatures",
        "CREATE INDEX paper_facts_by_year ON paper_facts (owner, year, id, generation)",
        # Of whose text reviews keep something, so that a deletion finds them.
        """UPDATE reviews SET doc = json_set(doc, '$.papers', json((
            SELECT json_group_array(DISTINCT json_extract(candidate.value, '$.paper_id'))
            FROM review_outputs AS o, json_each(o.doc, '$.candidates') AS candidate
            WHERE o.review_id = reviews.id AND o.name = 'retrieve'
        )))""",
    ),
    (
        # What is older than it may be kept is found by these.
        "CREATE INDEX papers_by_age ON papers (created_us, id) WHERE deleting = 0",
        "CREATE INDEX reviews_by_age ON reviews (created_us, id) WHERE deleting = 0",
    ),
    (
        # Files that were deleted on purpose and may still be there after a crash; any other unknown file is kept.
        "CREATE TABLE removed_files (file TEXT PRIMARY KEY)",
        # What `erasing.py` has to do: once for what earlier releases deleted, then after each deletion.
        "INSERT INTO counters (name, value) VALUES ('vacuum', 1), ('words_due', 1)",
        """CREATE TRIGGER words_due AFTER DELETE ON chunks BEGIN
            INSERT INTO counters (name, value) VALUES ('words_due', 1) ON CONFLICT (name) DO UPDATE SET value = 1;
        END""",
        """CREATE TRIGGER copies_due AFTER DELETE ON papers BEGIN
            INSERT INTO counters (name, value) VALUES ('copies_due', 1) ON CONFLICT (name) DO NOTHING;
        END""",
        """CREATE TRIGGER copies_due_too AFTER DELETE ON reviews BEGIN
            INSERT INTO counters (name, value) VALUES ('copies_due', 1) ON CONFLICT (name) DO NOTHING;
        END""",
    ),
    (
        # What reading an owner's papers takes counts beside their questions, each paper's reading once.
        "ALTER TABLE spending ADD COLUMN uploads INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE spending ADD COLUMN pages INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE spending ADD COLUMN reading_s REAL NOT NULL DEFAULT 0",
        "CREATE TABLE counted (owner TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (owner, key)) WITHOUT ROWID",
        # Owners take turns in the queue; events from before have none and count as one owner's.
        "ALTER TABLE pending_events ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
    ),
    (
        # The same file is found before it is sent again.
        """CREATE INDEX papers_by_file ON papers (owner, json_extract(doc, '$.sha256'), created_us)
            WHERE deleting = 0 AND json_valid(doc)""",
    ),
    (
        # Highlights, notes, saved answers and quotes; the papers that each is about.
        """CREATE TABLE notes (
            id TEXT PRIMARY KEY,
            owner TEXT NOT NULL,
            created_us INTEGER NOT NULL,
            doc TEXT NOT NULL
        )""",
        "CREATE INDEX notes_by_owner ON notes (owner, created_us, id)",
        """CREATE TABLE note_papers (
            paper_id TEXT NOT NULL,
            note_id TEXT NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
            PRIMARY KEY (paper_id, note_id)
        ) WITHOUT ROWID""",
        "CREATE INDEX note_papers_by_note ON note_papers (note_id)",
        "CREATE TABLE collections (owner TEXT PRIMARY KEY, doc TEXT NOT NULL)",
        # What the list of a library sorts and counts: the values of facets by number, see `paper_facets.py`.
        """CREATE TABLE library_values (
            id INTEGER PRIMARY KEY,
            owner TEXT NOT NULL,
            kind INTEGER NOT NULL,
            value TEXT NOT NULL,
            folded TEXT NOT NULL,
            uses INTEGER NOT NULL,
            UNIQUE (owner, kind, value)
        )""",
        "CREATE INDEX library_values_by_folded ON library_values (owner, kind, folded)",
        """CREATE TABLE library_rows (
            id TEXT PRIMARY KEY,
            owner TEXT NOT NULL,
            added_us INTEGER NOT NULL,
            updated_us INTEGER NOT NULL,
            title TEXT NOT NULL,
            author TEXT NOT NULL,
            year INTEGER NOT NULL,
            venue TEXT NOT NULL,
            codes TEXT NOT NULL
        )""",
        "CREATE INDEX library_rows_by_added ON library_rows (owner, added_us, id)",
        # What the search of a library looks at beside the text of papers.
        """CREATE TABLE library_texts (
            id INTEGER PRIMARY KEY,
            owner TEXT NOT NULL,
            kind TEXT NOT NULL,
            ref TEXT NOT NULL,
            title TEXT NOT NULL,
            text TEXT NOT NULL,
            UNIQUE (kind, ref)
        )""",
        """CREATE VIRTUAL TABLE library_words USING fts5 (
            title, text, content = 'library_texts', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
        )""",
        """CREATE TRIGGER library_text_added AFTER INSERT ON library_texts BEGIN
            INSERT INTO library_words (rowid, title, text) VALUES (new.id, new.title, new.text);
        END""",
        """CREATE TRIGGER library_text_removed AFTER DELETE ON library_texts BEGIN
            INSERT INTO library_words (library_words, rowid, title, text) VALUES ('delete', old.id, old.title, old.text);
            INSERT INTO counters (name, value) VALUES ('library_words_due', 1) ON CONFLICT (name) DO UPDATE SET value = 1;
        END""",
        # Copies from before a migration hold none yet; a copy from before a deletion does.
        """CREATE TRIGGER copies_due_for_notes AFTER DELETE ON notes BEGIN
            INSERT INTO counters (name, value) VALUES ('copies_due', 1) ON CONFLICT (name) DO NOTHING;
        END""",
        # Papers of earlier releases get rows when their list is first asked for.
        "INSERT INTO counters (name, value) SELECT 'library_rows_due', 1 WHERE EXISTS (SELECT 1 FROM papers)",
    ),
    (
        # Papers, and the entries of their bibliographies, are found by what tells publications apart (`domain/identity.py`).
        """CREATE TABLE paper_keys (
            owner TEXT NOT NULL,
            key TEXT NOT NULL,
            paper_id TEXT NOT NULL,
            PRIMARY KEY (owner, key, paper_id)
        ) WITHOUT ROWID""",
        "CREATE INDEX paper_keys_by_paper ON paper_keys (paper_id)",
        """CREATE TABLE cited (
            id INTEGER PRIMARY KEY,
            paper_id TEXT NOT NULL,
            generation INTEGER NOT NULL,
            part INTEGER NOT NULL,
            place INTEGER NOT NULL,
            doc TEXT NOT NULL,
            UNIQUE (paper_id, generation, part, place)
        )""",
        "CREATE TABLE cited_keys (key TEXT NOT NULL, cited_id INTEGER NOT NULL, PRIMARY KEY (key, cited_id)) WITHOUT ROWID",
        "CREATE INDEX cited_keys_by_entry ON cited_keys (cited_id)",
        "CREATE TRIGGER cited_removed AFTER DELETE ON cited BEGIN DELETE FROM cited_keys WHERE cited_id = old.id; END",
        """CREATE TRIGGER part_removed AFTER DELETE ON parts BEGIN
            DELETE FROM cited WHERE paper_id = old.paper_id AND generation = old.generation AND part = old.part;
        END""",
        # Papers of earlier releases get their keys when somebody first asks.
        "INSERT INTO counters (name, value) SELECT 'publications_due', 1 WHERE EXISTS (SELECT 1 FROM papers)",
        # Changes whenever something does by which the list of a library is filtered, counted or sorted.
        "CREATE TABLE library_row_versions (owner TEXT PRIMARY KEY, version INTEGER NOT NULL)",
        # A list reads nothing but this index; rows lie scattered among documents.
        "DROP INDEX library_rows_by_added",
        "CREATE INDEX library_rows_listed ON library_rows (owner, added_us, id, updated_us, title, author, year, venue, codes)",
        # The codes of facets are bytes from here on; rows are made again when the list is first asked for.
        "DELETE FROM library_rows",
        "DELETE FROM library_values",
        (
            "INSERT INTO counters (name, value) SELECT 'library_rows_due', 1 WHERE EXISTS (SELECT 1 FROM papers)"
            " ON CONFLICT (name) DO NOTHING"
        ),
    ),
    (
        # What of Zotero belongs to what of an owner's library.
        """CREATE TABLE zotero_links (
            id TEXT PRIMARY KEY,
            owner TEXT NOT NULL,
            created_us INTEGER NOT NULL,
            state TEXT NOT NULL,
            paper_id TEXT,
            doc TEXT NOT NULL
        )""",
        "CREATE INDEX zotero_links_by_owner ON zotero_links (owner, created_us, id)",
        "CREATE INDEX zotero_links_by_state ON zotero_links (owner, state, created_us, id)",
        "CREATE INDEX zotero_links_by_paper ON zotero_links (paper_id, created_us, id)",
        """CREATE TRIGGER copies_due_for_links AFTER DELETE ON zotero_links BEGIN
            INSERT INTO counters (name, value) VALUES ('copies_due', 1) ON CONFLICT (name) DO NOTHING;
        END""",
    ),
    (
        # A process that knows a library reads of its rows only those that changed since.
        "ALTER TABLE library_rows ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX library_rows_changed ON library_rows (owner, version)",
        # Searches ask whose text it is without reading the text.
        "CREATE INDEX library_texts_named ON library_texts (id, owner, kind, ref)",
        # What one process at a time does, and until when it is believed to be alive.
        "CREATE TABLE leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, expires_us INTEGER NOT NULL) WITHOUT ROWID",
    ),
    (
        # A damaged chunk can be deleted.
        "DROP VIEW chunk_texts",
        """CREATE VIEW chunk_texts AS
            SELECT id, CASE WHEN json_valid(doc) THEN json_extract(doc, '$.text') END AS text FROM chunks""",
        "DROP TRIGGER chunk_removed",
        """CREATE TRIGGER chunk_removed AFTER DELETE ON chunks BEGIN
            INSERT INTO chunk_words (chunk_words, rowid, text)
            VALUES ('delete', old.id, CASE WHEN json_valid(old.doc) THEN json_extract(old.doc, '$.text') END);
        END""",
        # A sum beside each row, in the order in which `summed` gets the values. Rows of earlier releases get theirs here.
        *_summed("papers", "id", "owner", "created_us", "updated_us", "visible_generation", "deleting", "owing", "doc"),
        *_summed("parts", "paper_id", "generation", "part", "doc"),
        *_summed("chunks", "paper_id", "generation", "chunk", "doc", "space", "windows", "vectors"),
        *_summed("sessions", "id", "owner", "updated_us", "expires_us", "doc"),
        *_summed("messages", "session_id", "n", "doc"),
        *_summed("reviews", "id", "owner", "created_us", "updated_us", "deleting", "owing", "doc"),
        *_summed("review_outputs", "review_id", "name", "doc"),
        *_summed("notes", "id", "owner", "created_us", "doc"),
        *_summed("collections", "owner", "doc"),
        *_summed("zotero_links", "id", "owner", "created_us", "state", "paper_id", "doc"),
        *_summed("objects", "name", "generation", "size_bytes", "content_type", "md5", "created_us", "file"),
        *_summed("pending_events", "id", "subject", "event", "owner"),
        *_summed("published_events", "paper_id", "doc"),
        # What is made of papers, for searches and lists.
        *_summed("cited", "paper_id", "generation", "part", "place", "doc"),
        *_summed("chunk_codes", "id", "codes"),
        *_summed("signatures", "paper_id", "generation", "space", "row_ids", "bits"),
        *_summed("paper_facts", "id", "owner", "generation", "year", "title", "venue", "authors", "fields", "text"),
        *_summed("library_texts", "owner", "kind", "ref", "title", "text"),
        *_summed("library_values", "owner", "kind", "value", "folded"),
        *_summed(
            "library_rows",
            "id",
            "version",
            "owner",
            "added_us",
            "updated_us",
            "title",
            "author",
            "year",
            "venue",
            "codes",
        ),
    ),
)
"""Step i leads from version i to version i + 1. A step that was released is never changed."""
