/** What was published about a paper since: a retraction stands above everything else. */
import type { PaperView } from "@/api/types";
import { Icon } from "@/ui/icons";
import { reader as texts } from "@/texts/reader";

export function PublicationNotices({ notices }: Pick<PaperView, "notices">) {
  return notices.map(({ kind, doi, on, reason, source }) => {
    const grave = kind === "retraction" || kind === "withdrawal";
    return (
      <p
        key={`${kind} ${doi ?? ""} ${on ?? ""}`}
        role={grave ? "alert" : "note"}
        className={`flex items-start gap-2 border-b border-line px-4 py-2 text-sm ${grave ? "bg-danger-tint text-danger" : "bg-warn-tint text-warn"}`}
      >
        <Icon name="warn" className="mt-0.5 size-4" />
        <span>
          <strong className="font-semibold">{texts.since[kind]}</strong> {reason && `${reason}. `}
          {[on, source].filter(Boolean).join(", ")}{" "}
          {doi && (
            <a
              href={`https://doi.org/${encodeURI(doi)}`}
              target="_blank"
              rel="noreferrer noopener"
              className="underline"
            >
              {texts.readNotice}
            </a>
          )}
        </span>
      </p>
    );
  });
}
