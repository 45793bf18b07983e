/** A list of the library's papers that have been read, from which some are chosen; a search finds those that are not listed. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { listLibrary } from "@/api/library";
import { common } from "@/texts/common";
import { Option } from "./option";
import { Failed, Skeleton } from "./states";

interface PaperChoiceProps {
  chosen: readonly string[];
  /** Papers that are not offered. */
  without?: readonly string[];
  /** What is said where no paper is left. */
  none?: string;
  onToggle: (id: string) => void;
  autoFocus?: boolean;
  /** The height of the list, as a class. */
  height: string;
}

export function PaperChoice({ chosen, without = [], none, onToggle, autoFocus = false, height }: PaperChoiceProps) {
  const [words, setWords] = useState("");
  const search = useDeferredValue(words.trim());
  const library = useQuery({
    queryKey: ["papers", "to-choose", search],
    queryFn: ({ signal }) => listLibrary(search ? { q: search } : {}, 0, signal),
    placeholderData: keepPreviousData,
  });
  const listed = library.data?.papers.filter(
    ({ paper_id: id, status }) => status === "completed" && !without.includes(id),
  );
  return (
    <div className="rounded-lg border border-line text-sm">
      <input
        autoFocus={autoFocus}
        type="search"
        aria-label={common.choosing.search}
        placeholder={common.choosing.search}
        value={words}
        maxLength={200}
        onChange={(event) => setWords(event.target.value)}
        className="h-10 w-full border-b border-line bg-transparent px-3"
      />
      <div className={`overflow-y-auto ${height}`}>
        {library.isPending ? (
          <div className="p-3">
            <Skeleton lines={4} label={common.choosing.loading} />
          </div>
        ) : !listed ? (
          <Failed title={common.choosing.failed} error={library.error} retry={() => void library.refetch()} />
        ) : listed.length === 0 ? (
          <p className="px-3 py-2 text-soft">{(!search && none) || common.choosing.noneFits}</p>
        ) : (
          <ul aria-label={common.choosing.papers}>
            {listed.map(({ paper_id: id, title, filename, authors, year }) => (
              <li key={id}>
                <Option
                  name={title ?? filename}
                  about={[authors.slice(0, 3).join(", "), year].filter(Boolean).join(" · ")}
                  chosen={chosen.includes(id)}
                  onToggle={() => onToggle(id)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {library.data?.next_cursor && <p className="px-3 py-1.5 text-soft">{common.choosing.onlyFirst}</p>}
    </div>
  );
}
