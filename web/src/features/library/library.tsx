/** All papers of their owner: adding, watching, finding, asking and deleting them. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from "react";
import { CONSTANTS } from "@/api/constants";
import { deletePaper, extractAgain } from "@/api/papers";
import type { PaperView } from "@/api/types";
import { useKept } from "@/lib/kept";
import { navigate } from "@/lib/location";
import { counted } from "@/lib/text";
import { Button } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { Icon } from "@/ui/icons";
import { Empty, Failed, Skeleton } from "@/ui/states";
import { DescribeDialog } from "./describe-dialog";
import { DropZone, FileButton } from "./drop-zone";
import { PaperRow } from "./paper-row";
import { matching } from "./searching";
import { UploadRow } from "./upload-row";
import { useUploads } from "./uploads";
import { PAPERS, usePapers } from "./use-papers";

const FORMATS = CONSTANTS.formats;
// Questions and reviews take more, but an address names them, and servers take addresses of 4,000 characters.
const MOST_CHOSEN = 100;

// How far down the list was when it was left for a paper.
let leftAt = 0;

export function Library() {
  const client = useQueryClient();
  const { papers, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePapers();
  const uploads = useUploads(useCallback(() => void client.invalidateQueries({ queryKey: PAPERS }), [client]));
  const [words, setWords] = useKept("search", text);
  const query = useDeferredValue(words);
  const [doomed, setDoomed] = useState<PaperView | null>(null);
  const [described, setDescribed] = useState<PaperView | null>(null);
  const [chosen, setChosen] = useKept("chosen", names);
  const again = useMutation({
    mutationFn: extractAgain,
    onSettled: () => client.invalidateQueries({ queryKey: PAPERS }),
  });
  const remove = useMutation({
    mutationFn: deletePaper,
    onSettled: () => client.invalidateQueries({ queryKey: PAPERS }),
  });
  useEffect(() => {
    document.title = "Library · ScholarAI";
  }, []);
  // A search looks through everything, not through the pages that happen to be here.
  useEffect(() => {
    if (query && hasNextPage && !isFetchingNextPage) {
      void fetchNextPage();
    }
  }, [query, hasNextPage, isFetchingNextPage, fetchNextPage]);

  const list = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = list.current!;
    element.scrollTop = leftAt;
    return () => {
      leftAt = element.scrollTop;
    };
  }, []);

  const found = matching(papers, query);
  const asked = chosen.filter((id) => papers.some((paper) => paper.id === id));
  return (
    <main ref={list} className="h-full overflow-y-auto">
      <div className="mx-auto max-w-4xl px-3 pt-6 pb-24 sm:px-6 sm:pt-10">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto font-serif text-2xl font-semibold">Your papers</h1>
          <DropZone onFiles={uploads.add} />
        </div>
        {papers.length > 0 && <SearchBox words={words} onWords={setWords} />}
        {remove.isError && <Notice error={remove.error} />}
        {again.isError && <Notice error={again.error} />}
        <div className="mt-4 overflow-hidden rounded-2xl border border-line bg-surface">
          {uploads.items.length > 0 && (
            <ul aria-label="Uploads" className="divide-y divide-line border-b border-line">
              {uploads.items.map((item) => (
                <UploadRow
                  key={item.id}
                  item={item}
                  onRetry={() => uploads.retry(item.id)}
                  onDismiss={() => uploads.dismiss(item.id)}
                />
              ))}
            </ul>
          )}
          {isPending ? (
            <div className="p-6">
              <Skeleton lines={9} label="Loading your papers" />
            </div>
          ) : isError && !papers.length ? (
            <Failed title="Your papers cannot be listed." error={error} retry={() => void refetch()} />
          ) : !papers.length ? (
            <Empty icon="file" title="No papers yet">
              <p className="mb-4">
                Drop papers ({FORMATS.kinds}, or a {FORMATS.archiveEndings} archive of {FORMATS.inArchives}) anywhere on
                this page.
              </p>
              <FileButton onFiles={uploads.add} />
            </Empty>
          ) : !found.length ? (
            <Empty icon="search" title="No matching papers">
              <p>Titles, authors, years, venues and file names were searched.</p>
            </Empty>
          ) : (
            <ul aria-label="Papers" className="divide-y divide-line">
              {found.map((paper) => (
                <PaperRow
                  key={paper.id}
                  paper={paper}
                  chosen={asked.includes(paper.id)}
                  full={asked.length === MOST_CHOSEN}
                  onChoose={(is) => setChosen(is ? [...asked, paper.id] : asked.filter((id) => id !== paper.id))}
                  onRetry={() => again.mutate(paper.id)}
                  onDescribe={() => setDescribed(paper)}
                  onDelete={() => setDoomed(paper)}
                />
              ))}
            </ul>
          )}
          {hasNextPage && !query && (
            <div className="border-t border-line p-3 text-center">
              <Button look="plain" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </div>
      </div>
      {asked.length > 0 && <ChosenBar chosen={asked} onClear={() => setChosen([])} />}
      {described && <DescribeDialog paper={described} onClose={() => setDescribed(null)} />}
      {doomed && (
        <Confirm
          title="Delete this paper?"
          action="Delete"
          onCancel={() => setDoomed(null)}
          onConfirm={() => {
            remove.mutate(doomed.id);
            setDoomed(null);
          }}
        >
          <p>
            “{doomed.metadata.title ?? doomed.filename}” goes with its file and its conversations. This cannot be
            undone.
          </p>
        </Confirm>
      )}
    </main>
  );
}

function text(before: unknown): string {
  return typeof before === "string" ? before : "";
}

function names(before: unknown): readonly string[] {
  return Array.isArray(before) ? before.filter((one) => typeof one === "string") : [];
}

function SearchBox({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  return (
    <search className="relative mt-5 block">
      <Icon name="search" className="pointer-events-none absolute top-2.5 left-3 size-5 text-faint" />
      <input
        type="search"
        aria-label="Search your papers"
        placeholder="Title, author, year, venue"
        value={words}
        onChange={(event) => onWords(event.target.value)}
        className="h-10 w-full rounded-xl border border-line bg-surface pr-3 pl-10"
      />
    </search>
  );
}

function ChosenBar({ chosen, onClear }: { chosen: readonly string[]; onClear: () => void }) {
  const [first] = chosen;
  const where = chosen.length === 1 ? `/papers/${first}` : `/papers/${first}?with=${chosen.slice(1).join(",")}`;
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface/95 px-4 py-3 backdrop-blur">
      <div className="mx-auto flex max-w-4xl flex-wrap items-center gap-2">
        <p className="mr-auto text-sm" role="status">
          {counted(chosen.length, "paper")} chosen
        </p>
        <Button look="plain" onClick={onClear}>
          Clear
        </Button>
        <Button look="quiet" onClick={() => navigate(`/reviews?papers=${chosen.join(",")}`)}>
          Review
        </Button>
        <Button look="primary" icon="chat" onClick={() => navigate(where)}>
          Ask
        </Button>
      </div>
    </div>
  );
}

function Notice({ error }: { error: Error }) {
  return (
    <p role="alert" className="mt-4 rounded-lg bg-danger-tint px-4 py-2.5 text-sm text-danger">
      {error.message}
    </p>
  );
}
