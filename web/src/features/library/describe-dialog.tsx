/** Corrects what is known of a paper as a publication; each field says where its value is from. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { ApiError } from "@/api/http";
import { describePaper } from "@/api/papers";
import type { DescribedPaper, Metadata, Origin, PaperView } from "@/api/types";
import { ago } from "@/lib/times";
import { common } from "@/texts/common";
import { library as labels } from "@/texts/library";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { PAPERS } from "./use-papers";

type MetadataField = Origin["field"];

/** Two short fields stand beside each other. */
const FIELDS: { name: keyof typeof labels.fields; lines?: number; short?: boolean }[] = [
  { name: "title", lines: 2 },
  { name: "authors", lines: 3 },
  { name: "venue" },
  { name: "year", short: true },
  { name: "volume", short: true },
  { name: "issue", short: true },
  { name: "page_range", short: true },
  { name: "publisher", short: true },
  { name: "issn", short: true },
  { name: "doi" },
  { name: "arxiv_id" },
  { name: "keywords", lines: 2 },
];

interface DescribeDialogProps {
  paper: PaperView;
  /** What else of the library belongs to it. */
  related: ReactNode;
  onClose: () => void;
}

export function DescribeDialog({ paper, related, onClose }: DescribeDialogProps) {
  const client = useQueryClient();
  const [texts, setTexts] = useState(() => textsOf(paper.metadata));
  const [restored, setRestored] = useState<readonly MetadataField[]>([]);
  const save = useMutation({
    mutationFn: (body: DescribedPaper) => describePaper(paper.id, body),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: PAPERS });
      void client.invalidateQueries({ queryKey: ["paper"] });
      void client.invalidateQueries({ queryKey: ["content", paper.id] });
    },
  });
  const change = (name: MetadataField, text: string) => {
    setTexts((now) => ({ ...now, [name]: text }));
    setRestored((now) => now.filter((other) => other !== name));
  };
  const restore = (name: MetadataField) => {
    setTexts((now) => ({ ...now, [name]: textsOf(paper.metadata_read ?? paper.metadata)[name] }));
    setRestored((now) => [...now, name]);
  };
  return (
    <Dialog title={labels.describeThis} onClose={onClose}>
      {(close) => (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(changesOf(paper.metadata, texts, restored), { onSuccess: close });
          }}
        >
          <p className="text-sm text-soft">{labels.describeHint}</p>
          <div className="grid grid-cols-2 gap-4">
            {FIELDS.map((field) => (
              <Field
                key={field.name}
                {...field}
                text={texts[field.name]}
                source={sourceOf(paper, field.name)}
                onChange={(text) => change(field.name, text)}
                onRestore={
                  isCorrected(paper, field.name) && !restored.includes(field.name) ? () => restore(field.name) : null
                }
              />
            ))}
          </div>
          {related}
          {save.isError && (
            <p role="alert" className="rounded-lg bg-danger-tint px-3 py-2 text-sm text-danger">
              {save.error instanceof ApiError
                ? [save.error.message, save.error.action].filter(Boolean).join(" ")
                : String(save.error)}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{common.cancel}</Button>
            <Button type="submit" look="primary" disabled={save.isPending}>
              {labels.save}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

interface FieldProps {
  name: keyof typeof labels.fields;
  lines?: number;
  short?: boolean;
  text: string;
  source: string;
  onChange: (text: string) => void;
  onRestore: (() => void) | null;
}

function Field({ name, lines, short, text, source, onChange, onRestore }: FieldProps) {
  const id = useId();
  const hint = labels.hints[name];
  const shared = {
    id,
    name,
    value: text,
    "aria-describedby": `${id}-source`,
    className: "w-full rounded-lg border border-line bg-surface px-3 py-2 text-base",
  };
  return (
    <div className={`flex flex-col gap-1 text-sm ${short ? "" : "col-span-2"}`}>
      <label htmlFor={id} className="font-medium">
        {labels.fields[name]}
        {hint && <span className="font-normal text-soft">, {hint}</span>}
      </label>
      {lines ? (
        <textarea rows={lines} onChange={(event) => onChange(event.target.value)} {...shared} />
      ) : (
        <input
          inputMode={name === "year" ? "numeric" : undefined}
          pattern={name === "year" ? "1\\d{3}|2[01]\\d{2}" : undefined}
          title={name === "year" ? labels.yearForm : undefined}
          onChange={(event) => onChange(event.target.value)}
          {...shared}
        />
      )}
      <p id={`${id}-source`} className="flex min-h-6 items-center justify-between gap-2 text-sm text-soft">
        {source}
        {onRestore && (
          <button type="button" className="rounded px-1 text-accent hover:underline" onClick={onRestore}>
            {labels.asPaperSays}
          </button>
        )}
      </p>
    </div>
  );
}

function sourceOf({ origins }: PaperView, name: MetadataField): string {
  // A correction stands behind what was read.
  const origin = origins.findLast(({ field }) => field === name);
  return origin ? `${labels.sources[origin.source]}, ${ago(origin.at)}` : labels.notKnown;
}

function isCorrected({ origins }: PaperView, name: MetadataField): boolean {
  return origins.some(({ field, source }) => field === name && (source === "person" || source === "service"));
}

function textsOf(metadata: Metadata): Record<MetadataField, string> {
  const { title, authors, doi, arxiv_id, abstract, year, venue, keywords } = metadata;
  const { volume, issue, page_range, publisher, issn } = metadata;
  return {
    title: title ?? "",
    authors: authors.join("\n"),
    doi: doi ?? "",
    arxiv_id: arxiv_id ?? "",
    abstract: abstract ?? "",
    year: year === null ? "" : String(year),
    venue: venue ?? "",
    keywords: keywords.join("\n"),
    volume: volume ?? "",
    issue: issue ?? "",
    page_range: page_range ?? "",
    publisher: publisher ?? "",
    issn: issn ?? "",
  };
}

function changesOf(
  before: Metadata,
  texts: Record<MetadataField, string>,
  restored: readonly MetadataField[],
): DescribedPaper {
  const known = textsOf(before);
  const changed = FIELDS.map(({ name }) => name).filter(
    (name) => !restored.includes(name) && texts[name].trim() !== known[name].trim(),
  );
  const values = changed.map((name) => [name, valueOf(name, texts[name].trim())] as const);
  return { ...Object.fromEntries(values), restore: [...restored] };
}

function valueOf(name: MetadataField, text: string): string | number | string[] | null {
  if (name === "authors" || name === "keywords") {
    return text.split("\n").filter((line) => line.trim());
  }
  return text ? (name === "year" ? Number(text) : text) : null;
}
