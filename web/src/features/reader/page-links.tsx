/** What can be clicked on a PDF page: its own links, and the markers of citations where it has none. */
import { useEffect, useMemo, useState } from "react";
import { placesOn, type Place, type Rotation } from "@/lib/boxes";
import { HoverCard } from "@/ui/hover-card";
import { reader as texts } from "@/texts/reader";
import { useCiting } from "./citing";
import { pointOf, readLinks, type PageLink } from "./links";
import type { PDFDocumentProxy } from "./pdf";
import { ReferenceCards } from "./reference-card";
import { citedAs, entryAt, type Entry, type Marker } from "./references";

interface PlacedMarker {
  marker: Marker;
  places: Place[];
}

export function PageLinks({
  document,
  pageNumber,
  rotation,
}: {
  document: PDFDocumentProxy;
  pageNumber: number;
  rotation: Rotation;
}) {
  const links = useLinks(document, pageNumber, rotation);
  const { markers } = useCiting();
  const placed = useMemo<PlacedMarker[]>(
    () =>
      markers.flatMap((marker) => {
        const here = marker.pages.filter((page) => page.page_number === pageNumber);
        return here.length ? [{ marker, places: here.flatMap((page) => placesOn(page, rotation)) }] : [];
      }),
    [markers, pageNumber, rotation],
  );
  if (!links) {
    return null;
  }
  const free = placed.filter(({ places }) => !links.some((link) => places.some((place) => meet(place, link.place))));
  return (
    <>
      {links.map((link, index) =>
        link.url ? (
          <a
            key={index}
            href={link.url}
            target="_blank"
            rel="noreferrer noopener"
            aria-label={link.url}
            tabIndex={-1}
            className={LINK}
            style={percent(link.place)}
          />
        ) : (
          <InnerLink key={index} {...{ document, link, placed }} />
        ),
      )}
      {free.flatMap(({ marker, places }, index) =>
        places.map((place, line) => <MarkerLink key={`${index}.${line}`} {...{ marker, place }} />),
      )}
    </>
  );
}

const LINK = "page-link absolute z-10 rounded-sm hover:bg-accent/15";

/** A link of the file to a place in it; where an entry of the bibliography is printed there, the entry is meant. */
function InnerLink({
  document,
  link,
  placed,
}: {
  document: PDFDocumentProxy;
  link: PageLink;
  placed: readonly PlacedMarker[];
}) {
  const { entries, goTo, goToEntry } = useCiting();
  const [meant, setMeant] = useState<Entry | null>(null);
  const marker = placed.find(({ places }) => places.some((place) => meet(place, link.place)))?.marker ?? null;
  async function find(): Promise<() => void> {
    const point = await pointOf(document, link.dest);
    const [left = 0, top = 0] = point?.boxes[0] ?? [];
    const entry = point && entryAt(entries.values(), point.page_number, top, left);
    setMeant(entry);
    return () => (entry ? goToEntry(entry) : point && goTo(point));
  }
  const label = meant ? texts.reference(citedAs(meant.reference)) : texts.goToPlace;
  return (
    <HoverCard label={label} card={meant && <ReferenceCards numbers={[meant.reference.number]} marker={marker} />}>
      <a
        href="#"
        role="button"
        aria-label={label}
        tabIndex={-1}
        className={LINK}
        style={percent(link.place)}
        onClick={(event) => {
          event.preventDefault();
          void find().then((go) => go());
        }}
        onPointerEnter={() => {
          find().catch(() => undefined);
        }}
      />
    </HoverCard>
  );
}

/** A marker that the file has no link for. */
function MarkerLink({ marker, place }: { marker: Marker; place: Place }) {
  const { entries, goToEntry } = useCiting();
  const cited = marker.numbers.flatMap((number) => entries.get(number) ?? []);
  const label = texts.reference(cited.map(({ reference }) => citedAs(reference)).join("; "));
  return (
    <HoverCard label={label} card={<ReferenceCards numbers={marker.numbers} marker={marker} />}>
      <button
        type="button"
        aria-label={label}
        tabIndex={-1}
        className={LINK}
        style={percent(place)}
        onClick={() => {
          if (cited[0]) {
            goToEntry(cited[0]);
          }
        }}
      />
    </HoverCard>
  );
}

function useLinks(document: PDFDocumentProxy, pageNumber: number, rotation: Rotation): PageLink[] | null {
  const [links, setLinks] = useState<PageLink[] | null>(null);
  useEffect(() => {
    let left = false;
    readLinks(document, pageNumber, rotation)
      .catch(() => []) // links are a convenience; the page is shown without them
      .then((found) => !left && setLinks(found))
      .catch(() => undefined);
    return () => {
      left = true;
    };
  }, [document, pageNumber, rotation]);
  return links;
}

function meet(one: Place, other: Place): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

function percent({ left, top, width, height }: Place) {
  return { left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * width}%`, height: `${100 * height}%` };
}
