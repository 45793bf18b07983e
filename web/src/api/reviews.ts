/** Literature reviews: requesting one, following its progress, editing and exporting its report. */
import type { Depth } from "./chat";
import { CONSTANTS } from "./constants";
import { getFile, getJson, sendJson } from "./http";
import type { EditReport, NewReview, ReviewEstimateView, ReviewList, ReviewSummary, ReviewView } from "./types";

export const FORMATS = CONSTANTS.exports;
export type Format = keyof typeof FORMATS;

export function listReviews(signal?: AbortSignal): Promise<ReviewList> {
  return getJson("/reviews?limit=50", signal);
}

export function getReview(id: string, version: number | null, signal?: AbortSignal): Promise<ReviewView> {
  return getJson(`/reviews/${id}${version ? `?version=${version}` : ""}`, signal);
}

export function createReview(review: NewReview): Promise<ReviewSummary> {
  return sendJson("POST", "/reviews", review);
}

export function estimateReview(
  paperIds: readonly string[],
  wishes: { depth: Depth | null; fetch: number },
  signal?: AbortSignal,
): Promise<ReviewEstimateView> {
  const [first, ...others] = paperIds;
  return sendJson("POST", "/reviews/estimate", { paper_ids: first ? [first, ...others] : null, ...wishes }, { signal });
}

export function editReview(id: string, edit: EditReport): Promise<ReviewSummary> {
  return sendJson("PATCH", `/reviews/${id}`, edit);
}

export function cancelReview(id: string): Promise<ReviewSummary> {
  return sendJson("POST", `/reviews/${id}/cancel`);
}

export function deleteReview(id: string): Promise<void> {
  return sendJson("DELETE", `/reviews/${id}`);
}

export function exportReview(id: string, format: Format, version: number): Promise<Blob> {
  return getFile(`/reviews/${id}/export?format=${format}&version=${version}`);
}
