/** The room where a text is held against papers: the text, which papers, and what became of each sentence. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { LONGEST_TEXT } from "@/api/checks";
import { getPapers } from "@/api/papers";
import { getModelSettings } from "@/api/settings";
import type { CheckWholeText } from "@/api/types";
import { useKept } from "@/lib/kept";
import { SETTINGS } from "@/lib/settings-key";
import type { Target } from "@/lib/target";
import { toPoints } from "@/lib/text";
import { check as texts, EXAMPLE } from "@/texts/check";
import { common } from "@/texts/common";
import { Button } from "@/ui/button";
import { Failed, Skeleton } from "@/ui/states";
import { TabTitle } from "@/ui/tab-title";
import type { ChangeDraft, Draft } from "./draft";
import { ENDED, LOOK_MS, MOST_PAPERS, PapersChoice, useChosen } from "./papers-choice";
import { Result } from "./result";
import { useCheck } from "./use-check";

// The id of the paper that a new library begins with (local/welcome.py).
const SAMPLE = "sample-paper";
// A library that has just begun knows it a moment later.
const MOST_LOOKS = 5;

interface CheckPageProps {
  draft: Draft;
  onChange: ChangeDraft;
  /** Whether files that were added are being sent. */
  sending: boolean;
  onFiles: (files: File[]) => void;
  shown: number | null;
  onShow: (number: number, target: Target) => void;
  /** The places that were shown are of another text. */
  onRun: () => void;
}

export function CheckPage({ draft, onChange, sending, onFiles, shown, onShow, onRun }: CheckPageProps) {
  const { text, papers } = draft;
  const check = useCheck();
  const { data: settings } = useQuery({ queryKey: SETTINGS, queryFn: ({ signal }) => getModelSettings(signal) });
  const model = settings && settings.provider !== "local" ? settings : null;
  const chosen = useChosen(papers ?? []);
  const [begun, setBegun] = useKept("check-begun", (before) => before === true);
  const request = requestOf(draft, model !== null);
  const ran = check.data?.request;
  const fits = ran !== undefined && same(ran, request);
  const why = whyNot(draft, sending || chosen.reading);
  const [editing, setEditing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // What was checked has little to be changed, and its result the room.
  const folded = fits && !editing && !check.busy;
  function run(next: Draft) {
    onRun();
    setEditing(false);
    check.run(requestOf(next, model !== null));
  }
  function showExample() {
    const example = { ...draft, text: EXAMPLE, html: null, papers: [SAMPLE], example: true };
    onChange(() => example);
    run(example);
  }
  const sample = useSample(text === "");
  useFirst(!begun && text === "" && sample && !check.busy, showExample);
  function clear() {
    setBegun(true);
    check.forget();
    onRun();
    onChange(() => ({ text: "", html: null, example: false, ...(draft.example ? { papers: null } : {}) }));
  }
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl px-3 pt-5 pb-24 sm:px-6 sm:pt-10">
        <TabTitle>{texts.title}</TabTitle>
        <h1 className="text-xl font-semibold tracking-tight">{texts.title}</h1>
        <p className="mt-1 text-soft text-pretty">{texts.purpose}</p>
        <form
          aria-label={texts.title}
          className="mt-5 flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (why === null && !check.busy) {
              setBegun(true);
              run(draft);
            }
          }}
        >
          {draft.example && (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
              {texts.example}
              <button type="button" onClick={clear} className="reach rounded font-medium text-accent underline">
                {texts.own}
              </button>
            </p>
          )}
          <TextField
            field={field}
            draft={draft}
            onChange={onChange}
            rows={folded ? 3 : check.data ? 5 : 10}
            onEdit={() => setEditing(true)}
          />
          {folded ? (
            <Against
              count={papers?.length}
              titles={chosen.papers.map(({ metadata, filename }) => metadata.title ?? filename)}
            >
              <Button look="plain" onClick={() => field.current?.focus()}>
                {texts.change}
              </Button>
              {!draft.example && (
                <Button
                  look="plain"
                  onClick={() => {
                    clear();
                    field.current?.focus();
                  }}
                >
                  {texts.another}
                </Button>
              )}
            </Against>
          ) : (
            <>
              <PapersChoice {...{ draft, onChange, onFiles, chosen }} />
              {model && (
                <label className="flex items-start gap-2 text-sm">
                  <input
                    type="checkbox"
                    checked={draft.model}
                    onChange={({ target: { checked } }) => onChange(() => ({ model: checked }))}
                    className="mt-0.5 size-4 shrink-0"
                  />
                  {texts.model}
                </label>
              )}
              <div className="flex flex-wrap items-center justify-end gap-2">
                <p role="status" className={`mr-auto text-sm text-pretty ${why ? "text-warn" : "text-soft"}`}>
                  {why || (model && draft.model ? texts.privacyModel(model.model) : texts.privacy)}
                </p>
                {text !== "" && !draft.example && (
                  <Button look="plain" onClick={clear}>
                    {texts.clear}
                  </Button>
                )}
                {text === "" && sample && <Button onClick={showExample}>{texts.showExample}</Button>}
                {check.busy ? (
                  <Button icon="stop" onClick={check.stop}>
                    {common.stop}
                  </Button>
                ) : (
                  <Button type="submit" look="primary" icon="checked" disabled={why !== null}>
                    {ran ? texts.again : texts.run}
                  </Button>
                )}
              </div>
            </>
          )}
        </form>
        {check.busy ? (
          <div className="mt-6">
            <Skeleton lines={9} label={texts.busy} />
          </div>
        ) : check.error ? (
          <Failed title={texts.failed} error={check.error} retry={() => run(draft)} />
        ) : (
          check.data && (
            <>
              {!fits && text !== "" && (
                <p role="status" className="mt-4 text-sm text-warn">
                  {texts.changed}
                </p>
              )}
              <Result checked={check.data.checked} shown={shown} onShow={onShow} />
            </>
          )
        )}
      </div>
    </div>
  );
}

/** What a text was checked against, all papers or a number of them whose titles may not be there yet, and what can be changed. */
function Against({ count, titles, children }: { count?: number; titles: readonly string[]; children: ReactNode }) {
  const against = count === undefined ? texts.library : count === 1 && titles[0] ? titles[0] : common.papers(count);
  return (
    <div className="-mt-1.5 flex flex-wrap items-center justify-end gap-x-1 text-sm">
      <p className="mr-auto flex min-w-0 gap-1.5 text-soft">
        <span className="font-semibold">{texts.checkedAgainst}</span>
        <bdi className="truncate">{against}</bdi>
      </p>
      {children}
    </div>
  );
}

/** The text, which may be pasted with its HTML: lists, block quotes and tables are plain there, and not in what a browser makes of it. */
function TextField({
  field,
  draft,
  onChange,
  rows,
  onEdit,
}: {
  field: RefObject<HTMLTextAreaElement | null>;
  draft: Draft;
  onChange: ChangeDraft;
  rows: number;
  onEdit: () => void;
}) {
  const pasted = useRef<string | null>(null);
  return (
    // The padding is outside of what scrolls: no line is shown in half.
    <div className="rounded-lg border border-line bg-surface px-3 py-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
      <textarea
        ref={field}
        aria-label={texts.text}
        dir="auto"
        rows={rows}
        value={draft.text}
        placeholder={texts.placeholder}
        spellCheck={false}
        onPaste={({ clipboardData, currentTarget: { selectionStart, selectionEnd, value } }) => {
          const html = clipboardData.getData("text/html");
          const whole = selectionStart === 0 && selectionEnd === value.length;
          pasted.current = whole && html && html.length <= LONGEST_TEXT ? html : null;
        }}
        onChange={({ target: { value } }) => {
          const html = pasted.current;
          pasted.current = null;
          onEdit();
          onChange(({ example }) => ({ text: value, html, example: example && value === EXAMPLE }));
        }}
        onFocus={onEdit}
        onClick={onEdit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.currentTarget.form?.requestSubmit();
          }
        }}
        className="block w-full resize-y bg-transparent outline-none"
      />
    </div>
  );
}

function requestOf({ text, html, papers, model }: Draft, there: boolean) {
  return { text: html ?? text, paper_ids: papers && [...papers], model: model && there };
}

function same(one: CheckWholeText, other: CheckWholeText): boolean {
  return one.text === other.text && one.model === other.model && String(one.paper_ids) === String(other.paper_ids);
}

/** Return why the text cannot be checked now, "" where that needs no words, or null. */
function whyNot({ text, papers }: Draft, waiting: boolean): string | null {
  const over = toPoints(text, text.length) - LONGEST_TEXT;
  if (over > 0) {
    return texts.tooLong(over, LONGEST_TEXT);
  }
  if (papers && papers.length > MOST_PAPERS) {
    return texts.tooMany(MOST_PAPERS);
  }
  if (waiting) {
    return texts.waiting;
  }
  if (papers?.length === 0) {
    return texts.noneChosen;
  }
  return text.trim() ? null : "";
}

/** Tell whether the sample paper can be read; only asked where its example may be shown. */
function useSample(wanted: boolean): boolean {
  const { data } = useQuery({
    queryKey: ["papers", "sample"],
    queryFn: ({ signal }) => getPapers([SAMPLE], signal),
    enabled: wanted,
    refetchInterval: ({ state: { data: [paper] = [], dataUpdateCount: looks } }) =>
      (paper ? !ENDED.has(paper.status) : looks < MOST_LOOKS) ? LOOK_MS : false,
  });
  return data?.[0]?.status === "completed";
}

/** Do something once, as soon as it can be done. */
function useFirst(can: boolean, act: () => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (can && !done.current) {
      done.current = true;
      act();
    }
  });
}
