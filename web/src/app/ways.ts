/** The rooms of the page, as the rail, the palette and the keys know them. */
import type { shell } from "@/texts/shell";
import type { IconName } from "@/ui/icons";

export interface Way {
  href: string;
  /** Names the room in the texts. */
  room: keyof typeof shell.rooms;
  icon: IconName;
  at: RegExp;
  /** Pressed after "g". */
  key: string;
}

/** On a phone it stands at the head, where the other rooms stand at the foot. */
export const SETTINGS: Way = {
  href: "/settings",
  room: "settings",
  icon: "settings",
  at: /^\/settings/,
  key: "s",
};

export const WAYS: readonly Way[] = [
  { href: "/check", room: "check", icon: "checked", at: /^\/check/, key: "k" },
  { href: "/", room: "library", icon: "library", at: /^\/($|papers)/, key: "l" },
  { href: "/chat", room: "chat", icon: "chat", at: /^\/chat/, key: "c" },
  { href: "/reviews", room: "review", icon: "review", at: /^\/reviews/, key: "r" },
  { href: "/tables", room: "table", icon: "table", at: /^\/tables/, key: "t" },
  { href: "/notes", room: "note", icon: "note", at: /^\/notes/, key: "n" },
  { href: "/discover", room: "discover", icon: "discover", at: /^\/discover/, key: "d" },
  SETTINGS,
];
