/** Light or dark colours: the system's setting, unless the user chooses. */
import { useSyncExternalStore } from "react";
import { store, stored } from "@/lib/storage";

/** "" follows the system. */
export type Theme = "light" | "dark" | "";

const KEY = "scholarai:theme";
const listeners = new Set<() => void>();

let chosen = themeOf(stored(KEY));
apply();

export function useTheme(): Theme {
  return useSyncExternalStore(listen, () => chosen);
}

export function chooseTheme(theme: string): void {
  chosen = themeOf(theme);
  store(KEY, chosen);
  apply();
  listeners.forEach((tell) => tell());
}

export function toggleTheme(): void {
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  chooseTheme(dark ? "light" : "dark");
}

function themeOf(name: string | null): Theme {
  return name === "light" || name === "dark" ? name : "";
}

function apply(): void {
  if (chosen) {
    document.documentElement.dataset.theme = chosen;
  } else {
    delete document.documentElement.dataset.theme;
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
