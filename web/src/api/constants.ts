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
  tablesExports: {
    csv: {
      label: "CSV",
      ending: ".csv",
      styled: false,
    },
    xlsx: {
      label: "Excel",
      ending: ".xlsx",
      styled: false,
    },
    md: {
      label: "Markdown",
      ending: ".md",
      styled: false,
    },
    json: {
      label: "JSON",
      ending: ".json",
      styled: false,
    },
  },
  columnTemplates: [
    {
      id: "any-field.task",
      field: "Any field",
      name: "Task",
      question: "What does the paper set out to do?",
      kind: "words",
    },
    {
      id: "any-field.data",
      field: "Any field",
      name: "Data",
      question: "What data does the work rest on?",
      kind: "words",
    },
    {
      id: "any-field.method",
      field: "Any field",
      name: "Method",
      question: "Which method is used?",
      kind: "words",
    },
    {
      id: "any-field.sample",
      field: "Any field",
      name: "Sample",
      question: "How many of what were looked at?",
      kind: "words",
    },
    {
      id: "any-field.main-number",
      field: "Any field",
      name: "Main number",
      question: "What is the main result as a figure?",
      kind: "words",
    },
    {
      id: "any-field.limitation",
      field: "Any field",
      name: "Limitation",
      question: "What limitations does the paper name?",
      kind: "words",
    },
    {
      id: "machine-learning.model",
      field: "Machine learning",
      name: "Model",
      question: "Which model or architecture is proposed?",
      kind: "words",
    },
    {
      id: "machine-learning.baselines",
      field: "Machine learning",
      name: "Baselines",
      question: "Which baselines or earlier systems is it compared with?",
      kind: "words",
    },
    {
      id: "machine-learning.metric",
      field: "Machine learning",
      name: "Metric",
      question: "Which evaluation metric is used?",
      kind: "words",
    },
    {
      id: "machine-learning.training-data",
      field: "Machine learning",
      name: "Training data",
      question: "Which data set is the model trained on?",
      kind: "words",
    },
    {
      id: "machine-learning.parameters",
      field: "Machine learning",
      name: "Parameters",
      question: "How many parameters does the model have?",
      kind: "number",
    },
    {
      id: "machine-learning.code",
      field: "Machine learning",
      name: "Code",
      question: "Where is the source code available?",
      kind: "words",
    },
    {
      id: "medicine.design",
      field: "Medicine",
      name: "Design",
      question: "What is the study design?",
      kind: "words",
    },
    {
      id: "medicine.participants",
      field: "Medicine",
      name: "Participants",
      question: "How many participants were included?",
      kind: "number",
    },
    {
      id: "medicine.intervention",
      field: "Medicine",
      name: "Intervention",
      question: "What intervention or treatment was given?",
      kind: "words",
    },
    {
      id: "medicine.comparator",
      field: "Medicine",
      name: "Comparator",
      question: "What was the intervention compared with?",
      kind: "words",
    },
    {
      id: "medicine.primary-outcome",
      field: "Medicine",
      name: "Primary outcome",
      question: "What was the primary outcome?",
      kind: "words",
    },
    {
      id: "medicine.adverse-events",
      field: "Medicine",
      name: "Adverse events",
      question: "Which adverse events were reported?",
      kind: "words",
    },
    {
      id: "social-sciences.theory",
      field: "Social sciences",
      name: "Theory",
      question: "Which theory or hypothesis does the study rest on?",
      kind: "words",
    },
    {
      id: "social-sciences.respondents",
      field: "Social sciences",
      name: "Respondents",
      question: "How many respondents or participants took part?",
      kind: "number",
    },
    {
      id: "social-sciences.instrument",
      field: "Social sciences",
      name: "Instrument",
      question: "Which questionnaire, scale or interview was used?",
      kind: "words",
    },
    {
      id: "social-sciences.analysis",
      field: "Social sciences",
      name: "Analysis",
      question: "Which statistical analysis was performed?",
      kind: "words",
    },
    {
      id: "social-sciences.finding",
      field: "Social sciences",
      name: "Finding",
      question: "What is the main finding?",
      kind: "words",
    },
    {
      id: "physics-and-astronomy.instrument-used",
      field: "Physics and astronomy",
      name: "Instrument used",
      question: "Which instrument, telescope or detector was used?",
      kind: "words",
    },
    {
      id: "physics-and-astronomy.observable",
      field: "Physics and astronomy",
      name: "Observable",
      question: "Which quantity is measured?",
      kind: "words",
    },
    {
      id: "physics-and-astronomy.measured-value",
      field: "Physics and astronomy",
      name: "Measured value",
      question: "What value with which uncertainty was measured?",
      kind: "words",
    },
    {
      id: "physics-and-astronomy.model-compared",
      field: "Physics and astronomy",
      name: "Model compared",
      question: "Which model or theory is the measurement compared with?",
      kind: "words",
    },
  ],
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
