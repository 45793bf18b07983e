/** How far a question looks, beside the button that sends it; nothing where no model answers, which always searches once. */
import { useQuery } from "@tanstack/react-query";
import type { Depth } from "@/api/chat";
import { getModelSettings } from "@/api/settings";
import { SETTINGS } from "@/lib/settings-key";
import { chat as texts } from "@/texts/chat";

// A select has no value but texts; "default" is as the server is set.
const DEPTHS: readonly (Depth | "default")[] = ["default", "quick", "normal", "deep"];

export function DepthChoice({ depth, onChange }: { depth: Depth | null; onChange: (depth: Depth | null) => void }) {
  const { data } = useQuery({ queryKey: SETTINGS, queryFn: ({ signal }) => getModelSettings(signal), retry: false });
  const chosen = depth ?? "default";
  return data?.depths.length ? (
    <select
      aria-label={texts.depth}
      title={texts.depths[chosen].says}
      value={chosen}
      onChange={({ target: { value } }) => onChange(value === "default" ? null : (value as Depth))}
      className="h-9 shrink-0 rounded-lg bg-transparent px-1 text-sm text-soft hover:bg-hover"
    >
      {DEPTHS.map((one) => (
        <option key={one} value={one} title={texts.depths[one].says}>
          {texts.depths[one].name}
        </option>
      ))}
    </select>
  ) : null;
}
