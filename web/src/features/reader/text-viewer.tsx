/** A paper without pages (LaTeX, Markdown) as text: sections, formulas, tables and highlights. */
import { memo, useEffect, useImperativeHandle, useMemo, useRef, type ReactNode, type Ref } from "react";
import type { BlockView, Equation, ContentView, Figure, NoteView, PdfSectionV1, Table } from "@/api/types";
import type { Packed } from "@/lib/archive";
import type { Size } from "@/lib/boxes";
import type { Target } from "@/lib/target";
import { toUnits } from "@/lib/text";
import { Commands, macrosOf, MathText, Tex } from "@/ui/math";
import { reader as texts } from "@/texts/reader";
import { useCiting } from "./citing";
import { Clip } from "./clip";
import { Drawings, usePackedFiles } from "./drawing";
import { placeOfDrawing } from "./figures-tab";
import type { Hit } from "./find";
import { Marked, type Range } from "./marked";
import { useOpenPdf } from "./open-pdf";
import type { Marker } from "./references";
import { TableView } from "./table-view";
import type { Jumper } from "./use-jumps";

export interface TextViewerHandle extends Jumper {
  goToBlock: (blockId: string) => void;
}

// The upper part of the window in which a heading begins what is read. A guess.
const READ_SHARE = 0.1;

export function TextViewer({
  ref,
  paperId,
  content,
  target,
  landed,
  notes,
  hits,
  currentHit,
  onScroll,
}: {
  ref?: Ref<TextViewerHandle>;
  paperId: string;
  content: ContentView;
  target: Target | null;
  /** The block that a jump led to. */
  landed: string | null;
  notes: readonly NoteView[];
  hits: readonly Hit[];
  currentHit: Hit | null;
  /** Called when scrolled, with what tells whether a block begins at the upper edge of the window or above it. */
  onScroll: (isAbove: (blockId: string) => boolean) => void;
}) {
  const column = useRef<HTMLDivElement>(null);
  const equations = useMemo(() => new Map(content.equations.map((item) => [item.block_id, item])), [content]);
  const commands = useMemo(() => macrosOf(content.commands), [content]);
  const tables = useMemo(
    () => new Map(content.tables.map((table, index) => [blockOf(table, content), { table, number: index + 1 }])),
    [content],
  );
  const figures = useMemo(() => new Map(content.figures.map((figure) => [figure.block_id, figure])), [content]);
  const drawn = content.figures.some(({ files }) => files.length > 0);
  const packed = usePackedFiles(paperId, drawn).data;
  const sizes = useMemo(
    () => content.pages.map((page) => ({ width: page.width_pt, height: page.height_pt })),
    [content],
  );
  const { markers } = useCiting();
  const cited = useMemo(() => {
    const byBlock = new Map<string, Marker[]>();
    markers.forEach((marker) => byBlock.set(marker.blockId, [...(byBlock.get(marker.blockId) ?? []), marker]));
    return byBlock;
  }, [markers]);
  const marks = useMemo(
    () => marksOf(content, { target, landed, notes, hits, currentHit }),
    [content, target, landed, notes, hits, currentHit],
  );
  useScrollTo(column, '[data-mark="cite"]', target?.wish);
  useScrollTo(column, '[data-mark="current"]', currentHit?.id);
  function look() {
    const { top, height } = column.current!.getBoundingClientRect();
    onScroll((id) => {
      const block = column.current!.querySelector(`#block-${CSS.escape(id)}`);
      return block !== null && block.getBoundingClientRect().top <= top + READ_SHARE * height;
    });
  }
  useImperativeHandle(
    ref,
    () => ({
      goToBlock: (id) => column.current?.querySelector(`#block-${CSS.escape(id)}`)?.scrollIntoView({ block: "start" }),
      // A text has no pages: the share is its scroll position.
      position: () => ({ pageNumber: 0, share: column.current?.scrollTop ?? 0 }),
      restore: ({ share }) => column.current?.scrollTo({ top: share }),
    }),
    [],
  );
  return (
    <div
      ref={column}
      onScroll={look}
      tabIndex={0}
      role="group"
      aria-label={texts.textOf}
      className="h-full overflow-y-auto bg-surface"
    >
      <Commands value={commands}>
        <article className="reading mx-auto max-w-[44rem] px-5 py-10 font-serif text-lg leading-[1.7] sm:px-8">
          {!beginsWithTitle(content) && <Front content={content} />}
          {content.blocks.map((block) => (
            <BlockText
              key={block.id}
              block={block}
              ranges={marks.get(block.id) ?? NONE}
              markers={cited.get(block.id) ?? NO_MARKERS}
              figure={figures.get(block.id)}
              packed={packed}
              level={content.sections.find((section) => section.id === block.section_id)?.level ?? 1}
              equation={equations.get(block.id)}
              found={tables.get(block.id)}
              paperId={paperId}
              place={placeOf(block, figures.get(block.id), sizes)}
            />
          ))}
        </article>
      </Commands>
    </div>
  );
}

// What a list of the paper sets before its items.
const OWN_MARK = /^[•◦▪‣∙·*–-]|^\(?\p{L}{0,2}\d{0,3}[.)]/u;
const NONE: readonly Range[] = [];
const NO_MARKERS: readonly Marker[] = [];

/** The text of a PDF has its title and its authors where they stand on the page. */
function beginsWithTitle({ title, blocks }: ContentView): boolean {
  return title !== null && blocks.slice(0, 3).some(({ text }) => text.replace(/\s+/g, " ").trim() === title);
}

function Front({ content }: { content: ContentView }) {
  return (
    <header className="mb-8 border-b border-line pb-6">
      <h1 dir="auto" className="text-left text-xl font-semibold text-balance">
        <MathText text={content.title ?? texts.untitled} />
      </h1>
      {content.authors.length > 0 && (
        <p className="mt-3 text-soft">{content.authors.map((author) => author.name).join(", ")}</p>
      )}
    </header>
  );
}

interface BlockProps {
  block: BlockView;
  ranges: readonly Range[];
  markers: readonly Marker[];
  figure: Figure | undefined;
  /** The files of the paper's archive, once they are there. */
  packed: readonly Packed[] | undefined;
  level: number;
  equation: Equation | undefined;
  found: { table: Table; number: number } | undefined;
  paperId: string;
  /** Where the figure or formula stands on its page; null where it has none. */
  place: PdfSectionV1 | null;
}

const BlockText = memo(function BlockText(props: BlockProps) {
  const { block, ranges, markers, figure, packed, level, equation, found, paperId, place } = props;
  const words = <Marked text={block.text} {...{ ranges, markers }} />;
  const id = `block-${block.id}`;
  switch (block.kind) {
    case "heading":
      return <Heading {...{ id, level }}>{words}</Heading>;
    case "equation":
      return <EquationView {...{ id, block, ranges, equation, paperId, place }} />;
    case "table":
      return found?.table.rows.length ? (
        <TableView {...found} {...{ id, paperId, ranges }} />
      ) : (
        <pre id={id}>{words}</pre>
      );
    case "list_item":
      return (
        <p id={id} className="my-1.5 flex gap-2.5 pl-3">
          {!OWN_MARK.test(block.text) && <span aria-hidden="true">•</span>}
          <span>{words}</span>
        </p>
      );
    case "code":
      return (
        <pre id={id} className="my-4 overflow-x-auto rounded-lg bg-hover p-4 font-mono text-sm">
          {block.text}
        </pre>
      );
    case "theorem":
      return (
        <p id={id} className="my-4 border-l-2 border-accent pl-4">
          {words}
        </p>
      );
    case "caption":
      return (
        <figure id={id} className="my-6">
          {figure && packed && <Drawings {...{ figure, packed }} />}
          {figure && <Clip {...{ paperId, place }} />}
          <figcaption className="mt-2.5 text-base leading-normal text-soft">{words}</figcaption>
        </figure>
      );
    case "footnote":
    case "reference":
      return (
        <p id={id} className="my-2.5 text-base leading-normal text-soft">
          {words}
        </p>
      );
    default:
      return (
        <p id={id} className="my-4 hyphens-auto">
          {words}
        </p>
      );
  }
});

function Heading({ id, level, children }: { id: string; level: number; children: ReactNode }) {
  const Tag = (["h2", "h3", "h4"] as const)[Math.min(level, 3) - 1] ?? "h2";
  const size = Tag === "h2" ? "mt-10" : Tag === "h3" ? "mt-7" : "mt-6";
  return (
    <Tag id={id} className={`mb-3 font-semibold ${size}`}>
      {children}
    </Tag>
  );
}

function EquationView({
  id,
  block,
  ranges,
  equation,
  paperId,
  place,
}: Pick<BlockProps, "block" | "ranges" | "equation" | "paperId" | "place"> & { id: string }) {
  const tex = bare(equation?.latex ?? null);
  const drawn = useOpenPdf(paperId) !== null && place !== null;
  const mark = ranges[0]?.kind;
  return (
    <div id={id} data-mark={mark} className={`my-4 flex items-center gap-3 ${mark ? "rounded bg-[var(--mark)]" : ""}`}>
      <div className="min-w-0 flex-1 text-center">
        {tex ? (
          <Tex tex={tex} display />
        ) : drawn ? (
          <>
            <Clip {...{ paperId, place }} />
            <span className="sr-only">{block.text}</span>
          </>
        ) : (
          <Marked text={block.text} ranges={ranges} />
        )}
      </div>
      {equation?.label && <span className="text-soft tabular-nums">({equation.label})</span>}
    </div>
  );
}

/** Return the block of a table's words; that of a PDF is named by its caption, which stands before or after them. */
function blockOf({ block_id: id }: Table, { blocks }: ContentView): string | null {
  const at = blocks.findIndex((block) => block.id === id);
  const beside = blocks[at]?.kind === "caption" ? [blocks[at + 1], blocks[at - 1]] : [];
  return beside.find((block) => block?.kind === "table")?.id ?? id;
}

/** Return where a figure stands on its page, or the formula of a block. */
function placeOf(block: BlockView, figure: Figure | undefined, sizes: readonly Size[]): PdfSectionV1 | null {
  return figure ? placeOfDrawing(figure, sizes) : block.kind === "equation" ? placeOfDrawing(block, sizes) : null;
}

/** KaTeX would number environments by itself; the paper's own numbers are shown beside the formula. */
function bare(latex: string | null): string | null {
  if (!latex) {
    return null;
  }
  return latex
    .replace(/^\s*\$\$|\$\$\s*$|^\s*\\\[|\\\]\s*$/g, "")
    .replace(/\\(begin|end)\{(equation|align|gather|multline|alignat)\}/g, "\\$1{$2*}")
    .replace(/\\(begin|end)\{eqnarray\*?\}/g, "\\$1{align*}")
    .replace(/\\(begin|end)\{multline\*\}/g, "\\$1{gather*}")
    .replace(/\\(begin|end)\{(displaymath|math)\}/g, "")
    .replace(/\\label\{[^}]*\}|\\nonumber|\\notag/g, "");
}

interface Marks {
  target: Target | null;
  landed: string | null;
  notes: readonly NoteView[];
  hits: readonly Hit[];
  currentHit: Hit | null;
}

/** Return the highlighted ranges of each block, in UTF-16 units of its text. */
function marksOf(content: ContentView, { target, landed, notes, hits, currentHit }: Marks) {
  const marks = new Map<string, Range[]>();
  function mark(start: number, end: number, look: Pick<Range, "kind" | "colour">) {
    for (const block of content.blocks) {
      if (block.start < end && block.end > start) {
        const from = toUnits(block.text, Math.max(0, start - block.start));
        const to = toUnits(block.text, Math.max(0, end - block.start));
        marks.set(block.id, [...(marks.get(block.id) ?? []), { start: from, end: to, ...look }]);
      }
    }
  }
  const range = target && (target.range ?? findRange(content, target.text));
  if (range) {
    mark(...range, { kind: "cite" });
  }
  for (const { target: at, colour } of notes) {
    at?.positions.forEach(({ start, end }) => mark(start, end, { kind: "note", colour }));
  }
  const block = content.blocks.find(({ id }) => id === landed);
  if (block) {
    mark(block.start, block.end, { kind: "landing" });
  }
  hits.forEach((hit) => mark(...hit.range, { kind: hit === currentHit ? "current" : "hit" }));
  return marks;
}

/** A passage has no range, so it is searched by its first words. */
function findRange(content: ContentView, text: string): [number, number] | null {
  const start = text.trim().slice(0, 60);
  const block = content.blocks.find((candidate) => candidate.text.includes(start));
  return block ? [block.start, block.end] : null;
}

function useScrollTo(column: React.RefObject<HTMLElement | null>, selector: string, wish: number | undefined): void {
  useEffect(() => {
    if (wish !== undefined) {
      column.current?.querySelector(selector)?.scrollIntoView({ block: "center" });
    }
  }, [column, selector, wish]);
}
