/** A question on its way from where it was typed to the page that asks it. */
import type { Depth } from "@/api/chat";

export interface FirstQuestion {
  question: string;
  depth: Depth | null;
}

let waiting: FirstQuestion | null = null;

export function giveQuestion(question: FirstQuestion): void {
  waiting = question;
}

/** Return the question once. */
export function takeQuestion(): FirstQuestion | null {
  const taken = waiting;
  waiting = null;
  return taken;
}
