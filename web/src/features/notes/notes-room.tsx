/** All notes, highlights, saved answers and saved quotes, over all papers: searched, narrowed, opened, changed, exported. */
import { useDeferredValue, useMemo, useState } from "react";
import type { NoteView } from "@/api/types";
import { setQuery, useLocation } from "@/lib/location";
import { usePrinting } from "@/lib/printing";
import { common } from "@/texts/common";
import { notes as texts } from "@/texts/notes";
import { Button } from "@/ui/button";
import { ExportMenu } from "@/ui/export-menu";
import { Icon } from "@/ui/icons";
import { Link } from "@/ui/link";
import { Empty, Failed, Skeleton } from "@/ui/states";
import { Room } from "@/ui/room";
import { asMarkdown } from "./as-markdown";
import { asQuery, byPaper, choiceOf, chosen, EVERYTHING, isNarrowed, type Choice, type Group } from "./choosing";
import { Filters } from "./filters";
import { NoteCard, type NoteCardProps } from "./note-card";
import { useAllNotes } from "./use-all-notes";

// Cards drawn at once; more come on demand.
const PER_SCREEN = 100;

export type NotesRoomProps = Pick<NoteCardProps, "renderEditor">;

export function NotesRoom({ renderEditor }: NotesRoomProps) {
  const { query } = useLocation();
  const all = useAllNotes();
  const { notes, papers } = all;
  const search = query.toString();
  const choice = useMemo(() => choiceOf(new URLSearchParams(search)), [search]);
  const deferred = useDeferredValue(choice);
  const shown = useMemo(() => chosen(notes, papers, deferred), [notes, papers, deferred]);
  const [more, setRoom] = useState(PER_SCREEN);
  const room = usePrinting() ? Infinity : more;
  const groups = useMemo(() => byPaper(shown.slice(0, room), papers), [shown, room, papers]);
  const choose = (changes: Partial<Choice>) => {
    setRoom(PER_SCREEN);
    setQuery(asQuery(changes));
  };
  const markdown = () => new Blob([asMarkdown(shown, papers, location.origin)], { type: "text/markdown" });
  return (
    <Room
      title={texts.title}
      actions={
        shown.length > 0 && (
          <ExportMenu
            groups={[{ heading: "", files: [{ label: texts.exportAll, name: "notes.md", make: markdown }] }]}
          />
        )
      }
    >
      <search className="relative mt-4 block">
        <Icon name="search" className="pointer-events-none absolute top-2.5 left-3 size-5 text-soft" />
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.searchHint}
          value={choice.words}
          onChange={(event) => choose({ words: event.target.value })}
          className="h-10 w-full rounded-lg border border-line bg-surface pr-3 pl-10"
        />
      </search>
      <Filters {...{ choice, notes, papers }} onChoice={choose} />
      {all.isPending ? (
        <div className="mt-6">
          <Skeleton lines={8} label={texts.loading} />
        </div>
      ) : all.isError && !notes.length ? (
        <Failed title={texts.notListed} error={all.error} retry={() => void all.refetch()} />
      ) : !notes.length ? (
        <None />
      ) : !shown.length ? (
        <Empty icon="filter" title={texts.noneFits}>
          <Button className="mt-2" onClick={() => choose(EVERYTHING)}>
            {texts.showAll(notes.length)}
          </Button>
        </Empty>
      ) : (
        <>
          <p role="status" className="mt-4 text-sm text-soft">
            {isNarrowed(choice) ? texts.shown(shown.length, notes.length) : texts.count(notes.length)}
            {all.isFetchingNextPage && texts.loadingOlder}
            {all.cut && texts.cut}
            {all.isError && texts.notAll}
          </p>
          {groups.map((group) => (
            <PaperNotes key={group.paperId} {...{ group, papers, renderEditor }} actionsFor={all.actionsFor} />
          ))}
          {shown.length > room && (
            <p className="mt-4 text-center">
              <Button onClick={() => setRoom(room + PER_SCREEN)}>{common.showMore}</Button>
            </p>
          )}
        </>
      )}
    </Room>
  );
}

type PaperNotesProps = Pick<NoteCardProps, "renderEditor" | "papers"> & {
  group: Group;
  actionsFor: (note: NoteView) => NoteCardProps["actions"];
};

function PaperNotes({ group, papers, renderEditor, actionsFor }: PaperNotesProps) {
  const { paperId, paper, notes } = group;
  const id = `notes-${paperId}`;
  const about = [paper?.authors[0] && nameOf(paper.authors), paper?.year].filter(Boolean).join(", ");
  return (
    <section aria-labelledby={id} className="mt-5">
      <h2 id={id} className="flex items-baseline gap-2">
        <Link
          href={`/papers/${paperId}`}
          dir="auto"
          className="-my-0.5 min-w-0 truncate py-0.5 font-semibold hover:text-accent hover:underline"
        >
          {paper?.title ?? texts.somePaper}
        </Link>
        {about && <span className="shrink-0 text-sm font-normal text-soft max-sm:hidden">{about}</span>}
      </h2>
      <ul className="mt-1.5 divide-y divide-hover">
        {notes.map((note) => (
          <NoteCard key={note.note_id} {...{ note, papers, renderEditor }} actions={actionsFor(note)} />
        ))}
      </ul>
    </section>
  );
}

function None() {
  return (
    <Empty icon="note" title={texts.none}>
      <p className="text-pretty">{texts.noneHint}</p>
      <Link href="/" className="mt-2 inline-block text-accent underline">
        {texts.openAPaper}
      </Link>
    </Empty>
  );
}

function nameOf(authors: readonly string[]): string {
  return authors.length > 1 ? texts.andOthers(authors[0]!) : authors[0]!;
}
