/** What an answer of the chosen depth takes at most, said before the question is sent. */
import { useQuery } from "@tanstack/react-query";
import type { Depth } from "@/api/chat";
import { getModelSettings } from "@/api/settings";
import { SETTINGS } from "@/lib/settings-key";
import { boundsOf } from "./details";

/** Nothing is shown where no model answers, or where the settings cannot be read. */
export function DepthCost({ depth }: { depth: Depth }) {
  const { data } = useQuery({ queryKey: SETTINGS, queryFn: ({ signal }) => getModelSettings(signal), retry: false });
  const estimate = data?.depths.find((one) => one.depth === depth);
  return estimate ? (
    <p role="status" className="mt-1.5 px-1 text-sm text-soft">
      {boundsOf(estimate)}
    </p>
  ) : null;
}
