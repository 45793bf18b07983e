// Made from docs/constants.json by `npm run types`. Do not edit.
export const CONSTANTS = {
  formats: {
    endings: [".pdf", ".tex", ".ltx", ".latex", ".md", ".markdown", ".mkd", ".txt", ".zip", ".tar.gz", ".tgz", ".gz"],
    kinds: "PDF, LaTeX or Markdown",
    inArchives: "LaTeX or Markdown",
    archiveEndings: ".zip or .tar.gz",
  },
} as const;
