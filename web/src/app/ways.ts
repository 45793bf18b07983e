/** The ways to the rooms of the page, as the rail, the palette and the keys know them. */
import type { Address, Room } from "@/lib/routes";
import type { shell } from "@/texts/shell";
import type { IconName } from "@/ui/icons";

export interface Way {
  href: Address;
  /** Its name in the texts. */
  room: keyof typeof shell.rooms;
  icon: IconName;
  /** The rooms that are entered by it. */
  to: readonly Room[];
  /** Pressed after "g". */
  key: string;
}

export const SETTINGS: Way = {
  href: "/settings",
  room: "settings",
  icon: "settings",
  to: ["settings"],
  key: "s",
};

/** The five rooms of the rail, and of the bar at the foot of a phone. */
export const RAIL: readonly Way[] = [
  { href: "/check", room: "check", icon: "checked", to: ["check"], key: "k" },
  { href: "/", room: "library", icon: "library", to: ["library", "paper", "discover"], key: "l" },
  { href: "/reviews", room: "reports", icon: "review", to: ["reviews", "review", "tables", "table"], key: "r" },
  { href: "/notes", room: "note", icon: "note", to: ["notes"], key: "n" },
  { href: "/chat", room: "history", icon: "history", to: ["history", "conversation"], key: "h" },
];

/** Every room that a key or the palette opens. */
export const WAYS: readonly Way[] = [
  ...RAIL,
  { href: "/tables", room: "table", icon: "table", to: ["tables", "table"], key: "t" },
  { href: "/discover", room: "discover", icon: "discover", to: ["discover"], key: "d" },
  SETTINGS,
];
