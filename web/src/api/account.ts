/** What the deployment says of itself, and everything that it keeps of oneself: taking it out, and deleting it. */
import { getJson, sendJson } from "./http";
import { closeAccount, hasAccounts, signOut } from "./identity";
import type { AccountExport, Deployment, PaperSpendingView, SpendingView, UsageView } from "./types";
import { calls as texts } from "@/texts/calls";

type Kind = Exclude<keyof AccountExport, "next_cursor">;
// The compiler asks for a kind that the API adds.
const KEPT: Record<Kind, true> = {
  papers: true,
  conversations: true,
  reviews: true,
  notes: true,
  collections: true,
  zotero: true,
  tables: true,
};
const KINDS = Object.keys(KEPT) as Kind[];

export function getDeployment(signal?: AbortSignal): Promise<Deployment> {
  return getJson("/deployment", signal);
}

export function getUsage(signal?: AbortSignal): Promise<UsageView> {
  return getJson("/me/usage", signal);
}

export function getSpending(signal?: AbortSignal): Promise<SpendingView> {
  return getJson("/me/spending", signal);
}

export function getPaperSpending(paperId: string, signal?: AbortSignal): Promise<PaperSpendingView> {
  return getJson(`/papers/${encodeURIComponent(paperId)}/spending`, signal);
}

/** Return the user's data as one JSON document; the browser, not this page, holds the parts. */
export async function exportAccount(): Promise<Blob> {
  const kept = Object.fromEntries(KINDS.map((kind) => [kind, [] as Blob[]])) as Record<Kind, Blob[]>;
  let cursor: string | null = null;
  do {
    const query: string = cursor ? `?cursor=${encodeURIComponent(cursor)}` : "";
    const page: AccountExport = await getJson<AccountExport>(`/me/export${query}`);
    for (const kind of KINDS) {
      kept[kind].push(...page[kind].map((item) => new Blob([JSON.stringify(item, null, 1)])));
    }
    cursor = page.next_cursor;
  } while (cursor);
  const lists = KINDS.map((kind) => [
    `"${kind}": [`,
    ...kept[kind].flatMap((item, n) => (n ? [",\n", item] : [item])),
    "]",
  ]);
  return new Blob(["{", ...lists.flatMap((list, n) => (n ? [",\n", ...list] : list)), "}\n"], {
    type: "application/json",
  });
}

/** Delete the user's data and then the sign-in account, and sign out; a repeated call resumes. */
export async function deleteAccount(): Promise<void> {
  await sendJson("DELETE", "/me");
  if (hasAccounts()) {
    signOut(
      await closeAccount().then(
        () => texts.accountDeleted,
        () => texts.accountLeft,
      ),
    );
  }
}
