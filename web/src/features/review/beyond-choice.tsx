/** Whether a review looks beyond the library, and how many of the open papers that it finds it reads, too. */
import { CONSTANTS } from "@/api/constants";
import { reviews as texts } from "@/texts/reviews";

export interface Beyond {
  discover: boolean;
  fetch: number;
}

const NUMBERS = [0, 3, 5, CONSTANTS.limits.worksPerCall] as const;

export function BeyondChoice({
  services,
  value,
  onChange,
}: {
  services: readonly string[];
  value: Beyond;
  onChange: (value: Beyond) => void;
}) {
  return (
    <div className="mt-3">
      <label className="flex w-fit items-start gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={value.discover}
          onChange={(event) => onChange({ discover: event.target.checked, fetch: 0 })}
          className="mt-0.5 size-4"
        />
        <span>
          {texts.lookBeyond}
          <span className="block text-sm text-soft">{texts.wordsGo(services)}</span>
        </span>
      </label>
      {value.discover && (
        <div className="mt-2 ml-6.5">
          <label className="flex flex-wrap items-center gap-2 text-sm">
            {texts.readOpen}
            <select
              aria-describedby="review-fetch-says"
              value={value.fetch}
              onChange={(event) => onChange({ discover: true, fetch: Number(event.target.value) })}
              className="h-8 rounded-lg border border-line bg-surface px-2 text-ink"
            >
              {NUMBERS.map((number) => (
                <option key={number} value={number}>
                  {number === 0 ? texts.readNone : texts.readBest(number)}
                </option>
              ))}
            </select>
          </label>
          <p id="review-fetch-says" className="mt-1 text-sm text-soft">
            {value.fetch > 0 ? texts.fetches(value.fetch) : texts.fetchesNone}
          </p>
        </div>
      )}
    </div>
  );
}
