/** A note in the list of all: the words that it is about, which lead to their place, what was written, and its menu. */
import { useState, type ReactNode } from "react";
import type { CitationV1, NoteView } from "@/api/types";
import { AnswerText } from "@/evidence/answer-text";
import { CitationChip } from "@/evidence/citation-chip";
import { placeOf } from "@/lib/conversation-place";
import { navigate } from "@/lib/location";
import type { Notes } from "@/lib/noting";
import { usePrinting } from "@/lib/printing";
import { aim, citationTarget, noteTarget, type Target } from "@/lib/target";
import { ago } from "@/lib/times";
import { common } from "@/texts/common";
import { language } from "@/texts/language";
import { notes as texts } from "@/texts/notes";
import { IconButton } from "@/ui/button";
import { Icon } from "@/ui/icons";
import { Link } from "@/ui/link";
import { Menu, type MenuGroup } from "@/ui/menu";
import { MathText } from "@/ui/math";
import { COLOURS, pageOf, wordsOf } from "./choosing";
import { recolour, type PaperOfNotes } from "./use-all-notes";

export interface NoteCardProps {
  note: NoteView;
  papers: ReadonlyMap<string, PaperOfNotes>;
  actions: Notes;
  renderEditor: (note: NoteView, actions: Notes, onClose: () => void) => ReactNode;
}

export function NoteCard({ note, papers, actions, renderEditor }: NoteCardProps) {
  const [editing, setEditing] = useState(false);
  const words = wordsOf(note);
  const page = pageOf(note);
  const others = note.paper_ids.length - 1;
  return (
    <li
      data-note={note.note_id}
      data-kind={note.kind}
      data-colour={note.target ? note.colour : undefined}
      className={`group flex gap-2 border-l-4 py-2.5 pr-2 pl-3 ${note.target ? "border-l-[rgb(from_var(--note)_r_g_b)]" : "border-l-transparent"}`}
    >
      <div className="min-w-0 flex-1">
        {note.question && (
          <p dir="auto" className="mb-1 text-sm font-medium">
            {note.question}
          </p>
        )}
        {words && (
          <button
            type="button"
            dir="auto"
            onClick={() => openAt(note)}
            className="line-clamp-4 w-full rounded text-left font-serif leading-relaxed wrap-anywhere hover:text-accent"
          >
            <MathText text={words} />
          </button>
        )}
        {note.sections.length > 0 && <Answer note={note} papers={papers} />}
        {note.target && note.target.state !== "found" && (
          <p className="mt-1 text-sm text-warn">
            {note.target.state === "changed" ? texts.wordsChanged : texts.wordsGone}
          </p>
        )}
        {editing
          ? renderEditor(note, actions, () => setEditing(false))
          : note.text && (
              <p
                dir="auto"
                className={`text-sm wrap-anywhere whitespace-pre-wrap ${words || note.sections.length ? "mt-1 text-soft" : ""}`}
              >
                {note.text}
              </p>
            )}
        <p className="mt-1 flex flex-wrap gap-x-2 text-sm text-soft">
          <span>{texts.kind[note.kind]}</span>
          {page !== null && <span>{texts.page(page)}</span>}
          {others > 0 && <span>{texts.morePapers(others)}</span>}
          <span title={new Date(note.updated_at).toLocaleString(language)}>{ago(note.updated_at)}</span>
          {note.session_id !== null && (
            <Link href={placeOf(note.session_id, note.paper_ids)} className="text-soft underline hover:text-ink">
              {texts.conversation}
            </Link>
          )}
        </p>
      </div>
      <span className="-my-1 flex shrink-0 items-start">
        <IconButton
          icon="edit"
          label={note.text ? texts.edit : texts.write}
          aria-pressed={editing}
          onClick={() => setEditing(!editing)}
        />
        <Menu
          label={texts.more}
          groups={menuOf(note, actions, page === null)}
          className="inline-flex size-9 items-center justify-center rounded-lg text-soft hover:bg-hover hover:text-ink"
        >
          <Icon name="more" />
        </Menu>
      </span>
    </li>
  );
}

/** A saved answer, cut after some lines until it is opened. */
function Answer({ note, papers }: Pick<NoteCardProps, "note" | "papers">) {
  const [unfolded, setOpen] = useState(false);
  const open = usePrinting() || unfolded;
  return (
    <div>
      <div
        className={`text-sm ${open ? "" : "max-h-24 overflow-clip [mask-image:linear-gradient(black_60%,transparent)]"}`}
      >
        <div inert={!open}>
          <AnswerText
            sections={note.sections}
            tail=""
            renderCitation={(citation, silentOn) => (
              <CitationChip
                {...{ citation, silentOn }}
                paperTitle={papers.get(citation.paper_id)?.title ?? null}
                current={false}
                onShow={openCitation}
              />
            )}
          />
        </div>
      </div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="min-h-6 text-sm text-soft underline hover:text-ink print:hidden"
      >
        {open ? texts.less : texts.wholeAnswer}
      </button>
    </div>
  );
}

function menuOf(note: NoteView, actions: Notes, nowhere: boolean): MenuGroup[] {
  const colours: MenuGroup[] = note.target
    ? [
        {
          name: texts.colour,
          items: COLOURS.map((colour) => ({
            label: capitalised(common.colours[colour]),
            checked: note.colour === colour,
            onSelect: () => recolour(note, colour, actions),
          })),
        },
      ]
    : [];
  return [
    {
      name: "",
      items: [
        { label: nowhere ? texts.openPaper : texts.openPlace, icon: "open", onSelect: () => openAt(note) },
        {
          label: texts.copy,
          icon: "copy",
          onSelect: () => void navigator.clipboard.writeText([wordsOf(note), note.text].filter(Boolean).join("\n\n")),
        },
      ],
    },
    ...colours,
    { name: "", items: [{ label: common.delete, icon: "trash", danger: true, onSelect: () => actions.remove(note) }] },
  ];
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Open the paper at what the note is about; at its beginning where that is the whole paper. */
function openAt(note: NoteView): void {
  const paperId = note.citation?.paper_id ?? note.paper_ids[0];
  if (paperId !== undefined) {
    show(paperId, note.citation ? citationTarget(note.citation) : noteTarget(paperId, note));
  }
}

function openCitation(citation: CitationV1): void {
  show(citation.paper_id, citationTarget(citation));
}

function show(paperId: string, target: Target | null): void {
  aim(target);
  const page = target?.pages[0]?.page_number;
  navigate(`/papers/${paperId}${page === undefined ? "" : `?page=${page}`}`);
}
