import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { account, hasAccounts, onAccount, signOut, type Account } from "@/api/identity";
import { forgetAll, keepFor } from "@/lib/kept";

export interface Door {
  /** Whether sign-in is required. */
  shut: boolean;
  account: Account | null;
  leave: () => void;
}

/** The signed-in account; what was fetched and remembered for one account is dropped before another. */
export function useAccount(): Door {
  const client = useQueryClient();
  const current = useSyncExternalStore(onAccount, account);
  const email = current?.email;
  useEffect(() => {
    if (!email) {
      return;
    }
    keepFor(email);
    return () => client.clear();
  }, [client, email]);
  function leave() {
    forgetAll();
    signOut();
  }
  return { shut: hasAccounts() && !current, account: hasAccounts() ? current : null, leave };
}
