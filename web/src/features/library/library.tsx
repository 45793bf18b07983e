/** The library: everything that is known of all papers of their owner, and what can be done with them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { CONSTANTS } from "@/api/constants";
import type { CollectionView, ListedPaper } from "@/api/types";
import { giveQuestion } from "@/lib/first-question";
import { useKept } from "@/lib/kept";
import { naming, navigate } from "@/lib/location";
import { useWide } from "@/lib/use-wide";
import { library as texts } from "@/texts/library";
import { Button, IconButton } from "@/ui/button";
import { oneStop } from "@/ui/one-stop";
import { say } from "@/ui/toasts";
import { TabTitle } from "@/ui/tab-title";
import { AskBox } from "./ask-box";
import { BatchBar } from "./batch-bar";
import { Chosen } from "./chosen";
import { DropZone } from "./drop-zone";
import { FilterLine, FilterPanel, type Missing } from "./filter-panel";
import { Greeting } from "./greeting";
import { ListBody } from "./list-body";
import { ListHeading } from "./list-heading";
import { SEARCH, VIEW, wordsOf } from "./kept-view";
import { useMark } from "./marking";
import { Passages } from "./passages";
import { isLeftOut, useDeleting, useRemovedPapers, useRemovePapers } from "./removing";
import { isReferences } from "./reference-files";
import { useSelection } from "./selection";
import { Side } from "./side";
import { Unjudged } from "./unjudged";
import { addUploads, isOpen, useUploads } from "./uploads";
import { useAttaching } from "./use-attaching";
import { useCollections } from "./use-collections";
import { pageAsked, pageOf, readingFirst, refreshPapers, useLibrary, useUnderWay, type Row } from "./use-library";
import { ALL, isFiltered, queryOf, viewOf, type View } from "./view";

const dialogs = () => import("./dialogs");
const AddDialog = lazy(() => dialogs().then(({ AddDialog }) => ({ default: AddDialog })));
const Describe = lazy(() => dialogs().then(({ Describe }) => ({ default: Describe })));
const Merge = lazy(() => dialogs().then(({ Merge }) => ({ default: Merge })));
const MissingDialog = lazy(() => dialogs().then(({ MissingDialog }) => ({ default: MissingDialog })));

// How far down the list was when it was left for a paper.
let leftAt = 0;

/** `picture` shows a paper's first page in small, null where it has none. */
export function Library({ picture = noPicture }: { picture?: (paper: ListedPaper) => ReactNode }) {
  const client = useQueryClient();
  const [words, setWords] = useKept(SEARCH, wordsOf);
  const [view, setView] = useKept(VIEW, viewOf);
  const [cards, setCards] = useKept("library-cards", (before) => before === true);
  const asked = useDeferredValue(words.trim());
  const library = useLibrary(useMemo(() => queryOf(view, asked), [view, asked]));
  const removed = useRemovedPapers();
  const { now, batch } = useUnderWay(useMemo(() => papersOf(library.rows), [library.rows]));
  // In the order of adding a batch is read from its end, out of sight.
  const newestFirst = asked === "" && view.sort === "added" && !view.reversed;
  const shownOf = useCallback(
    (all: readonly Row[]) => {
      const left = all.filter(({ paper }) => !paper || !isLeftOut(removed, paper));
      const latest = left.map((row) => (row.paper ? { ...row, paper: now.get(row.paper.paper_id) ?? row.paper } : row));
      return newestFirst ? readingFirst(latest) : latest;
    },
    [removed, now, newestFirst],
  );
  const rows = useMemo(() => shownOf(library.rows), [shownOf, library.rows]);
  const papers = useMemo(() => papersOf(rows), [rows]);
  const {
    load,
    first: { data: first },
  } = library;
  const idsBetween = useCallback(
    async (from: string, to: string) => {
      const places = [from, to].map((id) => rows.findIndex(({ paper }) => paper?.paper_id === id));
      const between = rows.slice(Math.min(...places), Math.max(...places) + 1);
      const missing = between.filter(({ paper }) => !paper).map(pageOf);
      return idsOf(missing.length ? shownOf(await load([...new Set(missing)])) : rows);
    },
    [rows, shownOf, load],
  );
  const selection = useSelection(idsBetween);
  const collections = useCollections();
  const { mark, left } = useMark();
  const remove = useRemovePapers();
  const deleting = useDeleting();
  const refresh = useCallback(() => void refreshPapers(client), [client]);
  const sending = useUploads().items.filter(isOpen).length;
  const [adding, setAdding] = useState<{ references: File | null } | null>(null);
  const [merging, setMerging] = useState<readonly [string, string] | null>(null);
  const [described, setDescribed] = useState<string | null>(null);
  const [missing, setMissing] = useState<Missing | null>(null);
  const [narrowing, setNarrowing] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  useLeftAt(scroller);

  const source = useAttaching();
  const onFiles = useCallback((files: File[]) => {
    const references = files.filter(isReferences);
    addUploads(files.filter((file) => !isReferences(file)));
    if (references[0]) {
      setAdding({ references: references[0] });
    }
  }, []);
  const onView = useCallback((changes: Partial<View>) => setView({ ...view, ...changes }), [setView, view]);
  const onRemove = (ids: readonly string[]) => {
    remove(ids);
    selection.set([...selection.ids].filter((id) => !ids.includes(id)));
  };
  const askable = askableOf(papers, selection.ids);
  const total = rows.length;
  const loadAll = useMutation({
    mutationFn: () => load(),
    onError: (error) => say(error.message, { alarming: true }),
  });
  const selectAll = () => loadAll.mutate(undefined, { onSuccess: (all) => selection.set(idsOf(shownOf(all))) });
  const everything = useEverything();
  // An empty column would only take room from the titles.
  const column = useWide() && (collections.all.length > 0 || (first?.facets.tag.values.length ?? 0) > 0);
  const side = (
    <Side
      {...{ view, onView, collections }}
      facets={first?.facets}
      onDrop={(ids, id) => mark(ids, { add_to: [id] }, texts.addedTo(nameOf(collections.all, id)))}
    />
  );
  return (
    <main className="flex h-full min-h-0">
      {column && (
        <nav
          ref={oneStop}
          aria-label={texts.collections}
          className="w-56 shrink-0 overflow-y-auto border-r border-hover px-2 pt-3 pb-10"
        >
          {side}
        </nav>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex flex-wrap items-center gap-2 p-3 sm:p-4">
          <TabTitle>{texts.title}</TabTitle>
          <h1 className="sr-only">{texts.heading}</h1>
          <AskBox
            {...{ words }}
            papers={askable.length || everything}
            chosen={askable.length > 0}
            onWords={setWords}
            onAsk={(question, depth) => {
              giveQuestion({ question, depth });
              setWords("");
              navigate(naming("/chat/new", askable));
            }}
          />
          <Button
            look="plain"
            icon="filter"
            aria-expanded={narrowing}
            aria-pressed={isFiltered(view)}
            className="aria-expanded:bg-hover aria-pressed:text-accent"
            onClick={() => setNarrowing(!narrowing)}
          >
            {texts.filter}
          </Button>
          <IconButton icon="pages" label={texts.cards} aria-pressed={cards} onClick={() => setCards(!cards)} />
          <Button look="primary" icon="plus" onClick={() => setAdding({ references: null })}>
            {texts.addPapers}
          </Button>
        </div>
        {narrowing && (
          <FilterPanel
            {...{ view, onView }}
            facets={first?.facets}
            side={column ? null : side}
            onMissing={setMissing}
          />
        )}
        {!narrowing && (
          <FilterLine
            {...{ view, onView }}
            collection={view.collection ? nameOf(collections.all, view.collection) : ""}
          />
        )}
        <BatchBar batch={batch} sending={sending} />
        <ListHeading
          {...{ view, cards, onView, total }}
          choosing={loadAll.isPending}
          marking={left}
          deleting={deleting}
          searched={asked !== ""}
          all={total > 0 && rows.every(({ paper }) => paper && selection.ids.has(paper.paper_id))}
          some={selection.ids.size > 0}
          onAll={(is) => (is ? selectAll() : selection.clear())}
        />
        <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto" tabIndex={-1}>
          {asked === "" && <Greeting {...{ papers, total }} />}
          <Unjudged facets={first?.facets} complete={first?.complete ?? true} />
          {asked !== "" && <Passages words={asked} notes={first?.notes ?? []} />}
          <ListBody
            {...{
              library,
              rows,
              scroller,
              startAt,
              view,
              onView,
              selection,
              collections,
              mark,
              cards,
              picture,
            }}
            searched={asked !== ""}
            tags={first?.facets.tag.values.map(({ value }) => value) ?? []}
            uploading={sending > 0}
            onAdd={() => setAdding({ references: null })}
            onRemove={onRemove}
            onDescribe={setDescribed}
            onAttach={source.ask}
            onMerge={setMerging}
          />
        </div>
        <Chosen
          {...{ papers, everything, selection, collections, mark, onRemove }}
          asking={words.trim() !== ""}
          onLoad={papers.length < total ? () => loadAll.mutate() : null}
          onMerge={setMerging}
          facets={first?.facets}
        />
      </div>
      <DropZone onFiles={onFiles} />
      {source.input}
      <Suspense>
        {missing && <MissingDialog what={missing} onClose={() => setMissing(null)} />}
        {merging && <Merge ids={merging} onClose={() => setMerging(null)} />}
        {described !== null && <Describe paperId={described} onClose={() => setDescribed(null)} />}
        {adding && (
          <AddDialog
            references={adding.references}
            onFiles={onFiles}
            onAdded={refresh}
            onClose={() => setAdding(null)}
          />
        )}
      </Suspense>
    </main>
  );
}

/** Return how many papers the library has, whatever the list is narrowed to. */
function useEverything(): number {
  return useQuery(pageAsked(queryOf(ALL, ""), 0)).data?.total ?? 0;
}

/** Return the chosen papers without those that the list shows as not read; none where a question cannot be about so many. */
function askableOf(papers: readonly ListedPaper[], chosen: ReadonlySet<string>): string[] {
  const unread = new Set(papers.filter(({ status }) => status !== "completed").map((one) => one.paper_id));
  const ids = [...chosen].filter((id) => !unread.has(id));
  return ids.length > CONSTANTS.limits.papersPerQuestion ? [] : ids;
}

function papersOf(rows: readonly Row[]): ListedPaper[] {
  return rows.flatMap(({ paper }) => paper ?? []);
}

function idsOf(rows: readonly Row[]): string[] {
  return papersOf(rows).map((one) => one.paper_id);
}

/** Note where the list is left. */
function useLeftAt(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current!;
    const note = () => {
      leftAt = element.scrollTop;
    };
    element.addEventListener("scroll", note, { passive: true });
    return () => element.removeEventListener("scroll", note);
  }, [scroller]);
}

function nameOf(all: readonly CollectionView[], id: string): string {
  return all.find((one) => one.collection_id === id)?.name ?? "";
}

function startAt(): number {
  return leftAt;
}

function noPicture(): null {
  return null;
}
