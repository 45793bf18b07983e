import type { Address } from "./routes";

/** Return where a conversation is opened: beside its only paper, or on a page of its own. */
export function placeOf(sessionId: string, [first, ...others]: readonly string[]): Address {
  return first === undefined || others.length ? `/chat/${sessionId}` : `/papers/${first}?session=${sessionId}`;
}
