/** Which of several papers is read, and which one beside it. */
import type { PaperView } from "@/api/types";
import { useRecent } from "@/lib/recent";
import { shell as texts } from "@/texts/shell";
import { Icon } from "@/ui/icons";
import { Menu } from "@/ui/menu";

/** Opens a second paper beside the first: one of the conversation, or one read lately. */
export function BesideMenu({
  papers,
  current,
  beside,
  onChoose,
}: {
  papers: readonly PaperView[];
  current: string;
  beside: string | null;
  onChoose: (id: string | null) => void;
}) {
  const asked = papers.map((paper) => ({ id: paper.id, title: paper.metadata.title ?? paper.filename }));
  const recent = useRecent().filter(({ id }) => asked.every((one) => one.id !== id));
  const others = [...asked, ...recent].filter(({ id }) => id !== current);
  if (!others.length) {
    return null;
  }
  return (
    <Menu
      label={texts.beside}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
      groups={[
        {
          name: texts.beside,
          items: others.map(({ id, title }) => ({
            label: title,
            checked: id === beside,
            onSelect: () => onChoose(id === beside ? null : id),
          })),
        },
      ]}
    >
      <Icon name="columns" />
    </Menu>
  );
}

/** The papers of a conversation. */
export function PaperTabs({
  papers,
  current,
  onChoose,
}: {
  papers: PaperView[];
  current: string;
  onChoose: (id: string) => void;
}) {
  return (
    <nav aria-label={texts.papers} className="flex gap-1 overflow-x-auto border-b border-line bg-surface p-1.5">
      {papers.map((paper) => (
        <button
          key={paper.id}
          type="button"
          dir="auto"
          aria-current={paper.id === current ? "page" : undefined}
          onClick={() => onChoose(paper.id)}
          className="max-w-56 shrink-0 truncate rounded-md px-2.5 py-1 text-sm text-soft hover:bg-hover aria-[current]:bg-hover aria-[current]:text-ink"
        >
          {paper.metadata.title ?? paper.filename}
        </button>
      ))}
    </nav>
  );
}
