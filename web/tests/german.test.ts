/** What the server says in English and the German page says in German: ready-made questions, and notes on a paper's reading. */
import { describe, expect, it } from "vitest";
import { germanOutcome, germanRefusal, germanRemark } from "@/texts/de/answers";
import { germanNote } from "@/texts/de/extraction";
import { germanQuestion } from "@/texts/de/questions";

describe("ready-made questions", () => {
  it.each([
    ["What is the main contribution?", "Was ist der wichtigste Beitrag?"],
    ["What does the paper say about “Boiling times”?", "Was sagt der Artikel über „Boiling times“?"],
    ["What does Table 1 show?", "Was zeigt Tabelle 1?"],
    ["What does TABLE II.1 show?", "Was zeigt Tabelle II.1?"],
    ["What is in Figure 5?", "Was ist in Abbildung 5 zu sehen?"],
    ["What is in Fig. 5?", "Was ist in Abbildung 5 zu sehen?"],
    ["What does Algorithm 2 show?", "Was zeigt Algorithm 2?"],
    ["What is NMR?", "Was ist NMR?"],
  ])("%s", (question, german) => {
    expect(germanQuestion(question)).toBe(german);
  });

  it.each(["What is MEGAHIT's memory?", "What does the kettle show?", "Wie lange kocht es?"])(
    "a question of a person stays: %s",
    (question) => {
      expect(germanQuestion(question)).toBe(question);
    },
  );
});

describe("what the server says of an answer", () => {
  it("a refusal is told by its reason", () => {
    expect(germanRefusal({ reason: "no_text", message: "There is no text." })).toContain("enthält keinen Text");
    expect(germanRefusal({ reason: "weak_evidence", message: "There is no Table 9." })).toBe("There is no Table 9.");
  });

  it.each([
    ["missing", "The paper never mentions “GPT”.", ["GPT"], "Der Artikel erwähnt „GPT“ nirgends. Diese"],
    ["passages", "Passages that may answer.", [], "Textstellen, die antworten könnten."],
    ["closest", "No passage clearly answers; these come closest.", [], "Keine Textstelle antwortet eindeutig"],
    ["closest", "No sentence of theirs has all of: pots, urns. These come closest.", [], "diese Wörter: pots, urns."],
    ["closest", "The paper has no Table 9. These passages come closest.", [], "The paper has no Table 9."],
  ])("how sure a search is (%s): %s", (outcome, message, missing, german) => {
    expect(germanOutcome({ outcome, message, missing }, false)).toContain(german);
  });

  it("a question in another language is told, and a note that names a passage stays", () => {
    const shown = "A passage shown above answers this, too, and is not repeated: p. 3, “Kettles”.";

    const foreign = "The question does not seem to be in the language of this paper. It was searched for by its";

    expect(germanRemark(`${foreign} meaning.`)).toContain(
      "nicht in der Sprache des Artikels gestellt. Gesucht wurde nach",
    );
    expect(germanRemark(`${foreign} meaning.`)).toContain("Bedeutung");
    expect(germanRemark(`${foreign} words as they stand.`)).toContain("Wörtern");
    expect(germanRemark(shown)).toBe(shown);
    expect(germanRemark("Stopped before the answer was finished: two sentences were checked.")).toContain("Angehalten");
  });
});

describe("notes on a paper's reading", () => {
  it.each([
    ["page_unreadable", "The page is damaged and was left out.", "Die Seite ist beschädigt und wurde ausgelassen."],
    [
      "text_left_out",
      "Text was left out: 1 line inside a picture without a caption.",
      "Text wurde ausgelassen: 1 Zeile, in einem Bild ohne Beschriftung.",
    ],
    ["text_left_out", "Text was left out: 12 lines anywhere.", "Text wurde ausgelassen: 12 Zeilen."],
    [
      "blocks_not_placed",
      "Of 1,200 blocks, 3 were not found on the PDF's pages and have no boxes (2 paragraphs, 1 formula).",
      "Von 1200 Absätzen wurden nicht auf den Seiten des PDFs gefunden: 3 Absätze. Sie lassen sich dort nicht markieren.",
    ],
    [
      "input_missing",
      "the included file 'part.tex' is not in the upload",
      "Die eingebundene Datei „part.tex“ wurde nicht mit hochgeladen.",
    ],
    [
      "citations_unresolved",
      "1 cited key stands in no bibliography",
      "1 zitierter Schlüssel fehlt in den hochgeladenen Literaturverzeichnissen.",
    ],
    ["a_new_code", "Something else was left out.", "Something else was left out."],
  ])("%s: %s", (code, detail, german) => {
    expect(germanNote(code, detail).replaceAll(/[.,](?=\d{3})/g, "")).toBe(german);
  });
});
