/** What an unclear question may mean: each reading is asked with one click. */
import { chat as texts } from "@/texts/chat";

export function Readings({
  readings,
  busy,
  onAsk,
}: {
  readings: readonly string[];
  busy: boolean;
  onAsk: (question: string) => void;
}) {
  return (
    <ul aria-label={texts.didYouMean} className="mt-2 space-y-1.5">
      {readings.map((reading) => (
        <li key={reading}>
          <button
            type="button"
            disabled={busy}
            onClick={() => onAsk(reading)}
            className="w-full rounded-lg border border-line px-3 py-2 text-left text-sm hover:bg-hover disabled:opacity-60"
          >
            {texts.readyMade(reading)}
          </button>
        </li>
      ))}
    </ul>
  );
}
