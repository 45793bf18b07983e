/** All papers that lack a year, authors or a venue, with a field each. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { listLibrary } from "@/api/library";
import { describePaper } from "@/api/papers";
import type { DescribedPaper, LibraryList, ListedPaper } from "@/api/types";
import { common } from "@/texts/common";
import { library as texts } from "@/texts/library";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Icon } from "@/ui/icons";
import { Failed, Skeleton } from "@/ui/states";
import type { Missing } from "./filter-panel";
import { titleOf } from "./paper-row";
import { refreshPapers } from "./use-library";
import { isUnderWay } from "./use-papers";

export function MissingDialog({ what, onClose }: { what: Missing; onClose: () => void }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["lacking", what],
    queryFn: ({ signal }) => papersLacking(what, signal),
    // What was entered a moment ago is not lacking any more, and stays in sight until the dialog is closed.
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <Dialog
      title={data ? texts.papersWithout(data.length, texts.lacks[what]) : texts.lacking[what]}
      className="w-[44rem] overflow-hidden p-6 open:flex open:flex-col"
      onClose={() => {
        void refreshPapers(client);
        onClose();
      }}
    >
      {(close) => (
        <>
          <p className="pb-4 text-sm text-soft">{texts.enterMissing}</p>
          {data ? (
            <ul className="-mx-6 min-h-0 divide-y divide-line overflow-y-auto border-y border-line">
              {data.map((paper) => (
                <Row key={paper.paper_id} {...{ paper, what }} />
              ))}
            </ul>
          ) : error ? (
            <Failed title={texts.listFailed} error={error} retry={() => void refetch()} />
          ) : (
            <Skeleton lines={6} label={texts.loading} />
          )}
          <div className="flex justify-end pt-4">
            <Button look="primary" onClick={close}>
              {common.close}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Row({ paper, what }: { paper: ListedPaper; what: Missing }) {
  const id = useId();
  const [text, setText] = useState("");
  // Enter is followed by leaving the field.
  const sent = useRef("");
  const save = useMutation({ mutationFn: (body: DescribedPaper) => describePaper(paper.paper_id, body) });
  const wrong = what === "year" && text !== "" && !/^(1\d|2[01])\d\d$/.test(text);
  function enter() {
    if (text.trim() && !wrong && text !== sent.current) {
      sent.current = text;
      save.mutate(changeOf(what, text.trim()), { onError: () => (sent.current = "") });
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-6 py-2">
      <label htmlFor={id} className="min-w-52 flex-1">
        <bdi className="line-clamp-2 text-sm font-medium">{titleOf(paper)}</bdi>
        <bdi className="line-clamp-1 text-sm text-soft">
          {[paper.authors.slice(0, 3).join(", "), paper.year, paper.venue].filter(Boolean).join(" · ") ||
            paper.filename}
        </bdi>
      </label>
      <a
        href={`/papers/${paper.paper_id}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-6 items-center text-sm text-accent underline"
      >
        {texts.look}
      </a>
      <span className="flex items-center gap-2">
        <input
          id={id}
          value={text}
          inputMode={what === "year" ? "numeric" : undefined}
          maxLength={what === "year" ? 4 : 500}
          placeholder={what === "author" ? texts.authorsExample : texts.lacking[what]}
          aria-invalid={wrong}
          aria-describedby={save.isError || wrong ? `${id}-wrong` : undefined}
          onChange={(event) => setText(event.target.value)}
          onBlur={enter}
          onKeyDown={(event) => {
            if (event.key === "Enter") {
              event.preventDefault();
              enter();
              nextField(event.currentTarget)?.focus();
            }
          }}
          className={`h-9 rounded-lg border bg-surface px-3 ${wrong ? "border-danger" : "border-line"} ${what === "year" ? "w-24" : "w-60 max-w-full"}`}
        />
        <span role="status" className="w-5" aria-label={save.isSuccess ? texts.entered : undefined}>
          {save.isSuccess && <Icon name="check" className="size-5 text-accent" />}
        </span>
      </span>
      {(save.isError || wrong) && (
        <p id={`${id}-wrong`} role="alert" className="basis-full text-sm text-danger">
          {wrong ? texts.yearForm : save.error?.message}
        </p>
      )}
    </li>
  );
}

function changeOf(what: Missing, text: string): DescribedPaper {
  switch (what) {
    case "year":
      return { year: Number(text) };
    case "author":
      return { authors: text.split(";").flatMap((name) => name.trim() || []) };
    case "venue":
      return { venue: text };
  }
}

function nextField(field: HTMLInputElement): HTMLInputElement | null {
  const all = [...field.closest("ul")!.querySelectorAll("input")];
  return all[all.indexOf(field) + 1] ?? null;
}

/** Return all papers that lack it, latest first; those being read may still get it. */
async function papersLacking(what: Missing, signal: AbortSignal): Promise<ListedPaper[]> {
  const found: ListedPaper[] = [];
  let cursor: string | null = null;
  do {
    const page: LibraryList = await listLibrary({ sort: "added", ...(cursor && { cursor }) }, 0, signal);
    found.push(...page.papers.filter((paper) => !isUnderWay(paper) && lacks(paper, what)));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}

function lacks({ year, authors, venue }: ListedPaper, what: Missing): boolean {
  return { year: year === null, author: !authors.length, venue: venue === null }[what];
}
