/** Said where no service may be asked: where they are switched on, and what then leaves the machine. */
import { Link } from "@/ui/link";
import { discover as texts } from "@/texts/discover";
import { settings } from "@/texts/settings";
import { Empty } from "@/ui/states";

export function SwitchedOff() {
  return (
    <div className="mt-4">
      <Empty icon="discover" title={texts.off}>
        <p className="text-pretty">{texts.offHint}</p>
        <p className="mt-3">
          <Link href="/settings" className="text-accent underline">
            {settings.title}
          </Link>
        </p>
      </Empty>
    </div>
  );
}
