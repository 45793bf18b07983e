/** The rooms of the page, as the rail, the palette and the keys know them. */
import type { IconName } from "@/ui/icons";

export interface Way {
  href: string;
  name: string;
  icon: IconName;
  at: RegExp;
  /** Pressed after "g". */
  key: string;
}

export const WAYS: readonly Way[] = [
  { href: "/", name: "Library", icon: "library", at: /^\/($|papers)/, key: "l" },
  { href: "/chat", name: "Conversations", icon: "chat", at: /^\/chat/, key: "c" },
  { href: "/reviews", name: "Reviews", icon: "list", at: /^\/reviews/, key: "r" },
  { href: "/settings", name: "Settings", icon: "settings", at: /^\/settings/, key: "s" },
];
