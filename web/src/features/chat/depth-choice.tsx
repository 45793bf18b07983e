/** How far a question looks: a choice beside the button that sends it. */
import type { Depth } from "@/api/chat";

const DEPTHS: readonly { depth: Depth | null; name: string; says: string }[] = [
  { depth: null, name: "Default depth", says: "As this server is set" },
  { depth: "quick", name: "Quick", says: "One search, one answer" },
  { depth: "normal", name: "Normal", says: "Plans searches and weighs what they find" },
  {
    depth: "deep",
    name: "Deep",
    says: "Looks for what is missing, too, and reads its answer a second time; takes minutes",
  },
];

export function DepthChoice({ depth, onChange }: { depth: Depth | null; onChange: (depth: Depth | null) => void }) {
  const chosen = DEPTHS.find((one) => one.depth === depth)!;
  return (
    <select
      aria-label="How far to look"
      title={chosen.says}
      value={depth ?? ""}
      onChange={(event) => onChange(DEPTHS.find((one) => (one.depth ?? "") === event.target.value)!.depth)}
      className="h-9 shrink-0 rounded-lg bg-transparent px-1 text-xs text-soft hover:bg-hover"
    >
      {DEPTHS.map(({ depth: value, name, says }) => (
        <option key={name} value={value ?? ""} title={says}>
          {name}
        </option>
      ))}
    </select>
  );
}
