/**
 * Sign-in at a provider of the deployment (OpenID Connect or SAML) by redirects, over Identity Platform's REST API.
 *
 * The provider's answer comes back in the address: OpenID Connect puts it there, a SAML provider's form is put there by
 * our server. It counts only in the tab that began the sign-in: what was begun is in that tab's session storage, and
 * Identity Platform compares the session id of both calls.
 */
import { failure, toolkit } from "./identity-calls";
import { finishWith, type Answered, type Begun } from "./identity";
import { calls as texts } from "@/texts/calls";

export interface Provider {
  id: string;
  name: string;
}

interface Pending {
  provider: Provider;
  sessionId: string;
  state: string;
  /** The address to go on with. */
  to: string;
}

/** What a provider answered, and the sign-in of this tab that it belongs to. */
export interface Returned {
  pending: Pending | null;
  answer: URLSearchParams;
  /** The address with the answer in it. */
  address: string;
}

interface Started {
  authUri: string;
  sessionId: string;
}

interface Confirmation {
  needConfirmation?: boolean;
  verifiedProvider?: string[];
}

const KEY = "scholarai:sign-in";
const SAML = "SAMLResponse";
// Any of these makes an address one that a provider sent somebody back to.
const MARKS = ["id_token", "error", SAML];

/** Leave for the provider's page, which sends the browser back to `/`, or by POST to `/sign-in/saml`. */
export async function leaveFor(provider: Provider): Promise<void> {
  const { authUri, sessionId } = await toolkit<Started>("createAuthUri", {
    providerId: provider.id,
    continueUri: provider.id.startsWith("saml.") ? samlAddress() : `${location.origin}/`,
  });
  const target = new URL(authUri);
  if (target.protocol !== "https:") {
    throw failure(0, "provider_address", texts.unsafe(provider.name), false);
  }
  const pending: Pending = { provider, sessionId, state: stateOf(target.searchParams), to: addressNow() };
  sessionStorage.setItem(KEY, JSON.stringify(pending));
  location.assign(authUri);
}

/** Take a provider's answer out of the address, which is then as if nobody had left; null if there is none. */
export function takeReturned(): Returned | null {
  const answer = new URLSearchParams(location.hash.slice(1));
  if (location.pathname !== "/" || !MARKS.some((mark) => answer.has(mark))) {
    return null;
  }
  const pending = takePending();
  const returned = { pending, answer, address: location.href };
  history.replaceState(null, "", pending?.to ?? "/");
  return returned;
}

/** Complete a sign-in, or return what a code has to complete. */
export async function finish({ pending, answer, address }: Returned): Promise<Begun | null> {
  if (!pending || pending.state === "" || stateOf(answer) !== pending.state) {
    throw failure(0, "state_wrong", texts.otherTab, false);
  }
  if (answer.has("error")) {
    const why = answer.get("error") === "access_denied" ? texts.cancelledAt : texts.failedAt;
    throw failure(0, "provider_refused", why(pending.provider.name), false);
  }
  const saml = answer.has(SAML);
  const answered = await toolkit<Answered & Confirmation>("signInWithIdp", {
    requestUri: saml ? samlAddress() : address,
    ...(saml ? { postBody: answer.toString() } : {}),
    sessionId: pending.sessionId,
    returnSecureToken: true,
  });
  if (answered.needConfirmation) {
    throw failure(0, "account_exists", alreadyThere(answered.verifiedProvider ?? []), false);
  }
  // A provider may keep addresses to itself.
  return finishWith({ ...answered, email: answered.email ?? pending.provider.name });
}

function alreadyThere(providers: string[]): string {
  return providers.includes("password") ? texts.existsPassword : texts.existsOther;
}

function stateOf(fields: URLSearchParams): string {
  return fields.get("state") ?? fields.get("RelayState") ?? "";
}

function samlAddress(): string {
  return `${location.origin}/sign-in/saml`;
}

function addressNow(): string {
  return location.pathname + location.search;
}

function takePending(): Pending | null {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  try {
    return JSON.parse(kept ?? "null") as Pending | null;
  } catch {
    return null;
  }
}
