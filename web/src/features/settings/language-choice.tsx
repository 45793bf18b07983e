/** Chooses the language of the page's own texts. */
import { choose, language, LANGUAGES, type Language } from "@/texts/language";
import { settings as texts } from "@/texts/settings";

export function LanguageChoice() {
  return (
    <label className="mt-8 block max-w-xs text-sm">
      <span className="font-semibold">{texts.language}</span>
      <select
        value={language}
        onChange={(event) => choose(event.target.value as Language)}
        className="mt-1 block h-9 w-full rounded-lg border border-line bg-surface px-2"
      >
        {Object.entries(LANGUAGES).map(([one, name]) => (
          <option key={one} value={one} lang={one}>
            {name}
          </option>
        ))}
      </select>
      <span className="mt-1 block text-soft">{texts.languageHint}</span>
    </label>
  );
}
