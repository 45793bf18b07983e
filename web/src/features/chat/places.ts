/** Where a conversation is opened. */
import type { SessionView } from "@/api/types";

export function placeOf({ id, paper_ids: [first, ...others] }: Pick<SessionView, "id" | "paper_ids">): string {
  const query = [others.length ? `with=${others.join(",")}` : "", `session=${id}`].filter(Boolean).join("&");
  return `/papers/${first ?? ""}?${query}`;
}
