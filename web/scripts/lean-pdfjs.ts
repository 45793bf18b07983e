/** pdf.js without what a reader never does: editing, forms as HTML, XFA, signatures, debugging, running in Node. */
import type { Plugin } from "vite";

// Top-level names of pdfjs-dist/build/pdf.mjs. Forms and notes are still drawn: that is done by the page's own picture.
const NEVER_USED = [
  // Editors, and the layers that they and forms stand on.
  "AltText",
  "AnnotationEditor",
  "AnnotationEditorLayer",
  "AnnotationEditorUIManager",
  "AnnotationElement",
  "ColorPicker",
  "Comment",
  "CommandManager",
  "DrawingEditor",
  "DrawLayer",
  "EditorToolbar",
  "FloatingToolbar",
  "FreeDrawOutline",
  "FreeDrawOutliner",
  "FreeTextEditor",
  "HighlightEditor",
  "HighlightOutliner",
  "ImageManager",
  "InkAnnotationElement",
  "InkDrawOutline",
  "InkDrawOutliner",
  "InkEditor",
  "KeyboardManager",
  "LinkAnnotationElement",
  "Outline",
  "PopupElement",
  "SignatureEditor",
  "SignatureExtractor",
  "StampEditor",
  "TouchManager",
  "WidgetAnnotationElement",
  "XfaLayer",
  // Debugging, and records of what was drawn where.
  "CanvasBBoxTracker",
  "CanvasDependencyTracker",
  "CanvasImagesTracker",
  "CanvasNestedDependencyTracker",
  "StatTimer",
  // Files that do not come over fetch, and meshes drawn by WebGPU, which is off.
  "PDFDataTransportStream",
  "PDFNetworkStream",
  "PDFNodeStream",
  "WebGPUMesh",
];
// Reads the name under which a server wants a file saved.
const NO_NAME = "getFilenameFromContentDispositionHeader";
const FILE = /pdfjs-dist\/build\/pdf\.mjs$/;

interface Node {
  type: string;
  start: number;
  end: number;
  id?: { name: string } | null;
  expression?: { left?: { property?: { name?: string } } };
}

/**
 * Empty the classes that are never used, so that the bundler can leave out what only they need.
 *
 * The file publishes all of its names in a global, which keeps every one of them alive; that goes too. A name that is
 * no longer there ends the build: a new version of pdf.js has to be looked at.
 */
export function leanPdfjs(): Plugin {
  return {
    name: "lean-pdfjs",
    apply: "build",
    transform(code, id) {
      if (!FILE.test(id)) {
        return null;
      }
      const body = this.parse(code).body as unknown as Node[];
      const missing = [...NEVER_USED, NO_NAME].filter((name) => !body.some((node) => node.id?.name === name));
      if (missing.length) {
        this.error(`pdf.js has no ${missing.join(", ")}: look at scripts/lean-pdfjs.ts`);
      }
      let lean = "";
      let place = 0;
      for (const node of body) {
        const instead = insteadOf(node);
        if (instead !== null) {
          lean += code.slice(place, node.start) + instead;
          place = node.end;
        }
      }
      return { code: lean + code.slice(place), map: null, moduleSideEffects: false };
    },
  };
}

/** Return what stands in the place of a statement that goes, or null when it stays. */
function insteadOf({ type, id, expression }: Node): string | null {
  const name = id?.name ?? "";
  if (type === "ClassDeclaration" && NEVER_USED.includes(name)) {
    return `class ${name} {}`;
  }
  if (name === NO_NAME) {
    return `function ${NO_NAME}() { return ""; }`;
  }
  return expression?.left?.property?.name === "pdfjsLib" ? "" : null;
}
