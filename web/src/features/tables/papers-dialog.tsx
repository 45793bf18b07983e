/** Adds papers of the library to a table. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { listLibrary } from "@/api/library";
import { MOST_PAPERS } from "@/api/tables";
import { common } from "@/texts/common";
import { tables as texts } from "@/texts/tables";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Option } from "@/ui/option";
import { Empty, Failed, Skeleton } from "@/ui/states";
import { Expected } from "./expected";

interface PapersDialogProps {
  there: readonly string[];
  /** How many columns papers are asked for. */
  asked: number;
  onAdd: (paperIds: string[]) => void;
  onClose: () => void;
}

export function PapersDialog({ there, asked, onAdd, onClose }: PapersDialogProps) {
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const search = useDeferredValue(words.trim());
  const library = useQuery({
    queryKey: ["papers", "for-table", search],
    queryFn: ({ signal }) => listLibrary(search ? { q: search } : {}, 0, signal),
    placeholderData: keepPreviousData,
  });
  const listed = library.data?.papers.filter(
    ({ paper_id: paper, status }) => status === "completed" && !there.includes(paper),
  );
  const full = there.length + chosen.length > MOST_PAPERS;
  const toggle = (paper: string) =>
    setChosen(chosen.includes(paper) ? chosen.filter((one) => one !== paper) : [...chosen, paper]);
  return (
    <Dialog title={texts.addPapers} onClose={onClose}>
      {(close) => (
        <>
          <input
            autoFocus
            type="search"
            aria-label={texts.search}
            placeholder={texts.search}
            value={words}
            maxLength={200}
            onChange={(event) => setWords(event.target.value)}
            className="h-10 w-full rounded-lg border border-line bg-surface px-3"
          />
          <div className="mt-2 h-[40vh] overflow-y-auto rounded-lg border border-line">
            {library.isPending ? (
              <div className="p-4">
                <Skeleton lines={6} label={texts.loadingLibrary} />
              </div>
            ) : library.isError && !listed ? (
              <Failed title={texts.libraryFailed} error={library.error} retry={() => void library.refetch()} />
            ) : !listed?.length ? (
              <Empty icon="library" title={search ? texts.noPaperFits : texts.noMorePapers}>
                <p>{search ? texts.otherWords : texts.allThere}</p>
              </Empty>
            ) : (
              <ul aria-label={texts.papers} className="divide-y divide-line">
                {listed.map(({ paper_id: id, title, filename, authors, year }) => (
                  <li key={id}>
                    <Option
                      name={title ?? filename}
                      about={[authors.slice(0, 3).join(", "), year].filter(Boolean).join(" · ")}
                      chosen={chosen.includes(id)}
                      onToggle={() => toggle(id)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </div>
          {library.data?.next_cursor && <p className="mt-1.5 text-sm text-soft">{texts.onlyFirst}</p>}
          {full && (
            <p role="alert" className="mt-2 text-sm text-danger">
              {texts.papersFull(MOST_PAPERS, MOST_PAPERS - there.length)}
            </p>
          )}
          <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
            <div className="mr-auto min-h-5">
              {chosen.length > 0 && <Expected columns={asked} source={{ paper_ids: [...chosen] }} />}
            </div>
            <Button onClick={close}>{common.cancel}</Button>
            <Button
              look="primary"
              disabled={!chosen.length || full}
              onClick={() => {
                onAdd([...chosen]);
                close();
              }}
            >
              {chosen.length ? common.addPapers(chosen.length) : common.add}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
