/** Lines under the header: while the server cannot be reached, and where its library can only be read. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { getDeployment } from "@/api/account";
import { isAway, onConnection } from "@/api/connection";
import { noteReadOnly } from "@/api/read-only";
import { shell as texts } from "@/texts/shell";

const BAR = "bg-warn-tint px-4 py-1.5 text-center text-sm text-warn";

/** What is shown is fetched again once the server is back. */
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
    <p role="status" className={away ? BAR : "sr-only"}>
      {away && texts.away}
    </p>
  );
}

export function ReadOnlyBar() {
  const { data } = useQuery({ queryKey: ["deployment"], queryFn: ({ signal }) => getDeployment(signal) });
  const readOnly = data?.read_only ?? false;
  useEffect(() => noteReadOnly(readOnly), [readOnly]);
  return readOnly ? <p className={BAR}>{texts.readOnly}</p> : null;
}
