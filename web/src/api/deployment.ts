/** The deployment of this page: the API's origin and its sign-in, from three meta tags. */
export interface Deployment {
  /** Origin of the API, empty if it is the page's own. */
  api: string;
  /** Web API key of Identity Platform, empty without sign-in. */
  identityKey: string;
  /** Whether accounts may have a second factor. */
  secondFactor: boolean;
}

export function deployment(): Deployment {
  return {
    api: content("scholarai-api").replace(/\/$/, ""),
    identityKey: content("scholarai-identity-key"),
    secondFactor: content("scholarai-second-factor") !== "",
  };
}

function content(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}
