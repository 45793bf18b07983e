/** That something was found without a language model, and the way to connect one. */
import { common } from "@/texts/common";
import { Link } from "./link";

export function WithoutModel({ says, className = "" }: { says: string; className?: string }) {
  return (
    <p className={`text-sm text-soft text-pretty ${className}`}>
      {says}{" "}
      <Link href="/settings" className="reach underline hover:text-ink print:hidden">
        {common.connectModel}
      </Link>
    </p>
  );
}
