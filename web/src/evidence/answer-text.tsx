/** An answer's words as paragraphs and lists, with its citations in place; always text, never HTML. */
import { Fragment, type ReactNode } from "react";
import type { CitationV1, TextSectionV1 } from "@/api/types";
import { piecesOf, Tex } from "@/ui/math";

type Part = { kind: "text"; text: string; section: TextSectionV1 | null } | { kind: "cite"; citation: CitationV1 };

interface Paragraph {
  bullet: boolean;
  heading: boolean;
  parts: Part[];
}

export function AnswerText({
  sections,
  tail,
  renderCitation,
}: {
  sections: readonly TextSectionV1[];
  tail: string;
  renderCitation: (citation: CitationV1) => ReactNode;
}) {
  return (
    <div className="space-y-3">
      {paragraphsOf(sections, tail).map(({ bullet, heading, parts }, index) => (
        <p
          key={index}
          className={
            bullet
              ? "relative pl-4 before:absolute before:left-0.5 before:content-['•']"
              : heading
                ? "font-semibold"
                : undefined
          }
        >
          {parts.map((part, at) =>
            part.kind === "cite" ? (
              <Fragment key={at}>{renderCitation(part.citation)}</Fragment>
            ) : (
              <Words key={at} text={part.text} section={part.section} />
            ),
          )}
        </p>
      ))}
    </div>
  );
}

/** Lay sections out: line ends make paragraphs, "- " and "* " list items, "# " headings, citations stand behind their words. */
export function paragraphsOf(sections: readonly TextSectionV1[], tail: string): Paragraph[] {
  const paragraphs: Paragraph[] = [begun()];
  function put(text: string, section: TextSectionV1 | null) {
    text.split(/\n+/).forEach((line, index) => {
      if (index > 0) {
        paragraphs.push(begun());
      }
      const paragraph = paragraphs.at(-1)!;
      const first = paragraph.parts.length === 0;
      const sign = first ? /^\s*(?:([-*•]|#{1,6})\s+)?/.exec(line)! : null;
      paragraph.bullet ||= /^[-*•]$/.test(sign?.[1] ?? "");
      paragraph.heading ||= /^#/.test(sign?.[1] ?? "");
      const words = line.slice(sign?.[0].length);
      if (words) {
        paragraph.parts.push({ kind: "text", text: words, section });
      }
    });
  }
  for (const section of sections) {
    const end = section.text.trimEnd();
    put(end, section);
    paragraphs.at(-1)!.parts.push(...section.citations.map((citation) => ({ kind: "cite" as const, citation })));
    put(section.text.slice(end.length) || " ", null);
  }
  put(tail, null);
  return paragraphs.filter(({ parts }) => parts.some((part) => part.kind === "cite" || part.text.trim()));
}

function begun(): Paragraph {
  return { bullet: false, heading: false, parts: [] };
}

function Words({ text, section }: { text: string; section: TextSectionV1 | null }) {
  const words = emphasised(text, section?.unsupported_numbers ?? []);
  if (section?.uncited) {
    return (
      <span
        className="decoration-warn decoration-dotted decoration-2 underline-offset-4 [text-decoration-line:underline]"
        title="No quote stands behind this"
      >
        {words}
        <span className="sr-only"> (no quote stands behind this)</span>
      </span>
    );
  }
  return words;
}

/** Models write **bold** now and then; it is worth two asterisks' grammar and no more. */
function emphasised(text: string, numbers: readonly string[]): ReactNode {
  return text
    .split(/\*\*(?=\S)(.+?)(?<=\S)\*\*/g)
    .map((piece, index) =>
      index % 2 ? (
        <strong key={index}>{mixed(piece, numbers)}</strong>
      ) : (
        <Fragment key={index}>{mixed(piece, numbers)}</Fragment>
      ),
    );
}

/** Render formulas, and flag numbers that stand in none of the quotes; a formula is flagged as a whole. */
function mixed(text: string, numbers: readonly string[]): ReactNode {
  const pattern = patternOf(numbers);
  return piecesOf(text).map(({ kind, start, value, display }) => {
    if (kind === "text") {
      return <Fragment key={start}>{pattern ? flagged(value, pattern) : value}</Fragment>;
    }
    const tex = <Tex key={start} tex={value} display={display} />;
    return pattern && value.search(pattern) >= 0 ? <Flag key={start}>{tex}</Flag> : tex;
  });
}

function flagged(text: string, pattern: RegExp): ReactNode {
  return text.split(pattern).map((piece, index) => (index % 2 ? <Flag key={index}>{piece}</Flag> : piece));
}

function Flag({ children }: { children: ReactNode }) {
  return (
    <span className="rounded bg-warn-tint px-0.5 text-warn" title="This number stands in none of the quotes">
      {children}
      <span className="sr-only"> (this number stands in none of the quotes)</span>
    </span>
  );
}

/** The API names numbers without separators of thousands; the text may have them. */
function patternOf(numbers: readonly string[]): RegExp | null {
  if (!numbers.length) {
    return null;
  }
  const written = numbers.map((number) => escaped(number).replace(/(?<=\d)(?=\d)/g, "[,\u2009\u202f\u00a0']?"));
  return new RegExp(`(?<![\\d.,])(${written.join("|")})(?![\\d])`, "g");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
