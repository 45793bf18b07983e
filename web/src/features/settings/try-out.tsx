/** Lets the model that answers write a sentence, and says what failed. */
import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@/api/http";
import { tryModel } from "@/api/settings";
import type { ModelSettingsView, TrialView } from "@/api/types";
import { settings as texts } from "@/texts/settings";
import { number } from "@/texts/words";
import { Button } from "@/ui/button";

export function TryOut({ settings }: { settings: ModelSettingsView }) {
  const attempt = useMutation({ mutationFn: tryModel });
  if (settings.provider === "local") {
    return null;
  }
  return (
    <div className="mt-4 text-sm">
      <Button disabled={attempt.isPending} onClick={() => attempt.mutate()}>
        {attempt.isPending ? texts.trying : texts.tryIt}
      </Button>
      <div aria-live="polite" className="mt-2">
        {attempt.data && <Outcome trial={attempt.data} />}
        {attempt.error && (
          <p role="alert" className="text-danger">
            {attempt.error.message} {attempt.error instanceof ApiError && attempt.error.action}
          </p>
        )}
      </div>
    </div>
  );
}

function Outcome({ trial: { text, seconds, keeps_shape, problem } }: { trial: TrialView }) {
  return (
    <>
      {text && (
        <p>
          {texts.quoted(text)}{" "}
          <span className="text-soft">
            ({number(seconds, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s)
          </span>
        </p>
      )}
      {problem ? (
        <p className="text-danger">{texts.failed(problem.detail, problem.action)}</p>
      ) : (
        <p className="text-soft">{keeps_shape && texts.works}</p>
      )}
    </>
  );
}
