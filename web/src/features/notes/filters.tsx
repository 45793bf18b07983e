/** What the list of notes is narrowed to: kind, paper, tag, colour and date; only what there is can be chosen. */
import type { NoteView } from "@/api/types";
import { common } from "@/texts/common";
import { notes as texts } from "@/texts/notes";
import { COLOURS, DAYS, KINDS, type Choice } from "./choosing";
import type { PaperOfNotes } from "./use-all-notes";

export interface FiltersProps {
  choice: Choice;
  notes: readonly NoteView[];
  papers: ReadonlyMap<string, PaperOfNotes>;
  onChoice: (changes: Partial<Choice>) => void;
}

export function Filters({ choice, notes, papers, onChoice }: FiltersProps) {
  const known = [...papers.values()].sort((one, other) => one.title.localeCompare(other.title));
  const tags = [...new Set(known.flatMap((paper) => paper.tags))].sort((one, other) => one.localeCompare(other));
  const kinds = KINDS.filter((kind) => notes.some((note) => note.kind === kind));
  const colours = COLOURS.filter((colour) => notes.some((note) => note.target !== null && note.colour === colour));
  const select = (
    name: "paper" | "tag" | "kind" | "days",
    all: string,
    options: readonly (readonly [string, string])[],
  ) =>
    (options.length > 0 || choice[name] !== null) && (
      <select
        aria-label={all}
        value={choice[name] ?? ""}
        onChange={(event) => onChoice({ [name]: event.target.value || null })}
        className={`h-8 max-w-52 min-w-0 rounded-lg border px-2 text-sm ${choice[name] === null ? "border-line bg-surface text-soft" : "border-accent bg-accent-tint text-accent"}`}
      >
        <option value="">{all}</option>
        {choice[name] !== null && !options.some(([value]) => value === choice[name]) && (
          <option value={choice[name]}>{choice[name]}</option>
        )}
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  return (
    <div role="group" aria-label={texts.filters} className="mt-2 flex flex-wrap items-center gap-1.5">
      {select(
        "kind",
        texts.allKinds,
        kinds.map((kind) => [kind, texts.kinds[kind]] as const),
      )}
      {select(
        "paper",
        texts.allPapers,
        known.map(({ id, title }) => [id, title] as const),
      )}
      {select(
        "tag",
        texts.allTags,
        tags.map((tag) => [tag, tag] as const),
      )}
      {select("days", texts.anyTime, notes.length ? DAYS.map((days) => [String(days), texts.days[days]] as const) : [])}
      {colours.length > 0 && (
        <span role="group" aria-label={texts.colour} className="flex">
          {colours.map((colour) => (
            <button
              key={colour}
              type="button"
              data-colour={colour}
              aria-label={common.colours[colour]}
              data-tip={common.colours[colour]}
              aria-pressed={choice.colour === colour}
              onClick={() => onChoice({ colour: choice.colour === colour ? null : colour })}
              className="inline-flex size-8 items-center justify-center rounded-lg border border-transparent hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-tint"
            >
              <span className="swatch size-4 rounded-full" />
            </button>
          ))}
        </span>
      )}
    </div>
  );
}
