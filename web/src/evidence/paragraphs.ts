/** Lays out an answer's sections as paragraphs, and keeps the offset of every part in its section. */
import type { CitationV1, TextSectionV1 } from "@/api/types";

export type Part =
  /** `start` counts UTF-16 units of the section's text; streaming text has no section yet. */
  { kind: "text"; text: string; section: TextSectionV1 | null; start: number } | { kind: "cite"; citation: CitationV1 };

export interface Paragraph {
  bullet: boolean;
  heading: boolean;
  parts: Part[];
}

/** Lay out sections: lines become paragraphs, "- " and "* " list items, "# " headings; citations follow their text. */
export function paragraphsOf(sections: readonly TextSectionV1[], tail: string): Paragraph[] {
  const paragraphs: Paragraph[] = [begun()];
  for (const section of sections) {
    const end = section.text.trimEnd();
    put(paragraphs, end, section);
    paragraphs.at(-1)!.parts.push(...section.citations.map((citation) => ({ kind: "cite" as const, citation })));
    put(paragraphs, section.text.slice(end.length) || " ", null);
  }
  put(paragraphs, tail, null);
  return paragraphs.filter(({ parts }) => parts.some((part) => part.kind === "cite" || part.text.trim()));
}

function begun(): Paragraph {
  return { bullet: false, heading: false, parts: [] };
}

function put(paragraphs: Paragraph[], text: string, section: TextSectionV1 | null): void {
  let place = 0;
  // Includes the line ends, so that their lengths count.
  text.split(/(\n+)/).forEach((line, index) => {
    if (index % 2) {
      paragraphs.push(begun());
    } else {
      putLine(paragraphs.at(-1)!, line, section, place);
    }
    place += line.length;
  });
}

function putLine(paragraph: Paragraph, line: string, section: TextSectionV1 | null, start: number): void {
  const sign = paragraph.parts.length ? null : /^\s*(?:([-*•]|#{1,6})\s+)?/.exec(line);
  paragraph.bullet ||= /^[-*•]$/.test(sign?.[1] ?? "");
  paragraph.heading ||= /^#/.test(sign?.[1] ?? "");
  const skipped = sign?.[0].length ?? 0;
  if (line.length > skipped) {
    paragraph.parts.push({ kind: "text", text: line.slice(skipped), section, start: start + skipped });
  }
}
