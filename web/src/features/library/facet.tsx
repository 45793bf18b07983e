/** The values of one facet, each with how many papers have it. */
import { useState } from "react";
import type { FacetView } from "@/api/types";
import { library as texts } from "@/texts/library";
import { SideHeading, SideItem } from "./side-parts";

// Values before "More".
const FEW = 5;

interface FacetProps {
  kind: keyof typeof texts.facets;
  facet: FacetView | undefined;
  chosen: readonly string[];
  /** Values that fewer papers have are left out: a list of ones narrows nothing down. */
  least?: number;
  onToggle: (value: string) => void;
}

export function Facet({ kind, facet, chosen, least = 1, onToggle }: FacetProps) {
  const [all, setAll] = useState(false);
  const known = facet?.values.filter(({ value, count }) => count >= least || chosen.includes(value)) ?? [];
  // A chosen value stays where no paper of the list has it.
  const gone = chosen.filter((one) => !known.some(({ value }) => value === one));
  const values = [...gone.map((value) => ({ value, count: 0 })), ...known];
  if (!values.length) {
    return null;
  }
  const shown = all ? values : values.filter(({ value }, n) => n < FEW || chosen.includes(value));
  return (
    <section aria-labelledby={`facet-${kind}`}>
      <SideHeading id={`facet-${kind}`} name={texts.facets[kind]} />
      <ul>
        {shown.map(({ value, count }) => (
          <li key={value} className="flex">
            <SideItem
              icon={kind === "tag" ? "tag" : undefined}
              name={value}
              count={count}
              current={chosen.includes(value)}
              onClick={() => onToggle(value)}
            />
          </li>
        ))}
      </ul>
      {values.length > FEW && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="min-h-7 rounded px-2 text-sm text-soft hover:text-ink hover:underline"
        >
          {all ? texts.fewer : texts.more(values.length - FEW)}
        </button>
      )}
    </section>
  );
}
