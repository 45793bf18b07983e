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

export const SETTINGS: Way = {
  href: "/settings",
  room: "settings",
  icon: "settings",
  at: /^\/settings/,
  key: "s",
};

/** The five rooms of the rail, and of the bar at the foot of a phone. */
export const RAIL: readonly Way[] = [
  { href: "/check", room: "check", icon: "checked", at: /^\/check/, key: "k" },
  { href: "/", room: "library", icon: "library", at: /^\/($|papers|library|discover)/, key: "l" },
  { href: "/reviews", room: "reports", icon: "review", at: /^\/(reviews|tables)/, key: "r" },
  { href: "/notes", room: "note", icon: "note", at: /^\/notes/, key: "n" },
  { href: "/chat", room: "history", icon: "history", at: /^\/(chat|history)/, key: "h" },
];

/** Every room that a key or the palette opens. */
export const WAYS: readonly Way[] = [
  ...RAIL,
  { href: "/tables", room: "table", icon: "table", at: /^\/tables/, key: "t" },
  { href: "/discover", room: "discover", icon: "discover", at: /^\/discover/, key: "d" },
  SETTINGS,
];
