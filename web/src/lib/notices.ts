/** What readers must know of a publication before they rely on it; corrections are no warning. */
import type { WorkNotice } from "@/api/types";
import { common } from "@/texts/common";

const WARNINGS = ["retraction", "withdrawal", "concern"] as const;

export function warningOf(notices: readonly WorkNotice[]): { label: string; says: string } | null {
  for (const kind of WARNINGS) {
    const notice = notices.find((one) => one.kind === kind);
    if (notice !== undefined) {
      const label = common.notices[kind];
      return { label, says: [label, notice.reason, notice.on, notice.doi].filter(Boolean).join(" · ") };
    }
  }
  return null;
}
