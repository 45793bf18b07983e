/** What readers must know of a publication before they rely on it; corrections are no warning. */
import type { WorkNotice } from "@/api/types";

const WARNINGS = { retraction: "Retracted", withdrawal: "Withdrawn", concern: "Expression of concern" } as const;

export function warningOf(notices: readonly WorkNotice[]): { label: string; says: string } | null {
  for (const [kind, label] of Object.entries(WARNINGS)) {
    const notice = notices.find((one) => one.kind === kind);
    if (notice !== undefined) {
      return { label, says: [label, notice.reason, notice.on, notice.doi].filter(Boolean).join(" · ") };
    }
  }
  return null;
}
