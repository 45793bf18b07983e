/** The switch of outside services that know published works, with what they are sent. */
import { settings as texts } from "@/texts/settings";
import { Fault } from "./fault";
import { useChange, useConnections } from "./use-connections";

export function LookingUp() {
  const { data } = useConnections();
  const { change } = useChange();
  if (!data) {
    return null;
  }
  const fixed = data.looks_up_fixed_by;
  return (
    <section aria-labelledby="looking-up" className="mt-8 text-sm">
      <h2 id="looking-up" className="font-semibold">
        {texts.lookingUp}
      </h2>
      <label className="mt-2 flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={data.looks_up}
          disabled={fixed.length > 0 || change.isPending}
          onChange={(event) => change.mutate({ looks_up: event.target.checked })}
        />
        {texts.lookUp(data.services)}
      </label>
      <p className="mt-1 text-soft">{texts.lookUpSends}</p>
      {fixed.length > 0 && <p className="mt-1 text-soft">{texts.fixed(fixed)}</p>}
      <Fault error={change.error} />
    </section>
  );
}
