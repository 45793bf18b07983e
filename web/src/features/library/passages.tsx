/** What a search found in the text of papers and in notes; each opens at its place. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getNote, placeWords, searchPassages } from "@/api/library";
import type { FoundNote, FoundPaperView } from "@/api/types";
import { navigate } from "@/lib/location";
import { aim, noteTarget, placeTarget } from "@/lib/target";
import { usePaused } from "@/lib/use-paused";
import { common } from "@/texts/common";
import { library as texts } from "@/texts/library";
import { Icon } from "@/ui/icons";
import { oneStop } from "@/ui/one-stop";
import { Marked, snippetOf } from "./snippets";

// A search may ask a model for a vector: it waits until typing stops.
const PAUSE_MS = 350;
const SHORTEST = 3;
const PAPERS_SHOWN = 5;
// Of each paper.
const PASSAGES_SHOWN = 2;
const FEW = 3;

export function Passages({ words, notes }: { words: string; notes: readonly FoundNote[] }) {
  const asked = usePaused(words.trim(), PAUSE_MS);
  const [all, setAll] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ["passages", asked],
    queryFn: ({ signal }) => searchPassages(asked, PAPERS_SHOWN, signal),
    enabled: asked.length >= SHORTEST,
    staleTime: 60_000,
    retry: false,
  });
  const found = asked.length >= SHORTEST ? (data?.papers ?? []) : [];
  const rows = found.flatMap((paper) => rowsOf(paper, asked));
  if (!rows.length && !notes.length) {
    return isError ? <p className="px-3 py-2 text-sm text-soft">{texts.notSearched}</p> : null;
  }
  const shown = all ? rows : rows.slice(0, FEW);
  return (
    <section aria-labelledby="found-heading" className="border-b border-line py-2">
      <h2 id="found-heading" className="px-3 pb-1 text-sm font-semibold text-soft sm:px-4">
        {texts.inText}
      </h2>
      <ul ref={oneStop} aria-label={texts.passages}>
        {notes.slice(0, all ? undefined : FEW).map((note) => (
          <li key={note.note_id}>
            <NoteRow note={note} words={asked} />
          </li>
        ))}
        {shown.map(({ paper, passage, snippet }) => (
          <li key={passage.chunk_id + paper.paper_id}>
            <PassageRow {...{ paper, passage, snippet }} words={asked} />
          </li>
        ))}
      </ul>
      {(rows.length > FEW || notes.length > FEW) && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="min-h-7 px-3 sm:px-4 text-sm text-soft hover:text-ink hover:underline"
        >
          {all ? texts.fewer : texts.morePassages}
        </button>
      )}
    </section>
  );
}

const ROW = "flex w-full items-baseline gap-3 px-3 py-1.5 text-left text-sm hover:bg-hover sm:px-4";

interface FoundRow {
  paper: FoundPaperView;
  passage: FoundPaperView["passages"][number];
  snippet: string;
}

/** Return the best passages of a paper. Passages overlap: two of them may show the same sentence. */
export function rowsOf(paper: FoundPaperView, words: string): FoundRow[] {
  const rows = new Map<string, FoundRow>();
  for (const passage of paper.passages) {
    const snippet = snippetOf(passage.text, words);
    if (!rows.has(snippet)) {
      rows.set(snippet, { paper, passage, snippet });
    }
  }
  return [...rows.values()].slice(0, PASSAGES_SHOWN);
}

function PassageRow({ paper, passage, snippet, words }: FoundRow & { words: string }) {
  return (
    <button
      type="button"
      data-passage={passage.chunk_id}
      className={ROW}
      onClick={() => void openPassage(paper.paper_id, passage.label, passage.page_numbers[0] ?? null, snippet)}
    >
      <span dir="auto" className="line-clamp-2 min-w-0 flex-1 text-left font-serif">
        <Marked text={snippet} words={words} />
      </span>
      <span className="flex w-24 shrink-0 flex-col text-sm text-soft sm:w-64">
        <span className="truncate text-left max-sm:hidden" dir="auto">
          {paper.metadata.title ?? paper.filename}
        </span>
        <span className="truncate">{common.place(passage.label)}</span>
      </span>
    </button>
  );
}

function NoteRow({ note, words }: { note: FoundNote; words: string }) {
  const [paperId] = note.paper_ids;
  return (
    <button type="button" data-note={note.note_id} className={ROW} onClick={() => void openNote(note.note_id, paperId)}>
      <Icon name="edit" className="size-4 translate-y-0.5 text-soft" />
      <span className="line-clamp-2 min-w-0 flex-1">
        <Marked text={note.excerpt} words={words} />
      </span>
      <span className="w-24 shrink-0 text-sm text-soft">{texts.noteKinds[note.kind]}</span>
    </button>
  );
}

/** Open a paper at the box of some of its words; at their page where no box can be had. */
async function openPassage(paperId: string, label: string, page: number | null, words: string): Promise<void> {
  const checked = await placeWords(paperId, words).catch(() => null);
  const [found] = checked?.results ?? [];
  const target = found ? placeTarget(paperId, label, found) : null;
  aim(target);
  const at = target?.pages[0]?.page_number ?? page;
  navigate(`/papers/${paperId}${at === null ? "" : `?page=${at}`}`);
}

async function openNote(noteId: string, paperId: string | undefined): Promise<void> {
  if (paperId !== undefined) {
    const note = await getNote(noteId).catch(() => null);
    aim(note && noteTarget(paperId, note));
    navigate(`/papers/${paperId}`);
  }
}
