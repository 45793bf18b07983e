/** Texts on adding published works: how many are done, and what became of them. */
import { said } from "./language";

export const adding = said("adding", {
  title: "Adding",
  papers: "Adding papers",
  progress: (done: number, all: number) => `${done} of ${all} done.`,
  added: (n: number) => `${n} with PDF`,
  record: (n: number) => `${n} as records`,
  there: (n: number) => `${n} were there`,
  failed: (n: number) => `${n} not added`,
  unsaid: "The server did not say what became of it.",
});
