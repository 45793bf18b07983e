// Floors of the page, bottom up: texts, api and lib, ui, evidence, features (which do not know each other), app.
import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const FEATURES = ["account", "check", "library", "reader", "chat", "review", "discover", "notes", "tables", "settings"];

const PLACED = "Texts of the page stand in src/texts.";
// What a reader sees or hears: words between elements, and literals that begin like a sentence or a name. Names of keys and
// of pdf.js' kinds of links are others'.
const WORDED =
  "/^(?!(?:Enter|Escape|Tab|Home|End|Delete|Backspace|Shift|Control|Alt|Space|Files|Link)$)[A-Z][a-z]+($|[ ,.:…?!])/";
const TEXTS = [
  { selector: "JSXText[value=/^(?!\\s*(?:Zotero|ScholarAI|DOI|arXiv)\\s*$)(?=[^]*[A-Za-z]{2})/]", message: PLACED },
  { selector: `Literal[value=${WORDED}]`, message: PLACED },
  {
    selector:
      "TemplateElement[value.raw=/(^| )(?!Bearer )[A-Z][a-z]+ |[a-z]{3} [a-z]{2,}($|[ .,:…?!])/]:not(JSXAttribute[name.name='className'] *)",
    message: PLACED,
  },
  {
    selector:
      ":matches(Program, ExportNamedDeclaration) > VariableDeclaration MemberExpression[object.name='texts']:not(:function *)",
    message: "Read texts when you draw: at the start of a module the chosen language is not there yet.",
  },
];
const HTML = [
  { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: "Model output is text." },
  {
    selector: "AssignmentExpression[left.property.name=/^(innerHTML|outerHTML)$/]",
    message: "Model output is text.",
  },
  { selector: "CallExpression[callee.property.name='insertAdjacentHTML']", message: "Model output is text." },
];

const floor = (files, forbidden) => ({
  files,
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: forbidden.map((group) => ({
          group: [group].flat(),
          message: "Imports point down only (eslint.config.js).",
        })),
      },
    ],
  },
});

export default tseslint.config(
  { ignores: ["dist", "node_modules", "src/api/types.ts", "src/api/constants.ts"] },
  tseslint.configs.strictTypeChecked,
  // Of the plugin only the rules of hooks: the others are for React's compiler, which this page does without.
  {
    plugins: { "react-hooks": hooks },
    rules: { "react-hooks/rules-of-hooks": "error", "react-hooks/exhaustive-deps": "error" },
  },
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ["*.js", "scripts/*.mjs"] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
  {
    rules: {
      "no-console": "error",
      eqeqeq: "error",
      // An index that was just checked, an element that a ref has while an effect runs.
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_" },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ["src/**"],
    rules: {
      // What models and papers say is text, never HTML.
      "no-restricted-syntax": ["error", ...HTML],
    },
  },
  {
    files: [
      ...["account", "chat", "check", "discover", "library", "notes", "reader", "review", "settings", "tables"].map(
        (room) => `src/features/${room}/**`,
      ),
      ...["api", "app", "evidence", "lib", "ui"].map((floor) => `src/${floor}/**`),
    ],
    rules: { "no-restricted-syntax": ["error", ...HTML, ...TEXTS] },
  },
  floor(
    ["src/texts/**"],
    [
      ["@/lib/*", "!@/lib/storage"],
      ["@/api/*", "!@/api/constants"],
      "@/ui/*",
      "@/evidence/*",
      "@/features/*",
      "@/app/*",
    ],
  ),
  floor(["src/lib/**"], ["@/ui/*", "@/evidence/*", "@/features/*", "@/app/*"]),
  floor(["src/api/**"], ["@/ui/*", "@/evidence/*", "@/features/*", "@/app/*"]),
  floor(["src/ui/**"], ["@/evidence/*", "@/features/*", "@/app/*"]),
  floor(["src/evidence/**"], ["@/features/*", "@/app/*"]),
  ...FEATURES.map((name) =>
    floor(
      [`src/features/${name}/**`],
      ["@/app/*", ...FEATURES.filter((other) => other !== name).map((other) => `@/features/${other}/*`)],
    ),
  ),
  {
    files: ["scripts/**", "*.js", "e2e/**", "tests/**"],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { "no-console": "off" },
  },
  {
    // A step or an expectation that is not waited for tests nothing.
    files: ["e2e/**"],
    languageOptions: { parserOptions: { projectService: true } },
    rules: { "@typescript-eslint/no-floating-promises": "error" },
  },
);
