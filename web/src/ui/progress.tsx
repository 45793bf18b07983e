/** A bar with its share and its words; without a share it only says that something goes on. */
export function Progress({ share, label }: { share: number | null; label: string }) {
  const percent = share === null ? undefined : Math.round(100 * share);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 w-full overflow-hidden rounded-full bg-hover"
    >
      <div
        className={`h-full origin-left rounded-full bg-accent transition-transform duration-300 ${share === null ? "w-1/3 animate-pulse" : "w-full"}`}
        style={share === null ? undefined : { transform: `scaleX(${share})` }}
      />
    </div>
  );
}
