/** The contents of a report beside it, where there is room. */
import type { ReportView } from "@/api/types";
import { reviews as texts } from "@/texts/reviews";

export function Contents({ report }: { report: ReportView }) {
  const entries = [
    ...report.sections.map(({ id, title }) => ({ id: `section-${id}`, title })),
    ...(report.beyond ? [{ id: "beyond", title: texts.beyond }] : []),
    ...(report.papers.length ? [{ id: "cited-papers", title: texts.cited }] : []),
  ];
  return (
    <nav
      aria-label={texts.contents}
      className="sticky top-8 hidden max-h-[calc(100vh-6rem)] w-56 shrink-0 self-start overflow-y-auto text-sm @5xl:block"
    >
      <p className="text-sm font-medium text-soft">{texts.contents}</p>
      <ol className="mt-1.5 border-l border-line">
        {entries.map(({ id, title }) => (
          <li key={id}>
            <button
              type="button"
              dir="auto"
              onClick={() => show(id)}
              className="-ml-px block w-full border-l border-transparent py-1 pl-3 text-left text-soft hover:border-accent hover:text-ink"
            >
              {title}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Bring a heading to the top, and put the focus there for those who read by keyboard. */
function show(id: string): void {
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ block: "start" });
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}
