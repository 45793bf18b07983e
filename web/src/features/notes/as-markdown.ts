/** Notes as a Markdown file, by paper: quoted words with their page, and what was written on them. */
import type { NoteView } from "@/api/types";
import { written } from "@/evidence/joined";
import { common } from "@/texts/common";
import { notes as texts } from "@/texts/notes";
import { byPaper, pageOf, wordsOf } from "./choosing";
import type { PaperOfNotes } from "./use-all-notes";

export function asMarkdown(
  notes: readonly NoteView[],
  papers: ReadonlyMap<string, PaperOfNotes>,
  home: string,
): string {
  const groups = byPaper(notes, papers).map(({ paperId, paper, notes: own }) => {
    const about = [paper?.authors.join(", "), paper?.year].filter(Boolean).join(", ");
    const heading = `## [${plain(paper?.title ?? texts.aPaper)}](${home}/papers/${paperId})`;
    return [heading, ...(about ? [plain(about)] : []), ...own.map(noteText)].join("\n\n");
  });
  return `${[`# ${texts.title}`, ...groups].join("\n\n")}\n`;
}

function noteText(note: NoteView): string {
  const page = pageOf(note);
  const at = `${note.created_at.slice(0, 10)}${note.target && note.kind === "highlight" ? `, ${common.colours[note.colour]}` : ""}`;
  const words = wordsOf(note);
  const quoted = words ? quote(`${plain(words)}${page === null ? "" : ` (${texts.page(page)})`}`) : "";
  const answered = [
    written(note.sections, ({ number }) => ` [${number}]`).trim(),
    ...note.sections
      .flatMap(({ citations }) => citations)
      .map((one) => quote(`[${one.number}] ${plain(one.text || one.quote)} (${plain(one.label)})`)),
  ];
  const question = note.question ? `**${plain(note.question)}**` : "";
  return [`### ${at}`, question, quoted, ...answered, note.text].filter(Boolean).join("\n\n");
}

function quote(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}

/** Return words of others so that none of their signs is Markdown or HTML. */
function plain(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|~]/g, "\\$&");
}
