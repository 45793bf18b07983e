/** Placeholders of lists and pages: empty, loading, or failed. */
import type { ReactNode } from "react";
import { ApiError } from "@/api/http";
import { common } from "@/texts/common";
import { Button } from "./button";
import { Icon, type IconName } from "./icons";

export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <Icon name={icon} className="size-8 text-soft" />
      <p className="font-medium">{title}</p>
      <div className="max-w-prose text-sm text-soft [&_a]:reach">{children}</div>
    </div>
  );
}

export function Failed({
  error,
  retry,
  title,
  gone = false,
  children,
}: {
  error: unknown;
  retry?: () => void;
  title: string;
  /** What was looked for is not here, as the title says: nothing is broken. */
  gone?: boolean;
  /** A way on, where trying again does not help. */
  children?: ReactNode;
}) {
  const known = error instanceof ApiError ? error : null;
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center [&_a]:reach">
      <Icon name={gone ? "search" : "warn"} className={`size-8 ${gone ? "text-soft" : "text-danger"}`} />
      <p className="font-medium">{title}</p>
      {!gone && (
        <p className="max-w-prose text-sm text-soft">
          {known?.message ?? common.wentWrong} {known?.action}
        </p>
      )}
      {retry && known?.retryable !== false && (
        <Button icon="retry" onClick={retry}>
          {common.retry}
        </Button>
      )}
      {known?.status === 401 && (
        // Loading the page again lets a proxy, or this page, ask for sign-in.
        <Button look="primary" onClick={() => location.reload()}>
          {common.signIn}
        </Button>
      )}
      {children}
    </div>
  );
}

/** Grey bars in place of loading text, of the same height. */
export function Skeleton({ lines, label }: { lines: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="animate-pulse space-y-3">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={`h-4 rounded bg-hover ${index % 3 === 2 ? "w-2/3" : "w-full"}`} />
      ))}
    </div>
  );
}
