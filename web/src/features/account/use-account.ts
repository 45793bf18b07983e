import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { account, hasAccounts, onAccount, signOut, type Account } from "@/api/identity";

export interface Door {
  /** Whether sign-in is required. */
  shut: boolean;
  account: Account | null;
  leave: () => void;
}

/** The signed-in account; data fetched for one account is dropped before the next. */
export function useAccount(): Door {
  const client = useQueryClient();
  const current = useSyncExternalStore(onAccount, account);
  const email = current?.email;
  useEffect(() => (email ? () => client.clear() : undefined), [client, email]);
  return { shut: hasAccounts() && !current, account: hasAccounts() ? current : null, leave: () => signOut() };
}
