import type { adding as english } from "../adding";

export const adding: typeof english = {
  title: "Hinzufügen",
  papers: "Artikel werden hinzugefügt",
  progress: (done, all) => `${done} von ${all} fertig.`,
  added: (n) => `${n} mit PDF`,
  record: (n) => `${n} als Eintrag`,
  there: (n) => `${n} schon vorhanden`,
  failed: (n) => `${n} nicht hinzugefügt`,
  unsaid: "Der Server hat nicht gemeldet, was daraus wurde.",
};
