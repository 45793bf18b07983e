/** The library: everything that is known of all papers of their owner, and what can be done with them. */
import { useQueryClient } from "@tanstack/react-query";
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
import type { CollectionView, ListedPaper } from "@/api/types";
import { giveQuestion } from "@/lib/first-question";
import { useKept } from "@/lib/kept";
import { navigate } from "@/lib/location";
import { useWide } from "@/lib/use-wide";
import { library as texts } from "@/texts/library";
import { Button, IconButton } from "@/ui/button";
import { oneStop } from "@/ui/one-stop";
import { AskBox } from "./ask-box";
import { BatchBar } from "./batch-bar";
import { Chosen } from "./chosen";
import { DropZone } from "./drop-zone";
import { FilterPanel } from "./filter-panel";
import { Greeting } from "./greeting";
import { ListBody } from "./list-body";
import { ListHeading } from "./list-heading";
import { SEARCH, VIEW, wordsOf } from "./kept-view";
import { useMark } from "./marking";
import { Describe } from "./describe";
import { MissingDialog, type Missing } from "./missing-dialog";
import { Passages } from "./passages";
import { useRemovedPapers, useRemovePapers } from "./removing";
import { isReferences } from "./reference-files";
import { useSelection } from "./selection";
import { Side } from "./side";
import { Unjudged } from "./unjudged";
import { addUploads, isOpen, useUploads } from "./uploads";
import { useAttaching } from "./use-attaching";
import { useCollections } from "./use-collections";
import { readingFirst, refreshPapers, useLibrary, useUnderWay } from "./use-library";
import { ALL, isFiltered, queryOf, viewOf, type View } from "./view";

// Opened seldom, so fetched then.
const AddDialog = lazy(() => import("./add-dialog").then((module) => ({ default: module.AddDialog })));

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
  const { now, batch } = useUnderWay(library.papers);
  // In the order of adding a batch is read from its end, out of sight.
  const newestFirst = asked === "" && view.sort === "added" && !view.reversed;
  const papers = useMemo(() => {
    const latest = library.papers
      .filter((one) => !removed.has(one.paper_id))
      .map((one) => now.get(one.paper_id) ?? one);
    return newestFirst ? readingFirst(latest) : latest;
  }, [library.papers, removed, now, newestFirst]);
  const shown = useMemo(() => papers.map((one) => one.paper_id), [papers]);
  const selection = useSelection(shown);
  const collections = useCollections();
  const mark = useMark();
  const remove = useRemovePapers();
  const refresh = useCallback(() => void refreshPapers(client), [client]);
  const sending = useUploads().items.filter(isOpen).length;
  const [adding, setAdding] = useState<{ references: File | null } | null>(null);
  const [described, setDescribed] = useState<string | null>(null);
  const [missing, setMissing] = useState<Missing | null>(null);
  const [narrowing, setNarrowing] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = `${texts.title} · ScholarAI`;
  }, []);
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
  const { first, hasNextPage, fetchNextPage, isFetchingNextPage } = library;
  const total = Math.max((first?.total ?? 0) - (library.papers.length - papers.length), papers.length);
  const fetchMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const selectAll = async () => {
    let pages = library.data?.pages ?? [];
    for (let more = hasNextPage; more;) {
      const next = await fetchNextPage();
      pages = next.data?.pages ?? pages;
      more = next.hasNextPage && !next.isError;
    }
    selection.set(pages.flatMap((page) => page.papers.map((one) => one.paper_id)).filter((id) => !removed.has(id)));
  };
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
          className="w-56 shrink-0 overflow-y-auto border-r border-line bg-ground px-2 pt-3 pb-10"
        >
          {side}
        </nav>
      )}
      <div className="flex min-w-0 flex-1 flex-col bg-surface">
        <div className="flex flex-wrap items-center gap-2 px-3 pt-3 pb-2">
          <h1 className="sr-only">{texts.heading}</h1>
          <AskBox
            {...{ words }}
            papers={everything}
            onWords={setWords}
            onAsk={(question, depth) => {
              giveQuestion({ question, depth });
              setWords("");
              navigate("/chat/new");
            }}
          />
          <Button
            icon="filter"
            aria-expanded={narrowing}
            aria-pressed={isFiltered(view)}
            className="aria-pressed:border-accent aria-pressed:text-accent max-sm:px-2.5"
            onClick={() => setNarrowing(!narrowing)}
          >
            <span className="max-sm:sr-only">{texts.filter}</span>
          </Button>
          <IconButton icon="pages" label={texts.cards} aria-pressed={cards} onClick={() => setCards(!cards)} />
          <Button look="primary" icon="plus" onClick={() => setAdding({ references: null })}>
            <span className="max-sm:sr-only">{texts.addPapers}</span>
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
        <BatchBar batch={batch} sending={sending} />
        <ListHeading
          {...{ view, onView, total }}
          searched={asked !== ""}
          all={papers.length > 0 && selection.ids.size >= total && shown.every((id) => selection.ids.has(id))}
          some={selection.ids.size > 0}
          onAll={(is) => (is ? void selectAll() : selection.clear())}
        />
        <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto" tabIndex={-1}>
          {asked === "" && <Greeting {...{ papers, total }} />}
          <Unjudged facets={first?.facets} complete={first?.complete ?? true} />
          {asked !== "" && <Passages words={asked} notes={first?.notes ?? []} />}
          <ListBody
            {...{
              library,
              papers,
              total,
              scroller,
              startAt,
              view,
              onView,
              fetchMore,
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
          />
        </div>
        <Chosen {...{ papers, selection, collections, mark, onRemove }} facets={first?.facets} />
      </div>
      <DropZone onFiles={onFiles} />
      {source.input}
      {missing && <MissingDialog what={missing} onClose={() => setMissing(null)} />}
      {described !== null && <Describe paperId={described} onClose={() => setDescribed(null)} />}
      {adding && (
        <Suspense>
          <AddDialog
            references={adding.references}
            onFiles={onFiles}
            onAdded={refresh}
            onClose={() => setAdding(null)}
          />
        </Suspense>
      )}
    </main>
  );
}

/** Return how many papers the library has, whatever the list is narrowed to. */
function useEverything(): number {
  return useLibrary(queryOf(ALL, "")).first?.total ?? 0;
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
