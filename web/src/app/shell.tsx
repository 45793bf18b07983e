/** The frame of every view: the name, the navigation, light and dark colours. */
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Account } from "@/api/identity";
import { About } from "@/features/account/about";
import { IconButton } from "@/ui/button";
import { Icon } from "@/ui/icons";
import { Link } from "@/ui/link";
import { Toasts } from "@/ui/toast";
import { ConnectionBar } from "./connection-bar";
import { useTheme } from "./theme";

const WAYS = [
  { href: "/", name: "Papers", at: /^\/($|papers)/ },
  { href: "/reviews", name: "Reviews", at: /^\/reviews/ },
];

export interface ShellProps {
  path: string;
  account: Account | null;
  /** Whether sign-in is required and nobody is signed in. */
  shut: boolean;
  onLeave: () => void;
  children: ReactNode;
}

export function Shell({ path, account, shut, onLeave, children }: ShellProps) {
  const { theme, toggle } = useTheme();
  // The account for which it was opened: it closes at sign-out.
  const who = account?.email ?? "";
  const [about, setAbout] = useState<string | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const before = useRef(path);
  useEffect(() => {
    // The followed link is gone, so keyboard and screen reader continue in the new view.
    if (before.current !== path) {
      before.current = path;
      content.current?.focus();
    }
  }, [path]);
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-surface focus:px-4 focus:py-2"
      >
        Skip to the content
      </a>
      <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface px-3 sm:px-5">
        <Link
          href="/"
          className="mr-1 flex items-center gap-2 rounded font-serif text-lg font-semibold tracking-tight sm:mr-4"
        >
          <img src="/icon.svg" alt="" width="24" height="24" />
          <span className="max-sm:sr-only">ScholarAI</span>
        </Link>
        <nav aria-label="Main" className="mr-auto flex gap-1">
          {(shut ? [] : WAYS).map(({ href, name, at }) => (
            <Link
              key={href}
              href={href}
              aria-current={at.test(path) ? "page" : undefined}
              className="rounded-md px-2.5 py-1 text-sm text-soft hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink"
            >
              {name}
            </Link>
          ))}
        </nav>
        {!shut && (
          <Link
            href="/settings"
            aria-label="Settings"
            title="Settings"
            aria-current={path === "/settings" ? "page" : undefined}
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink"
          >
            <Icon name="settings" />
          </Link>
        )}
        <IconButton icon="info" label="About this site and your data" onClick={() => setAbout(who)} />
        {account && <span className="truncate text-sm text-soft max-sm:hidden">{account.email}</span>}
        {account && <IconButton icon="leave" label={`Sign out ${account.email}`} onClick={onLeave} />}
        <IconButton
          icon={theme === "dark" ? "sun" : "moon"}
          label={theme === "dark" ? "Light colours" : "Dark colours"}
          onClick={toggle}
        />
      </header>
      <ConnectionBar />
      <div ref={content} id="content" tabIndex={-1} className="min-h-0 flex-1 outline-none">
        {children}
      </div>
      <Toasts />
      {about === who && <About account={account} accounts={shut || account !== null} onClose={() => setAbout(null)} />}
    </div>
  );
}
