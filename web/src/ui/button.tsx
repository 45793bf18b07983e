import type { ComponentProps } from "react";
import { Icon, type IconName } from "./icons";
import type { Tipped } from "./tooltip";

const LOOKS = {
  primary:
    "bg-accent text-on-accent hover:bg-accent-strong px-3.5 disabled:bg-hover disabled:text-soft disabled:opacity-100",
  quiet: "border border-line bg-surface text-ink hover:bg-hover px-3.5",
  plain: "text-soft hover:text-ink hover:bg-hover px-2.5",
  danger: "bg-danger text-on-accent hover:opacity-90 px-3.5",
} as const;

export interface ButtonProps extends ComponentProps<"button"> {
  look?: keyof typeof LOOKS;
  icon?: IconName;
}

export function Button({ look = "quiet", icon, className = "", children, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={`inline-flex min-h-9 items-center justify-center gap-1.5 rounded-lg text-sm font-medium transition-colors disabled:opacity-50 print:hidden ${LOOKS[look]} ${className}`}
      {...rest}
    >
      {icon && <Icon name={icon} className="size-4" />}
      {children}
    </button>
  );
}

/** A button that shows an icon alone; `label` names it for everybody, as a tooltip too unless `tip` is shorter, with the `keys` that do the same. */
export function IconButton({
  icon,
  label,
  tip = label,
  keys,
  className = "",
  type = "button",
  ...rest
}: Omit<ComponentProps<"button">, "children"> &
  Tipped & { icon: IconName; label: string; tip?: string; keys?: string }) {
  return (
    <button
      type={type}
      aria-label={label}
      data-tip={tip}
      data-tip-keys={keys}
      className={`inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft transition-colors hover:bg-hover hover:text-ink disabled:opacity-40 disabled:hover:bg-transparent aria-expanded:bg-hover aria-pressed:bg-hover aria-pressed:text-ink ${className}`}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
