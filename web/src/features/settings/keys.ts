/** Names of what the page keeps of the settings. */
export const SETTINGS = ["settings", "models"];
