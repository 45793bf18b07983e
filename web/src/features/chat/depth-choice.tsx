/** How far a question looks: a choice beside the button that sends it. */
import type { Depth } from "@/api/chat";
import { chat as texts } from "@/texts/chat";

// A select has no value but texts; "default" is as the server is set.
const DEPTHS: readonly (Depth | "default")[] = ["default", "quick", "normal", "deep"];

export function DepthChoice({ depth, onChange }: { depth: Depth | null; onChange: (depth: Depth | null) => void }) {
  const chosen = depth ?? "default";
  return (
    <select
      aria-label={texts.depth}
      title={texts.depths[chosen].says}
      value={chosen}
      onChange={({ target: { value } }) => onChange(value === "default" ? null : (value as Depth))}
      className="h-9 shrink-0 rounded-lg bg-transparent px-1 text-xs text-soft hover:bg-hover"
    >
      {DEPTHS.map((one) => (
        <option key={one} value={one} title={texts.depths[one].says}>
          {texts.depths[one].name}
        </option>
      ))}
    </select>
  );
}
