/** The name under which the page keeps which model answers. */
export const SETTINGS = ["settings", "models"];
