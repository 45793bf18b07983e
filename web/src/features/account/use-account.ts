import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { account, hasAccounts, onAccount, signOut, type Account } from "@/api/identity";

export interface Door {
  /** Whether one must sign in before anything is shown. */
  shut: boolean;
  account: Account | null;
  leave: () => void;
}

/** Who is signed in; what was fetched for one account is forgotten before the next. */
export function useAccount(): Door {
  const client = useQueryClient();
  const current = useSyncExternalStore(onAccount, account);
  const email = current?.email;
  useEffect(() => (email ? () => client.clear() : undefined), [client, email]);
  return { shut: hasAccounts() && !current, account: hasAccounts() ? current : null, leave: () => signOut() };
}
