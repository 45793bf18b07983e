/** Line icons on a 20-unit square; decorative, so hidden from screen readers. */
const PATHS = {
  back: "M12 4 6 10l6 6",
  chat: "M4 5h12v8H9l-4 3v-3H4z",
  check: "m4 10.5 4 4 8-9",
  chevron: "m6 8 4 4 4-4",
  close: "m5 5 10 10M15 5 5 15",
  collection: "M3 6V4.5h5l1.5 2H17V16H3z",
  copy: "M7 7h9v9H7zM4 13V4h9",
  discover: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM13 7l-2 4-4 2 2-4z",
  down: "m5 8 5 5 5-5",
  edit: "M4 16l1-4 8-8 3 3-8 8zM11 6l3 3",
  file: "M5 3h7l3 3v11H5zM12 3v3h3",
  filter: "M3 5h14M6 10h8M8.5 15h3",
  fit: "M4 8V4h4M16 8V4h-4M4 12v4h4M16 12v4h-4",
  flag: "M5 17V4h9l-2 3 2 3H5",
  history: "M10 6v4l3 2M4 10a6 6 0 1 0 2-4.5M4 4v3h3",
  info: "M10 9v5M10 6.5h.01M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z",
  leave: "M8 4H4v12h4M8 10h8M13 7l3 3-3 3",
  list: "M7 5h9M7 10h9M7 15h9M4 5h.01M4 10h.01M4 15h.01",
  minus: "M5 10h10",
  moon: "M15 12A6 6 0 0 1 8 5a6 6 0 1 0 7 7z",
  more: "M5 10h.01M10 10h.01M15 10h.01",
  note: "M4 4h12v8l-4 4H4zM12 16v-4h4",
  figure: "M4 4h12v12H4zM4 14l4-4 3 3 2-2 3 3M12.5 7.5h.01",
  star: "m10 3 2.1 4.5 4.9.6-3.6 3.4.9 4.9L10 14l-4.3 2.4.9-4.9L3 8.1l4.9-.6z",
  table: "M4 4h12v12H4zM4 8h12M4 12h12M9 8v8",
  quote: "M5 5v10M8 6h8M8 10h8M8 14h5",
  download: "M10 4v9M6 9l4 4 4-4M4 16h12",
  print: "M6 8V4h8v4M6 14H4V8h12v6h-2M6 12h8v4H6z",
  open: "M8 5H5v10h10v-3M11 4h5v5M16 4l-7 7",
  pages: "M4 4h5v5H4zM11 4h5v5h-5zM4 11h5v5H4zM11 11h5v5h-5z",
  plus: "M10 5v10M5 10h10",
  retry: "M15 10a5 5 0 1 1-1.5-3.5M15 4v3h-3",
  rotate: "M5 10a5 5 0 1 0 1.5-3.5M5 4v3h3",
  search: "M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4zm4 9 4 4",
  send: "M10 16V4M5 9l5-5 5 5",
  settings: "M4 6h7M15 6h1M13 4v4M4 14h1M9 14h7M7 12v4",
  stop: "M6 6h8v8H6z",
  sun: "M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM10 2v2M10 16v2M2 10h2M16 10h2M4.5 4.5l1.4 1.4M14.1 14.1l1.4 1.4M15.5 4.5l-1.4 1.4M5.9 14.1l-1.4 1.4",
  tag: "M3 10V4h6l8 8-6 6zM6.5 7.5h.01",
  trash: "M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11",
  unread: "M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  up: "m5 12 5-5 5 5",
  upload: "M10 14V4M6 8l4-4 4 4M4 16h12",
  warn: "M10 3 2.5 16h15zM10 8v4M10 14h.01",
  library: "M4 4h3v12H4zM8 4h3v12H8zM12.5 4.6l2.8-.7 2.2 11.6-2.8.6z",
  narrower: "M4 4h12v12H4zM8 4v12M13.5 8l-2 2 2 2",
  wider: "M4 4h12v12H4zM8 4v12M11.5 8l2 2-2 2",
  pin: "M7 3h6l-1 5 3 3H5l3-3zM10 11v6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "more" ? 2.5 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
