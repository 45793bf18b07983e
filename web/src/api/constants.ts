// Made from docs/constants.json by `npm run types`. Do not edit.
export const CONSTANTS = {
  formats: {
    endings: [
      ".pdf",
      ".docx",
      ".tex",
      ".ltx",
      ".latex",
      ".md",
      ".markdown",
      ".mkd",
      ".nxml",
      ".xml",
      ".html",
      ".htm",
      ".xhtml",
      ".txt",
      ".zip",
      ".tar.gz",
      ".tgz",
      ".gz",
    ],
    kinds: "PDF, Word, LaTeX, Markdown, JATS XML, HTML or plain text",
    inArchives: "LaTeX, Markdown or JATS XML",
    archiveEndings: ".zip or .tar.gz",
  },
  exports: {
    md: {
      label: "Markdown",
      ending: ".md",
    },
    html: {
      label: "HTML",
      ending: ".html",
    },
    bibtex: {
      label: "BibTeX of the cited papers",
      ending: ".bib",
    },
    csv: {
      label: "CSV of the tables",
      ending: ".csv",
    },
    json: {
      label: "JSON",
      ending: ".json",
    },
    trace: {
      label: "Trace of every step",
      ending: ".trace.json",
    },
  },
  tableExports: {
    csv: {
      label: "CSV",
      ending: ".csv",
    },
    md: {
      label: "Markdown",
      ending: ".md",
    },
    html: {
      label: "HTML",
      ending: ".html",
    },
  },
} as const;
