/** The language of the page's own texts. English stands in the code; another language is laid over it before the page is drawn. */
import { store, stored } from "@/lib/storage";

export type Room =
  | "shell"
  | "common"
  | "adding"
  | "calls"
  | "problems"
  | "account"
  | "library"
  | "library-adding"
  | "reader"
  | "evidence"
  | "chat"
  | "check"
  | "reviews"
  | "tables"
  | "notes"
  | "discover"
  | "settings";
export type Language = "en" | "de";

export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch" };
const KEY = "scholarai:language";
// Names the language in the address where nothing else keeps the choice.
const IN_ADDRESS = "language";

export const language: Language = languageOf(
  new URLSearchParams(location.search).get(IN_ADDRESS) ?? stored(KEY) ?? navigator.language,
);

const registered = new Map<Room, object>();
let german: Partial<Record<Room, object>> | null = null;

/** Return the texts of a room: `english`, which another language replaces in place. Read them when you draw, not before. */
export function said<Texts extends object>(room: Room, english: Texts): Texts {
  registered.set(room, english);
  return Object.assign(english, german?.[room]);
}

/** Load the texts of the chosen language; English needs nothing. Where they cannot be had, English stays. */
export async function speak(): Promise<void> {
  document.documentElement.lang = language;
  if (language === "de") {
    german = await import("./de").then(
      (loaded) => loaded.german,
      () => null,
    );
    for (const [room, texts] of registered) {
      Object.assign(texts, german?.[room]);
    }
  }
}

/** Keep the choice and load the page in that language. */
export function choose(chosen: Language): void {
  const to = new URL(location.href);
  if (store(KEY, chosen)) {
    to.searchParams.delete(IN_ADDRESS);
  } else {
    to.searchParams.set(IN_ADDRESS, chosen);
  }
  if (to.href === location.href) {
    location.reload();
  } else {
    location.replace(to);
  }
}

function languageOf(name: string): Language {
  const known = Object.keys(LANGUAGES) as Language[];
  return known.find((one) => name.toLowerCase().split("-")[0] === one) ?? "en";
}
