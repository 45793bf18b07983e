/** The German texts stand beside the English ones: all of them, and none that was left in English. */
import { describe, expect, it } from "vitest";
import { german } from "@/texts/de";

type Texts = Record<string, unknown>;

const ENGLISH = textsOf(import.meta.glob<Texts>("../src/texts/*.{ts,tsx}", { eager: true }));
const GERMAN = textsOf(import.meta.glob<Texts>("../src/texts/de/*.{ts,tsx}", { eager: true }));

// Alike in both languages on purpose: names, loan words, and questions that are asked in the language of most papers.
const ALIKE =
  /^(?:account\.code|chat\.(?:general|ofSeveral)\.\d|chat\.depths\.normal\.name|chat\.details\.tokens|common\.name|library\.(?:etAl|export|uploads)|library\.fields\.(?:issn|doi|arxiv_id)|reviews\.version|reviews\.versionNumber|shell\.(?:esc|short\.chat|short\.review))$/;
// Words that no German text has, beyond the names of things.
const ENGLISH_WORDS = /\b(?:the|of|and|with|your|you|this|is|are|not|cannot|papers?|reviews|notes?)\b/i;

describe("the German texts", () => {
  it("are there for each room", () => {
    expect([...GERMAN.keys()].sort()).toEqual([...ENGLISH.keys()].sort());
    expect(new Set(Object.values(german))).toEqual(new Set(GERMAN.values()));
  });

  it.each([...ENGLISH.keys()])("say all that the English ones of %s say, in other words", (room) => {
    const ours = leavesOf(ENGLISH.get(room)!, `${room}.`);
    const theirs = [...leavesOf(GERMAN.get(room) ?? {}, `${room}.`)].filter(([key]) => !ALIKE.test(key));

    const same = theirs.filter(([key, said]) => ours.get(key) === said);
    const english = theirs.filter(([, said]) => ENGLISH_WORDS.test(wordsIn(said)));

    expect({ same, english }).toEqual({ same: [], english: [] });
  });
});

/** Return what the files of texts export, by its name. */
function textsOf(files: Record<string, Texts>): Map<string, Texts> {
  return new Map(
    Object.entries(files)
      .filter(([path]) => !/\/(language|words|index)\.ts$/.test(path))
      .flatMap(([, exports]) => Object.entries(exports))
      .filter((one): one is [string, Texts] => typeof one[1] === "object" && one[1] !== null),
  );
}

/** Return each text by the path of its key; a function by its source, in which modules have no numbers. */
function leavesOf(texts: Texts, before = ""): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, said]): [string, string][] => {
      if (typeof said === "string") {
        return [[before + key, said]];
      }
      if (typeof said === "function") {
        return [[before + key, String(said).replace(/__vi_import_\d+__/g, "")]];
      }
      return typeof said === "object" && said !== null ? [...leavesOf(said as Texts, `${before}${key}.`)] : [];
    }),
  );
}

/** Return what a function says, without its code: its literals and its templates' words. */
function wordsIn(said: string): string {
  const literals = said.includes("=>") ? [...said.matchAll(/"([^"]*)"|`((?:[^`\\]|\\.)*)`/g)] : null;
  return literals === null
    ? said
    : literals.map(([, one, other]) => (one ?? other ?? "").replace(/\$\{[^}]*\}/g, " ")).join(" ");
}
