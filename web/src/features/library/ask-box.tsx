/** The line on top of the library: what is typed is searched for at once, and Enter asks it of the chosen papers, or of all. */
import { useRef, useState } from "react";
import { LONGEST_QUESTION, type Depth } from "@/api/chat";
import { library as texts } from "@/texts/library";
import { Button } from "@/ui/button";
import { DepthChoice } from "@/ui/depth-choice";
import { useGrowing } from "@/ui/growing";
import { Icon } from "@/ui/icons";

interface AskBoxProps {
  words: string;
  /** How many papers there are to ask. */
  papers: number;
  /** These are chosen. */
  chosen: boolean;
  onWords: (words: string) => void;
  onAsk: (question: string, depth: Depth | null) => void;
}

export function AskBox({ words, papers, chosen, onWords, onAsk }: AskBoxProps) {
  const [depth, setDepth] = useState<Depth | null>(null);
  const ask = () => {
    if (words.trim() && papers) {
      onAsk(words.trim(), depth);
    }
  };
  const area = useRef<HTMLTextAreaElement>(null);
  useGrowing(area, words);
  return (
    <search className="block min-w-60 flex-1 max-sm:basis-full">
      <form
        className="flex items-start rounded-xl border border-line py-1 pr-1 focus-within:border-accent focus-within:ring-1 focus-within:ring-accent"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <Icon name="search" className="pointer-events-none m-2 size-5 text-soft" />
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          aria-label={texts.search}
          placeholder={chosen ? texts.askChosen(papers) : texts.askOrSearch(papers)}
          value={words}
          maxLength={LONGEST_QUESTION}
          onChange={(event) => onWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              ask();
            } else if (event.key === "Escape") {
              onWords("");
            }
          }}
          className="max-h-40 min-h-9 min-w-0 flex-1 resize-none bg-transparent py-1.5 leading-6 outline-none"
        />
        {words.trim() && (
          <>
            <DepthChoice depth={depth} onChange={setDepth} />
            <Button type="submit" look="primary" disabled={!papers}>
              {chosen ? texts.askPapers(papers) : texts.ask}
            </Button>
          </>
        )}
      </form>
    </search>
  );
}
