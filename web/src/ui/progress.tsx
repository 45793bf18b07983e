/** A progress bar for a share from 0 to 1. */
export function Progress({ share, label }: { share: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(100 * share)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full w-full origin-left rounded-full bg-accent transition-transform duration-300"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}
