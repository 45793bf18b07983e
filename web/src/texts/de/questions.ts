/** Ready-made questions in German. The server makes them in English (answering/first_questions.py). */
const WHOLE: Record<string, string> = {
  "What is the main contribution?": "Was ist der wichtigste Beitrag?",
  "What are the main findings?": "Was sind die wichtigsten Ergebnisse?",
  "What is this paper about?": "Worum geht es in diesem Artikel?",
  "Which data are used?": "Welche Daten werden verwendet?",
  "What do these papers have in common?": "Was haben diese Artikel gemeinsam?",
  "Where do their results differ?": "Worin unterscheiden sich ihre Ergebnisse?",
  "Which data does each of them use?": "Welche Daten verwendet jede von ihnen?",
};

const MADE: readonly [RegExp, (name: string) => string][] = [
  [/^What does the paper say about “(.+)”\?$/, (heading) => `Was sagt der Artikel über „${heading}“?`],
  [/^What does (\p{L}+\.? \S*\d\S*) show\?$/u, (label) => `Was zeigt ${inGerman(label)}?`],
  [/^What is in (\p{L}+\.? \S*\d\S*)\?$/u, (label) => `Was ist in ${inGerman(label)} zu sehen?`],
  [/^What is (\S+)\?$/, (abbreviation) => `Was ist ${abbreviation}?`],
];

/** Return a ready-made question in German; one that a person wrote stays. */
export function germanQuestion(question: string): string {
  for (const [form, german] of MADE) {
    const name = form.exec(question)?.[1];
    if (name) {
      return german(name);
    }
  }
  return WHOLE[question] ?? question;
}

function inGerman(label: string): string {
  return label.replace(/^table /i, "Tabelle ").replace(/^fig(?:ure|\.) /i, "Abbildung ");
}
