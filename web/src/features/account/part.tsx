/** A titled part of what this site says of itself. */
import type { ReactNode } from "react";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5 text-sm">
      <h3 className="mb-1 font-semibold">{title}</h3>
      <div className="text-soft">{children}</div>
    </section>
  );
}
