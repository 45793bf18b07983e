/** Words that some part of the page puts into the question that is being written. */

type Listener = (about: string, words: string) => void;

const listeners = new Set<Listener>();

/** Add words to the question about some papers; `about` is their ids, joined by commas. */
export function addToDraft(about: string, words: string): void {
  listeners.forEach((listener) => listener(about, words));
}

export function onDraft(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
