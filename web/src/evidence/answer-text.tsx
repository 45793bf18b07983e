/** An answer as Markdown (CommonMark and GitHub's tables), with its citations and doubts; HTML stays text, and nothing is fetched. */
import { createContext, useContext, useMemo, type ComponentProps, type ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import type { CitationV1, TextSectionV1 } from "@/api/types";
import { evidence as texts } from "@/texts/evidence";
import { Tex } from "@/ui/math";
import { Spoken } from "@/ui/spoken";
import { Doubted } from "./doubts";
import { marked, type Marked } from "./marking";
import { signsToNodes } from "./signs-to-nodes";

export interface AnswerTextProps {
  sections: readonly TextSectionV1[];
  tail: string;
  /** `silentOn` are words of its sentence that its quotes do not cover. */
  renderCitation: (citation: CitationV1, silentOn: string) => ReactNode;
  /** It is said elsewhere that nothing is quoted. */
  unmarked?: boolean;
}

export function AnswerText({ sections, tail, renderCitation, unmarked = false }: AnswerTextProps) {
  const text = useMemo(() => marked(sections, tail, unmarked), [sections, tail, unmarked]);
  const plugins = useMemo(() => [signsToNodes(text)], [text]);
  const shown = useMemo(() => ({ text, renderCitation }), [text, renderCitation]);
  return (
    // Text for screen readers is positioned absolutely, so that it does not enlarge a scroll container.
    <div className="prose relative">
      <Shown.Provider value={shown}>
        <Markdown
          remarkPlugins={GFM}
          rehypePlugins={plugins}
          remarkRehypeOptions={{ allowDangerousHtml: true }}
          urlTransform={safeUrl}
          components={COMPONENTS}
        >
          {text.markdown}
        </Markdown>
      </Shown.Provider>
    </div>
  );
}

interface ShownAnswer extends Pick<AnswerTextProps, "renderCitation"> {
  text: Marked;
}

const Shown = createContext<ShownAnswer | null>(null);

// A single ~ means "about" in papers.
const GFM: ComponentProps<typeof Markdown>["remarkPlugins"] = [[remarkGfm, { singleTilde: false }]];

/** Only addresses of the web are links; an address within this page would be one that a model made up. */
function safeUrl(url: string): string {
  return /^https?:\/\//i.test(url) ? url : "";
}

// The same components at every render: others would make every chip again, and take the focus away.
const COMPONENTS: Components = {
  cite: Cited,
  data: Formula,
  mark: Marks,
  u: Unquoted,
  // An answer stands below its question's heading.
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
        {children}
      </a>
    ) : (
      <>{children}</>
    ),
  // What a picture's address would tell its server is nobody's business.
  img: ({ alt }) => <>{texts.picture(alt ?? "")}</>,
  input: ({ checked }) => <>{checked ? "☑ " : "☐ "}</>,
  table: ({ children }) => (
    <div tabIndex={0} role="region" aria-label={texts.table} className="prose-table">
      <table>{children}</table>
    </div>
  ),
};

function useShown(): ShownAnswer {
  return useContext(Shown)!;
}

function Cited(props: object) {
  const { text, renderCitation } = useShown();
  const { citation, silentOn } = text.citations[indexOf(props)]!;
  return <>{renderCitation(citation, silentOn)}</>;
}

function Formula(props: object) {
  const { tex, display } = useShown().text.formulas[indexOf(props)]!;
  return <Tex tex={tex} display={display} />;
}

function Marks(props: { children?: ReactNode }) {
  const { doubts } = useShown().text;
  return <Doubted doubts={indicesOf(props).map((index) => doubts[index]!)}>{props.children}</Doubted>;
}

function Unquoted(props: { children?: ReactNode }) {
  return <Uncited why={useShown().text.reasons[indexOf(props)]!}>{props.children}</Uncited>;
}

function Heading({ children }: { children?: ReactNode }) {
  return <h3>{children}</h3>;
}

function Uncited({ why, children }: { why: string; children: ReactNode }) {
  return (
    <span
      className="decoration-warn decoration-dotted decoration-2 underline-offset-4 [text-decoration-line:underline]"
      title={why}
    >
      {children}
      <Spoken> ({why})</Spoken>
    </span>
  );
}

function indicesOf(props: object): number[] {
  return ((props as { "data-index"?: string })["data-index"] ?? "").split(",").map(Number);
}

function indexOf(props: object): number {
  return indicesOf(props)[0]!;
}
