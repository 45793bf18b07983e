/** Collections, nested; each call answers with all of them. */
import { getJson, sendJson } from "./http";
import type { ChangedCollection, CollectionList, NewCollection } from "./types";

export function listCollections(signal?: AbortSignal): Promise<CollectionList> {
  return getJson("/collections", signal);
}

export function createCollection(made: NewCollection): Promise<CollectionList> {
  return sendJson("POST", "/collections", made);
}

export function changeCollection(id: string, changes: ChangedCollection): Promise<CollectionList> {
  return sendJson("PATCH", `/collections/${id}`, changes);
}

export function deleteCollection(id: string): Promise<void> {
  return sendJson("DELETE", `/collections/${id}`);
}
