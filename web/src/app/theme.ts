/** Light or dark colours: the system's setting, unless the user chooses. */
import { useEffect, useState } from "react";
import { store, stored } from "@/lib/storage";

type Theme = "light" | "dark";

const KEY = "scholarai:theme";
const DARK = matchMedia("(prefers-color-scheme: dark)");

export function useTheme(): { theme: Theme; toggle: () => void } {
  const [chosen, setChosen] = useState<Theme | null>(() => stored(KEY) as Theme | null);
  const [dark, setDark] = useState(DARK.matches);
  useEffect(() => {
    const listen = () => setDark(DARK.matches);
    DARK.addEventListener("change", listen);
    return () => DARK.removeEventListener("change", listen);
  }, []);
  useEffect(() => {
    if (chosen) {
      document.documentElement.dataset.theme = chosen;
      store(KEY, chosen);
    }
  }, [chosen]);
  const theme = chosen ?? (dark ? "dark" : "light");
  return { theme, toggle: () => setChosen(theme === "dark" ? "light" : "dark") };
}
