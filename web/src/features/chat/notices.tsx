/** Notices on a whole answer: how its question was taken, what was not read, that it was cut off or was not written by the model. */
import type { AnswerV1, TextSectionV1 } from "@/api/types";
import { Icon } from "@/ui/icons";
import { chat as texts } from "@/texts/chat";

// Begins the note of an answer that was stopped, which says more than that it is cut off.
const STOPPED = /^Stopped before the answer was finished/;

export interface AnswerNotices {
  /** Shown above the answer. */
  before: string[];
  /** Shown below it, where something is missing. */
  after: string[];
}

export function noticesOf(answer: AnswerV1, several: boolean): AnswerNotices {
  return {
    before: [
      ...(answer.degraded === null ? [] : [texts.modelAway]),
      ...(isUnquoted(answer.sections) && answer.kind === "answer" ? [texts.unquoted] : []),
    ],
    after: [
      // How sure the search was is said above the passages.
      ...answer.notes.filter((note) => note !== answer.search?.message).map(texts.remark),
      ...(answer.partial ? [texts.partial(several)] : []),
      ...(answer.truncated && !answer.notes.some((note) => STOPPED.test(note)) ? [texts.truncated] : []),
    ],
  };
}

/** Tell whether statements are made and no quote stands behind any of them. */
export function isUnquoted(sections: readonly TextSectionV1[]): boolean {
  return (
    sections.some(({ uncited }) => uncited) &&
    sections.every(({ uncited, citations }) => uncited || citations.length === 0)
  );
}

export function Notices({ notices }: { notices: readonly string[] }) {
  return (
    notices.length > 0 && (
      <div className="my-3 flex gap-2 rounded-lg bg-hover px-3 py-2 text-sm text-soft">
        <Icon name="flag" className="mt-0.5 size-4" />
        <ul className="space-y-0.5">
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      </div>
    )
  );
}
