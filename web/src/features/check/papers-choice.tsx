/** Which papers a text is held against: all, some of the library, or files that are added here. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CONSTANTS } from "@/api/constants";
import { getPapers } from "@/api/papers";
import type { PaperView } from "@/api/types";
import { check as texts } from "@/texts/check";
import { Button, IconButton } from "@/ui/button";
import { PaperChoice } from "@/ui/paper-choice";
import type { ChangeDraft, Draft } from "./draft";

export const MOST_PAPERS = CONSTANTS.limits.papersPerReview;
export const LOOK_MS = 1_500;
// The extraction is at an end, well or not.
export const ENDED: ReadonlySet<PaperView["status"]> = new Set(["completed", "failed", "record"]);

export interface Chosen {
  papers: readonly PaperView[];
  /** Whether some are still being read. */
  reading: boolean;
}

/** Look up papers, and again until they are read. */
export function useChosen(ids: readonly string[]): Chosen {
  const { data } = useQuery({
    queryKey: ["papers", "chosen", ...ids],
    queryFn: ({ signal }) => getPapers(ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.every(({ status }) => ENDED.has(status)) === false ? LOOK_MS : false),
  });
  const papers = ids.length ? (data ?? []).filter(({ id }) => ids.includes(id)) : [];
  return { papers, reading: papers.some(({ status }) => !ENDED.has(status)) };
}

interface PapersChoiceProps {
  draft: Draft;
  onChange: ChangeDraft;
  onFiles: (files: File[]) => void;
  chosen: Chosen;
}

export function PapersChoice({ draft: { papers }, onChange, onFiles, chosen }: PapersChoiceProps) {
  const [open, setOpen] = useState(false);
  const leaveOut = (id: string) =>
    onChange((before) => ({ papers: before.papers?.filter((one) => one !== id) ?? null }));
  return (
    <fieldset className="min-w-0 text-sm">
      <legend className="sr-only">{texts.against}</legend>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1.5">
        <span aria-hidden="true" className="font-semibold">
          {texts.against}
        </span>
        {[null, papers ?? []].map((value) => (
          <label key={String(value === null)} className="flex min-h-9 items-center gap-2">
            <input
              type="radio"
              name="check-papers"
              checked={(papers === null) === (value === null)}
              onChange={() => {
                onChange(() => ({ papers: value }));
                setOpen(value !== null);
              }}
              className="size-4"
            />
            {value === null ? texts.library : texts.chosen}
          </label>
        ))}
        <div className="-mr-2.5 ml-auto flex">
          {papers && (
            <Button look="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
              {texts.choose}
            </Button>
          )}
          <label className="inline-flex min-h-9 cursor-pointer items-center rounded-lg px-2.5 font-medium text-soft focus-within:outline-2 focus-within:outline-accent hover:bg-hover hover:text-ink">
            {texts.addFiles}
            <input
              type="file"
              multiple
              accept={CONSTANTS.formats.endings.join()}
              className="sr-only"
              onChange={({ target }) => {
                onFiles([...(target.files ?? [])]);
                target.value = "";
              }}
            />
          </label>
        </div>
      </div>
      {papers && (
        <>
          <ul aria-label={texts.chosen} className="mt-1 flex max-h-40 flex-wrap gap-1.5 overflow-y-auto empty:hidden">
            {chosen.papers.map(({ id, metadata, filename, status }) => (
              <li key={id} className="flex max-w-full items-center rounded-lg bg-hover pl-2.5">
                <bdi className="truncate">{metadata.title ?? filename}</bdi>
                {status !== "completed" && (
                  <span className={`shrink-0 pl-2 text-sm ${ENDED.has(status) ? "text-danger" : "text-soft"}`}>
                    {ENDED.has(status) ? texts.unread : texts.reading}
                  </span>
                )}
                <IconButton
                  icon="close"
                  label={texts.leaveOut(metadata.title ?? filename)}
                  className="size-8"
                  onClick={() => leaveOut(id)}
                />
              </li>
            ))}
          </ul>
          {open && (
            <div className="mt-1.5">
              <PaperChoice
                chosen={papers}
                onToggle={(id) =>
                  papers.includes(id)
                    ? leaveOut(id)
                    : onChange((before) => ({ papers: [...(before.papers ?? []), id] }))
                }
                height="max-h-56"
              />
            </div>
          )}
        </>
      )}
    </fieldset>
  );
}
