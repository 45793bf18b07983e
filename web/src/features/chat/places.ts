/** Where a conversation is opened. */
import type { SessionView } from "@/api/types";
import { naming } from "@/lib/location";

export function placeOf({ id, paper_ids: [first, ...others] }: Pick<SessionView, "id" | "paper_ids">): string {
  return naming(`/papers/${first ?? ""}`, "with", others, `session=${id}`);
}
