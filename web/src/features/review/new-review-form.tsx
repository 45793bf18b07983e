import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getDeployment } from "@/api/account";
import { LONGEST_QUESTION, type Depth } from "@/api/chat";
import { ApiError } from "@/api/http";
import type { NewReview } from "@/api/types";
import { reviews as texts } from "@/texts/reviews";
import { Button } from "@/ui/button";
import { type Beyond, BeyondChoice } from "./beyond-choice";
import { ExpectedCost } from "./expected-cost";

const DEPTHS: readonly Depth[] = ["quick", "normal", "deep"];

interface Wishes {
  question: string;
  from: string;
  to: string;
  venue: string;
  author: string;
  text: string;
  budget: string;
  depth: string;
}

const NOTHING: Wishes = { question: "", from: "", to: "", venue: "", author: "", text: "", budget: "", depth: "" };

export function NewReviewForm({
  paperIds,
  busy,
  error,
  onCreate,
}: {
  paperIds: string[];
  busy: boolean;
  error: Error | null;
  onCreate: (review: NewReview) => void;
}) {
  const [wishes, setWishes] = useState(NOTHING);
  const [beyond, setBeyond] = useState<Beyond>({ discover: false, fetch: 0 });
  const { data: deployment } = useQuery({
    queryKey: ["deployment"],
    queryFn: ({ signal }) => getDeployment(signal),
  });
  const services = deployment?.outside.services ?? [];
  const set = (name: keyof Wishes) => (event: { target: { value: string } }) =>
    setWishes((before) => ({ ...before, [name]: event.target.value }));
  const depth = DEPTHS.find((one) => one === wishes.depth) ?? null;
  const field = (name: keyof Wishes, label: string, more: React.ComponentProps<"input"> = {}) => (
    <label className="block text-sm text-soft">
      {label}
      <input
        value={wishes[name]}
        onChange={set(name)}
        className="mt-1 h-9 w-full rounded-lg border border-line bg-surface px-2.5 text-ink"
        {...more}
      />
    </label>
  );
  return (
    <form
      aria-label={texts.make}
      className="mt-5"
      onSubmit={(event) => {
        event.preventDefault();
        onCreate({ ...requestOf(wishes, paperIds), depth, ...beyond });
      }}
    >
      <label htmlFor="review-question" className="text-sm font-semibold">
        {texts.question}
      </label>
      <textarea
        id="review-question"
        required
        rows={2}
        maxLength={LONGEST_QUESTION}
        value={wishes.question}
        onChange={set("question")}
        placeholder={texts.questionExample}
        className="mt-2 w-full resize-y rounded-lg border border-line bg-surface px-3 py-2"
      />
      <details className="mt-2">
        <summary className="w-fit rounded text-sm text-soft hover:text-ink">{texts.limits}</summary>
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          {field("from", texts.from, { inputMode: "numeric", pattern: "\\d{4}" })}
          {field("to", texts.to, { inputMode: "numeric", pattern: "\\d{4}" })}
          {field("venue", texts.venues)}
          {field("author", texts.authors)}
          {field("text", texts.words)}
          {field("budget", texts.budget, { inputMode: "decimal", pattern: "\\d+([.]\\d+)?" })}
          <label className="block text-sm text-soft">
            {texts.depth}
            <select
              value={wishes.depth}
              onChange={set("depth")}
              className="mt-1 h-9 w-full rounded-lg border border-line bg-surface px-2.5 text-ink"
            >
              <option value="">{texts.depthOfServer}</option>
              {DEPTHS.map((value) => (
                <option key={value} value={value}>
                  {texts.depths[value]}
                </option>
              ))}
            </select>
          </label>
        </div>
      </details>
      {services.length > 0 && <BeyondChoice services={services} value={beyond} onChange={setBeyond} />}
      {error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {error.message} {error instanceof ApiError && error.action}
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-soft">
          {paperIds.length ? texts.fromSelected(paperIds.length) : texts.fromAll}
        </p>
        <Button type="submit" look="primary" className="ml-auto" disabled={busy || !wishes.question.trim()}>
          {texts.write}
        </Button>
      </div>
      <ExpectedCost paperIds={paperIds} depth={depth} fetch={beyond.fetch} />
    </form>
  );
}

function requestOf(wishes: Wishes, paperIds: string[]): NewReview {
  const [first, ...others] = paperIds;
  return {
    question: wishes.question.trim(),
    paper_ids: first ? [first, ...others] : null,
    filters: {
      year_from: Number(wishes.from) || null,
      year_to: Number(wishes.to) || null,
      venues: partsOf(wishes.venue),
      authors: partsOf(wishes.author),
      fields: [],
      text: wishes.text.trim() || null,
    },
    budget_usd: wishes.budget ? Number(wishes.budget) : null,
    depth: null,
  };
}

function partsOf(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
}
