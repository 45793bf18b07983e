/** An item of a list from which some are chosen, with a line on it below its name. */
interface OptionProps {
  name: string;
  about: string;
  chosen: boolean;
  onToggle: () => void;
}

export function Option({ name, about, chosen, onToggle }: OptionProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 px-3 py-1.5 text-sm hover:bg-hover">
      <input type="checkbox" checked={chosen} onChange={onToggle} className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        <bdi className="line-clamp-2 text-left">{name}</bdi>
        <span className="block truncate text-sm text-soft">{about}</span>
      </span>
    </label>
  );
}
