/** Chooses the language of the page's own texts, and its colours. */
import type { ReactNode } from "react";
import { chooseTheme, useTheme } from "@/lib/theme";
import { choose, language, LANGUAGES, type Language } from "@/texts/language";
import { settings as texts } from "@/texts/settings";

export function LanguageChoice() {
  return (
    <Choice
      name={texts.language}
      hint={texts.languageHint}
      value={language}
      onChange={(value) => choose(value as Language)}
    >
      {Object.entries(LANGUAGES).map(([one, name]) => (
        <option key={one} value={one} lang={one}>
          {name}
        </option>
      ))}
    </Choice>
  );
}

export function ColourChoice() {
  return (
    <Choice name={texts.colours} value={useTheme()} onChange={chooseTheme}>
      {(["", "light", "dark"] as const).map((one) => (
        <option key={one} value={one}>
          {texts.colourNames[one || "system"]}
        </option>
      ))}
    </Choice>
  );
}

interface ChoiceProps {
  name: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Choice({ name, hint, value, onChange, children }: ChoiceProps) {
  return (
    <label className="mt-8 block max-w-xs text-sm">
      <span className="font-semibold">{name}</span>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="mt-1 block h-9 w-full rounded-lg border border-line bg-surface px-2"
      >
        {children}
      </select>
      {hint && <span className="mt-1 block text-soft">{hint}</span>}
    </label>
  );
}
