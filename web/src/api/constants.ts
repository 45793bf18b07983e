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
      styled: false,
    },
    html: {
      label: "HTML",
      ending: ".html",
      styled: false,
    },
    bibtex: {
      label: "BibTeX of the cited papers",
      ending: ".bib",
      styled: false,
    },
    csv: {
      label: "CSV of the tables",
      ending: ".csv",
      styled: false,
    },
    json: {
      label: "JSON",
      ending: ".json",
      styled: false,
    },
    trace: {
      label: "Trace of every step",
      ending: ".trace.json",
      styled: false,
    },
  },
  paperExports: {
    bibtex: {
      label: "BibTeX",
      ending: ".bib",
      styled: false,
    },
    ris: {
      label: "RIS",
      ending: ".ris",
      styled: false,
    },
    "csl-json": {
      label: "CSL-JSON",
      ending: ".json",
      styled: false,
    },
    txt: {
      label: "Bibliography as text",
      ending: ".txt",
      styled: true,
    },
    html: {
      label: "Bibliography as HTML",
      ending: ".html",
      styled: true,
    },
    obsidian: {
      label: "Folder of notes for Obsidian (zip)",
      ending: ".zip",
      styled: false,
    },
  },
  conversationExports: {
    md: {
      label: "Markdown",
      ending: ".md",
      styled: true,
    },
    html: {
      label: "HTML",
      ending: ".html",
      styled: true,
    },
    docx: {
      label: "Word",
      ending: ".docx",
      styled: true,
    },
  },
  citationStyles: {
    apa: {
      label: "APA",
    },
    ieee: {
      label: "IEEE",
    },
    vancouver: {
      label: "Vancouver (NLM)",
    },
    nature: {
      label: "Nature",
    },
    chicago: {
      label: "Chicago, author and date",
    },
    harvard: {
      label: "Harvard",
    },
    acm: {
      label: "ACM",
    },
    ams: {
      label: "AMS",
    },
    ama: {
      label: "AMA",
    },
    mla: {
      label: "MLA",
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
  services: {
    crossref: {
      label: "Crossref",
    },
    datacite: {
      label: "DataCite",
    },
    arxiv: {
      label: "arXiv",
    },
    europe_pmc: {
      label: "Europe PMC",
    },
    unpaywall: {
      label: "Unpaywall",
    },
    openalex: {
      label: "OpenAlex",
    },
    semantic_scholar: {
      label: "Semantic Scholar",
    },
  },
} as const;
