/** Where this page was put: the API's origin and the project that signs people in, from two meta tags. */
export interface Deployment {
  /** Origin of the API, empty when it is the page's own. */
  api: string;
  /** Web API key of Identity Platform, empty where nobody signs in. */
  identityKey: string;
}

export function deployment(): Deployment {
  return { api: content("scholarai-api").replace(/\/$/, ""), identityKey: content("scholarai-identity-key") };
}

function content(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}
