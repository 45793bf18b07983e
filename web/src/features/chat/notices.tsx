/** Notices on a whole answer: how its question was taken, that it was cut off, is partial, or was not written by the model. */
import type { AnswerV1 } from "@/api/types";
import { Icon } from "@/ui/icons";

export interface AnswerNotices {
  /** Shown above the answer. */
  before: string[];
  /** Shown below it, where something is missing. */
  after: string[];
}

export function noticesOf(answer: AnswerV1, several: boolean): AnswerNotices {
  const paper = several ? "papers" : "paper";
  const rules = answer.refusal ? "this was decided by rules" : `these are sentences of the ${paper} chosen by rules`;
  return {
    before: answer.degraded === null ? [] : [`The model could not be reached; ${rules}.`],
    after: [
      ...answer.notes,
      ...(answer.partial ? [`This answers part of the question; the rest is not in the ${paper}.`] : []),
      ...(answer.truncated ? ["The answer was cut off at the model's limit."] : []),
    ],
  };
}

export function Notices({ notices }: { notices: readonly string[] }) {
  return (
    notices.length > 0 && (
      <div className="my-3 flex gap-2 rounded-lg bg-hover px-3 py-2 text-sm text-soft">
        <Icon name="flag" className="mt-0.5 size-4" />
        <div>
          {notices.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
        </div>
      </div>
    )
  );
}
