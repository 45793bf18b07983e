/** Ready-made columns by field, chosen by a click each. */
import { TEMPLATES } from "@/api/tables";
import { tables as texts } from "@/texts/tables";
import { Icon } from "@/ui/icons";
import { shownColumn } from "./view";

const FIELDS = [...new Set(TEMPLATES.map(({ field }) => field))];

interface TemplateChoiceProps {
  /** Ids of templates, in the order in which they were chosen. */
  chosen: readonly string[];
  /** Questions that the table has already. */
  there?: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  className?: string;
}

export function TemplateChoice({ chosen, there = [], onChange, className = "" }: TemplateChoiceProps) {
  return (
    <div className={`flex flex-col gap-2.5 ${className}`}>
      {FIELDS.map((field) => (
        <div key={field} role="group" aria-label={texts.field(field)} className="sm:flex sm:gap-3">
          <p aria-hidden="true" className="w-36 shrink-0 pt-1.5 text-sm text-soft max-sm:pb-1">
            {texts.field(field)}
          </p>
          <div className="flex flex-wrap gap-1.5">
            {TEMPLATES.filter((one) => one.field === field).map((template) => {
              const { id } = template;
              const { name, question } = shownColumn(template);
              const isThere = there.includes(template.question);
              const isChosen = chosen.includes(id);
              return (
                <button
                  key={id}
                  type="button"
                  title={isThere ? texts.thereAlready(question) : question}
                  disabled={isThere}
                  aria-pressed={isChosen}
                  onClick={() => onChange(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
                  className="inline-flex min-h-8 items-center gap-1 rounded-lg border border-line px-2.5 text-sm enabled:hover:bg-hover disabled:opacity-50 aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent"
                >
                  {(isChosen || isThere) && <Icon name="check" className="size-3.5" />}
                  {name}
                </button>
              );
            })}
          </div>
        </div>
      ))}
    </div>
  );
}
