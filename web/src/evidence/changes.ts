/** The kinds of differences between a quote and the paper: their names, and which leave the meaning the same. */
import type { ChangeV1 } from "@/api/types";
import { evidence as texts } from "@/texts/evidence";

const HARMLESS: ReadonlySet<ChangeV1["kind"]> = new Set(["spelling", "article", "marker"]);

export function isHarmless({ kind }: Pick<ChangeV1, "kind">): boolean {
  return HARMLESS.has(kind);
}

/** Return the changes' kinds in words, each once. */
export function namesOf(changes: readonly ChangeV1[]): string[] {
  return [...new Set(changes.map(({ kind }) => texts.changes[kind]))];
}
