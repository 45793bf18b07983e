/** A line under the header while the server cannot be reached; what is shown is fetched again once it is back. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { isAway, onConnection } from "@/api/connection";
import { shell as texts } from "@/texts/shell";

export function ConnectionBar() {
  const client = useQueryClient();
  const away = useSyncExternalStore(onConnection, isAway);
  const before = useRef(away);
  useEffect(() => {
    if (before.current && !away) {
      void client.invalidateQueries();
    }
    before.current = away;
  }, [away, client]);
  return (
    <p role="status" className={away ? "bg-warn-tint px-4 py-1.5 text-center text-sm text-warn" : "sr-only"}>
      {away && texts.away}
    </p>
  );
}
