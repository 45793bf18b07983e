/** The deployment of this page: the API's origin and the sign-in project, from two meta tags. */
export interface Deployment {
  /** Origin of the API, empty if it is the page's own. */
  api: string;
  /** Web API key of Identity Platform, empty without sign-in. */
  identityKey: string;
}

export function deployment(): Deployment {
  return { api: content("scholarai-api").replace(/\/$/, ""), identityKey: content("scholarai-identity-key") };
}

function content(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}
