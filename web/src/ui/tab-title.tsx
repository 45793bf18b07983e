/** The name of the browser's tab while this is shown. */
export function TabTitle({ children }: { children: string }) {
  return <title>{`${children} · ScholarAI`}</title>;
}
