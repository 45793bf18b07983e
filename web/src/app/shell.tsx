/** The frame of every view: the rail with its rooms (a bar at the foot of a phone), the palette, notices. */
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import type { Account } from "@/api/identity";
import { DropZone } from "@/features/library/drop-zone";
import { UploadTray } from "@/features/library/upload-tray";
import { addUploads } from "@/features/library/uploads";
import type { Route } from "@/lib/routes";
import { toggleTheme } from "@/lib/theme";
import { shell as texts } from "@/texts/shell";
import { Toasts } from "@/ui/toast";
import { settleAll } from "@/ui/toasts";
import { Tooltip } from "@/ui/tooltip";
import { ConnectionBar, ReadOnlyBar } from "./connection-bar";
import { useKeys } from "./keys";
import { BottomBar, Rail, TopBar, type FrameProps } from "./rail";
import { usePhone } from "@/lib/use-wide";

const About = lazy(() => import("@/features/account/about").then((file) => ({ default: file.About })));
const KeyMap = lazy(() => import("./key-map").then((file) => ({ default: file.KeyMap })));
const Palette = lazy(() => import("./palette").then((file) => ({ default: file.Palette })));

export interface ShellProps {
  path: string;
  route: Route | null;
  account: Account | null;
  /** Whether sign-in is required and nobody is signed in. */
  shut: boolean;
  onLeave: () => void;
  children: ReactNode;
}

type Over = "palette" | "keys" | null;

export function Shell({ path, route, account, shut, onLeave, children }: ShellProps) {
  // The account for which it was opened: it closes at sign-out.
  const who = account?.email ?? "";
  const [about, setAbout] = useState<string | null>(null);
  const [over, setOver] = useState<Over>(null);
  const phone = usePhone();
  const content = useRef<HTMLDivElement>(null);
  const before = useRef(path);
  useEffect(() => {
    // The followed link is gone, so keyboard and screen reader continue in the new view.
    if (before.current !== path) {
      before.current = path;
      content.current?.focus();
    }
  }, [path]);
  const openPalette = useCallback(() => setOver("palette"), []);
  const openKeys = useCallback(() => setOver("keys"), []);
  useKeys({ onPalette: openPalette, onMap: openKeys }, shut);
  const frame: FrameProps = {
    route,
    account,
    shut,
    onAbout: () => setAbout(who),
    onPalette: openPalette,
    onLeave: () => {
      // What waits to be deleted is deleted as whom it belongs to.
      settleAll();
      onLeave();
    },
  };
  const close = () => setOver(null);
  return (
    <div className={`flex h-dvh ${phone || shut ? "flex-col" : ""}`}>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-surface focus:px-4 focus:py-2"
      >
        {texts.skip}
      </a>
      {phone || shut ? <TopBar {...frame} /> : <Rail {...frame} />}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConnectionBar />
        {!shut && <ReadOnlyBar />}
        <div
          className={`relative min-h-0 flex-1 overflow-clip bg-surface ${phone || shut ? "" : "my-2 mr-2 rounded-xl border border-line print:m-0 print:border-0"}`}
        >
          <div ref={content} id="content" tabIndex={-1} className="h-full outline-none">
            {children}
          </div>
          <Toasts />
        </div>
        {!shut && <UploadTray />}
      </div>
      {phone && !shut && <BottomBar route={route} />}
      {/* The library and the check do more with files than adding them. */}
      {!shut && route?.room !== "library" && route?.room !== "check" && <DropZone onFiles={addUploads} />}
      <Tooltip />
      <Suspense fallback={null}>
        {!shut && over === "palette" && <Palette onClose={close} onKeys={openKeys} onTheme={toggleTheme} />}
        {over === "keys" && <KeyMap onClose={close} />}
      </Suspense>
      {about === who && (
        <Suspense>
          <About account={account} accounts={shut || account !== null} onClose={() => setAbout(null)} />
        </Suspense>
      )}
    </div>
  );
}
