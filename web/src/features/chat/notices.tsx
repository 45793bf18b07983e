/** Notices on a whole answer: how its question was taken, that it was cut off, is partial, or was not written by the model. */
import type { AnswerV1 } from "@/api/types";
import { Icon } from "@/ui/icons";
import { chat as texts } from "@/texts/chat";

export interface AnswerNotices {
  /** Shown above the answer. */
  before: string[];
  /** Shown below it, where something is missing. */
  after: string[];
}

export function noticesOf(answer: AnswerV1, several: boolean): AnswerNotices {
  return {
    before: answer.degraded === null ? [] : [texts.modelAway(answer.refusal !== null, several)],
    after: [
      ...answer.notes.map(texts.remark),
      ...(answer.partial ? [texts.partial(several)] : []),
      ...(answer.truncated ? [texts.truncated] : []),
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
