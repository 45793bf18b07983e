/** Bibliographies: what a paper cites and where, and what in the library is related to it. */
import { getJson } from "./http";
import type { CitedPassageView, ReferenceList, RelatedView } from "./types";

export function listReferences(paperId: string, signal?: AbortSignal): Promise<ReferenceList> {
  return getJson(`/papers/${paperId}/references`, signal);
}

/** Return what a cited paper of the library says about a sentence that cites it; both are numbered from 1. */
export function findCitedPassage(
  paperId: string,
  number: number,
  mention: number,
  signal?: AbortSignal,
): Promise<CitedPassageView> {
  return getJson(`/papers/${paperId}/references/${number}/passage?mention=${mention}`, signal);
}

export function getRelated(paperId: string, signal?: AbortSignal): Promise<RelatedView> {
  return getJson(`/papers/${paperId}/related`, signal);
}
