/** The kinds of differences between a quote and the paper: their names, and whether the meaning stays the same. */
import type { ChangeV1 } from "@/api/types";
import { listed } from "@/lib/text";

interface Kind {
  name: string;
  harmless?: true;
}

const KINDS: Record<ChangeV1["kind"], Kind> = {
  spelling: { name: "spelling", harmless: true },
  article: { name: "an article", harmless: true },
  marker: { name: "a citation marker", harmless: true },
  number: { name: "a number" },
  sign: { name: "a sign" },
  unit: { name: "a unit" },
  negation: { name: "a negation" },
  quantifier: { name: "a quantity" },
  hedge: { name: "the degree of certainty" },
  comparison: { name: "a comparison" },
  name: { name: "a name" },
  order: { name: "the word order" },
  omission: { name: "an omission" },
  word: { name: "a word" },
};

export function isHarmless({ kind }: Pick<ChangeV1, "kind">): boolean {
  return KINDS[kind].harmless === true;
}

/** Return the changes' kinds in words, each once: "a number, a unit and a negation". */
export function namesOf(changes: readonly ChangeV1[]): string {
  return listed([...new Set(changes.map(({ kind }) => KINDS[kind].name))]);
}
