/** The German texts stand beside the English ones: all of them, and none that was left in English. */
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { CONSTANTS } from "@/api/constants";
import { german } from "@/texts/de";
import { common as germanCommon } from "@/texts/de/common";
import { tables as germanTables } from "@/texts/de/tables";

type Texts = Record<string, unknown>;

const ENGLISH = textsOf(import.meta.glob<Texts>("../src/texts/*.{ts,tsx}", { eager: true }));
const GERMAN = textsOf(import.meta.glob<Texts>("../src/texts/de/*.{ts,tsx}", { eager: true }));

// Alike in both languages on purpose: names, loan words, and questions that are asked in the language of most papers.
const ALIKE =
  /^(?:account\.code|chat\.(?:general|ofSeveral)\.\d|chat\.depths\.normal\.name|chat\.details\.tokens|common\.name|library\.(?:etAl|export|filter|uploads)|library\.fields\.(?:issn|doi|arxiv_id)|reviews\.version|reviews\.versionNumber|shell\.(?:esc|enter))$/;
// Words that both languages have: names, loan words, and small words that mean something else in German.
const SHARED = new Set(
  (
    "agpl api app arxiv bibtex csl csv doi dois html jats json latex mail markdown ollama pdf pdfs pubmed ris scholarai " +
    "studio word xml zotero browser budget cache code download export filter link name normal optional preprint region rest " +
    "server software status system tab text tokens version enter mean min max sum million was"
  ).split(" "),
);
// Words that no German text has, beyond the names of things.
const ENGLISH_WORDS = /\b(?:the|of|and|with|your|you|this|is|are|not|cannot|papers?|reviews|notes?)\b/i;

// English quotes, three dots, and no fixed space before an ellipsis or a percent sign, or after the "p." of pages.
const MISPRINTS = /”|\.\.\.|\p{L} ?…| %|\bS\. /u;
const INFORMAL = /\b(?:du|dich|dir|dein\p{L}*|ihr habt|euch|euer)\b/iu;

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

  it("keep no word of the English ones by accident", () => {
    const ours = allOf(ENGLISH);
    const kept = [...allOf(GERMAN)]
      .filter(([key]) => !ALIKE.test(key))
      .flatMap(([key, said]) => {
        const english = new Set(namesIn(ours.get(key) ?? ""));
        return namesIn(said)
          .filter((word) => english.has(word) && !SHARED.has(word))
          .map((word) => `${key}: ${word}`);
      });

    expect(kept).toEqual([]);
  });

  it("are set as German is", () => {
    const texts = [...allOf(GERMAN)];
    const wrong = texts.filter(([, said]) => MISPRINTS.test(wordsIn(said)) || INFORMAL.test(wordsIn(said)));
    const straight = texts.filter(([, said]) => !said.includes("=>") && said.includes('"'));

    expect({ wrong, straight }).toEqual({ wrong: [], straight: [] });
  });

  it("name places as German does", () => {
    const places = ["p. 3, 2.1 Data", "pp. 3–4", "Method", "paper", "p. Nagel"].map(germanCommon.place);

    expect(places).toEqual(["S.\u00a03, 2.1 Data", "S.\u00a03–4", "Method", "Artikel", "p. Nagel"]);
  });

  it("are there for each ready-made column", () => {
    const { columnTemplates: templates } = CONSTANTS;
    const untold = templates.filter(({ id, field, question }) => {
      const ready = germanTables.ready(id);
      return !ready || ready.question === question || germanTables.field(field) === field || !ready.name;
    });

    expect(untold).toEqual([]);
    expect(new Set(templates.map(({ id }) => germanTables.ready(id)?.question)).size).toBe(templates.length);
  });

  it("are alike on purpose only where they are alike", () => {
    const ours = allOf(ENGLISH);

    const unlike = [...allOf(GERMAN)].filter(([key, said]) => ALIKE.test(key) && ours.get(key) !== said);
    expect(unlike).toEqual([]);
  });
});

/** Return all texts by the path of their key. */
function allOf(rooms: Map<string, Texts>): Map<string, string> {
  return new Map([...rooms].flatMap(([room, texts]) => [...leavesOf(texts, `${room}.`)]));
}

/** Return the words of a text that have three letters or more, in lower case. */
function namesIn(said: string): string[] {
  return (
    wordsIn(said)
      .replace(/--[a-z-]+/g, "") // options of commands
      .toLowerCase()
      .match(/(?<![\p{L}_])\p{L}{3,}(?![\p{L}_])/gu) ?? []
  );
}

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
  if (!said.includes("=>")) {
    return said;
  }
  const words: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) {
      words.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("said.ts", said, ts.ScriptTarget.Latest));
  return words.join(" ");
}
