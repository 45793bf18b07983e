/** Return a caption without the label that it begins with, which stands above it in the list. */
export function withoutLabel(caption: string, label: string): string {
  return label && caption.startsWith(label) ? caption.slice(label.length).replace(/^[\s.:|–—-]+/, "") : caption;
}
