/** An answer as paragraphs and lists, with its citations and doubts; always text, never HTML. */
import { Fragment, type ReactNode } from "react";
import type { CitationV1, TextSectionV1 } from "@/api/types";
import { Spoken } from "@/ui/spoken";
import { DoubtedText, doubtsOf, type DoubtSpan } from "./doubts";
import { paragraphsOf, type Paragraph } from "./paragraphs";

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
    // Text for screen readers is positioned absolutely, so that it does not enlarge a scroll container.
    <div className="relative space-y-3">
      {paragraphsOf(sections, tail).map((paragraph, index) => (
        <p key={index} className={looksOf(paragraph)}>
          {paragraph.parts.map((part, at) =>
            part.kind === "cite" ? (
              <Fragment key={at}>{renderCitation(part.citation)}</Fragment>
            ) : (
              <Words key={at} {...part} />
            ),
          )}
        </p>
      ))}
    </div>
  );
}

function looksOf({ bullet, heading }: Paragraph): string | undefined {
  if (bullet) {
    return "relative pl-4 before:absolute before:left-0.5 before:content-['•']";
  }
  return heading ? "font-semibold" : undefined;
}

function Words({ text, start, section }: { text: string; start: number; section: TextSectionV1 | null }) {
  const words = emphasised(text, start, section ? doubtsOf(section) : []);
  if (section?.uncited) {
    const why = section.citations.length ? "No correct quote supports this" : "No quote supports this";
    return (
      <span
        className="decoration-warn decoration-dotted decoration-2 underline-offset-4 [text-decoration-line:underline]"
        title={why}
      >
        {words}
        <Spoken> ({why})</Spoken>
      </span>
    );
  }
  return words;
}

/** Models sometimes write **bold**, the only inline Markdown that is rendered. */
function emphasised(text: string, start: number, doubts: readonly DoubtSpan[]): ReactNode {
  let place = start;
  return text.split(/(\*\*)(?=\S)(.+?)(?<=\S)\*\*/g).map((piece, index) => {
    // Plain and bold pieces alternate; the asterisks belong to neither.
    const at = place;
    place += piece.length + (index % 3 === 2 ? 2 : 0);
    switch (index % 3) {
      case 0:
        return <DoubtedText key={index} text={piece} offset={at} doubts={doubts} />;
      case 1:
        return null;
      default:
        return (
          <strong key={index}>
            <DoubtedText text={piece} offset={at} doubts={doubts} />
          </strong>
        );
    }
  });
}
