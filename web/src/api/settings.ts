/** The model that answers: which it is, choosing another, trying it. */
import { getJson, sendJson } from "./http";
import type { ChooseModel, FoundServers, ModelSettingsView, TrialView } from "./types";

const PATH = "/settings/models";
// A local model may be loaded for minutes before its first word.
const LOADING_MS = 600_000;

export function getModelSettings(signal?: AbortSignal): Promise<ModelSettingsView> {
  return getJson(PATH, signal);
}

export function chooseModel(choice: ChooseModel): Promise<ModelSettingsView> {
  return sendJson("PUT", PATH, choice);
}

export function tryModel(): Promise<TrialView> {
  return sendJson("POST", `${PATH}/try`, undefined, { patienceMs: LOADING_MS });
}

export function findServers(signal?: AbortSignal): Promise<FoundServers> {
  return getJson(`${PATH}/found`, signal);
}
