// Identity Platform's REST API for the tests of signing in, as Firebase's own emulator answers it (tests/identity.test);
// that emulator has no authenticator apps and no redirects to providers, so what concerns them follows Google's reference
// of the REST API (accounts.createAuthUri and accounts.signInWithIdp).
import { randomBytes } from "node:crypto";
import { fits, toBase32 } from "./authenticator.ts";

const HOUR_S = 3_600;
/** Origin of the page of the double's providers. */
export const PROVIDER = "https://id.example.org";

// Fields of requests and of answers, as Google's reference names them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Fields = Record<string, any>;

interface Answer {
  status: number;
  body: Fields;
}

interface Account {
  email: string;
  disabled: boolean;
  password?: string;
  providerId?: string;
  factor?: { id: string; name: string; since: string; address: string };
}

export class IdentityDouble {
  /** Whether people may make accounts by themselves. */
  open = true;
  /** Whether accounts need to have confirmed their address before they have a second factor. */
  confirmed = true;
  /** Letters sent, by address. */
  letters: string[] = [];
  /** Providers that are open, by their ids. */
  providers = new Set(["oidc.ours", "saml.theirs"]);
  #leaving = new Map<string, { state: string; providerId: string }>();
  #accounts = new Map<string, Account>();
  #sessions = new Map<string, Account>();
  #tokens = new Map<string, Account>();
  #setups = new Map<string, string>();
  #begun = new Map<string, Account>();
  #issued = 0;

  /** Answer a call: its address with the query, and its body as it was sent. */
  answer(url: string, body: string): Answer {
    const { hostname, pathname, searchParams } = new URL(url);
    if (!searchParams.get("key")) {
      return refusal(403, "The request is missing a valid API key.");
    }
    if (hostname.startsWith("securetoken.")) {
      return this.#renew(new URLSearchParams(body));
    }
    const call = /^\/v1\/accounts:(\w+)$|^\/v2\/accounts\/(\w+:\w+)$/.exec(pathname)?.slice(1).find(Boolean);
    const given = JSON.parse(body) as Fields;
    switch (call) {
      case "signUp":
        return this.#signUp(given);
      case "signInWithPassword":
        return this.#signIn(given);
      case "createAuthUri":
        return this.#leave(given);
      case "signInWithIdp":
        return this.#return(given);
      case "sendOobCode":
        return this.#send(given);
      case "delete":
        return this.#delete(given);
      case "lookup":
        return this.#lookup(given);
      case "mfaEnrollment:start":
        return this.#startFactor(given);
      case "mfaEnrollment:finalize":
        return this.#addFactor(given);
      case "mfaEnrollment:withdraw":
        return this.#removeFactor(given);
      case "mfaSignIn:finalize":
        return this.#confirm(given);
      default:
        return refusal(404, "NOT_FOUND");
    }
  }

  /** Close an account as its administrator does: nothing that was issued can be renewed. */
  disable(email: string): void {
    this.#accounts.get(email)!.disabled = true;
  }

  #signUp({ email, password }: Fields): Answer {
    if (!this.open) {
      return refusal(400, "ADMIN_ONLY_OPERATION");
    }
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) {
      return refusal(400, "INVALID_EMAIL");
    }
    if (password.length < 6) {
      return refusal(400, "WEAK_PASSWORD : Password should be at least 6 characters");
    }
    if (this.#accounts.has(email)) {
      return refusal(400, "EMAIL_EXISTS");
    }
    this.#accounts.set(email, { email, password, disabled: false });
    return this.#signed(this.#accounts.get(email)!);
  }

  #signIn({ email, password }: Fields): Answer {
    const account = this.#accounts.get(email);
    if (!account || account.password !== password) {
      return refusal(400, "INVALID_LOGIN_CREDENTIALS");
    }
    if (account.disabled) {
      return refusal(400, "USER_DISABLED");
    }
    return account.factor ? this.#begin(account) : this.#signed(account);
  }

  /** Where to send somebody who signs in at a provider; the page of the double's provider is PROVIDER. */
  #leave({ providerId, continueUri }: Fields): Answer {
    if (!this.providers.has(providerId)) {
      return refusal(400, "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled.");
    }
    if (!continueUri) {
      return refusal(400, "MISSING_CONTINUE_URI");
    }
    this.#issued += 1;
    const [sessionId, state] = [`session-${this.#issued}`, `state-${this.#issued}`];
    this.#leaving.set(sessionId, { state, providerId });
    const query: Record<string, string> = providerId.startsWith("saml.")
      ? { SAMLRequest: "request", RelayState: state }
      : { response_type: "id_token", scope: "openid", redirect_uri: continueUri, state, nonce: sessionId };
    const authUri = `${PROVIDER}/${providerId}?${new URLSearchParams(query).toString()}`;
    return { status: 200, body: { authUri, sessionId, providerId } };
  }

  /** The double's provider gives `of <address>` as its token, or as its SAML response. */
  #return({ requestUri, postBody, sessionId, returnSecureToken }: Fields): Answer {
    const begun = this.#leaving.get(sessionId);
    const saml = begun?.providerId.startsWith("saml.");
    const answer = new URLSearchParams(saml ? postBody : new URL(requestUri).hash.slice(1));
    const email = /^of (\S+@\S+)$/.exec(answer.get(saml ? "SAMLResponse" : "id_token") ?? "")?.[1];
    if (!email || !returnSecureToken || answer.get(saml ? "RelayState" : "state") !== begun?.state) {
      return refusal(400, "INVALID_IDP_RESPONSE : The supplied auth credential is malformed or has expired.");
    }
    this.#leaving.delete(sessionId);
    const account = this.#accounts.get(email);
    if (account && account.providerId !== begun.providerId) {
      const verifiedProvider = [account.providerId ?? "password"];
      return { status: 200, body: { email, needConfirmation: true, verifiedProvider, pendingToken: "pending" } };
    }
    if (!account && !this.open) {
      return refusal(400, "ADMIN_ONLY_OPERATION");
    }
    if (account?.disabled) {
      return refusal(400, "USER_DISABLED");
    }
    if (!account) {
      this.#accounts.set(email, { email, providerId: begun.providerId, disabled: false });
    }
    const entered = this.#accounts.get(email)!;
    return entered.factor ? this.#begin(entered) : this.#signed(entered);
  }

  #begin(account: Account): Answer {
    this.#issued += 1;
    const pending = `pending-${this.#issued}`;
    this.#begun.set(pending, account);
    const { id, name, since } = account.factor!;
    const mfaInfo = [{ mfaEnrollmentId: id, displayName: name, enrolledAt: since, totpInfo: {} }];
    return { status: 200, body: { email: account.email, mfaPendingCredential: pending, mfaInfo } };
  }

  #confirm({ mfaPendingCredential, mfaEnrollmentId, totpVerificationInfo }: Fields): Answer {
    const account = this.#begun.get(mfaPendingCredential);
    if (!account) {
      return refusal(400, "INVALID_MFA_PENDING_CREDENTIAL");
    }
    if (!account.factor || account.factor.id !== mfaEnrollmentId) {
      return refusal(400, "MFA_ENROLLMENT_NOT_FOUND");
    }
    if (!fits(account.factor.address, totpVerificationInfo.verificationCode)) {
      return refusal(400, "INVALID_CODE");
    }
    this.#begun.delete(mfaPendingCredential);
    return this.#pair(account);
  }

  #lookup({ idToken }: Fields): Answer {
    const account = this.#tokens.get(idToken);
    if (!account) {
      return refusal(400, "INVALID_ID_TOKEN");
    }
    const { email, factor } = account;
    const mfaInfo = factor && [
      { mfaEnrollmentId: factor.id, displayName: factor.name, enrolledAt: factor.since, totpInfo: {} },
    ];
    return { status: 200, body: { users: [{ email, ...(mfaInfo ? { mfaInfo } : {}) }] } };
  }

  #startFactor({ idToken, totpEnrollmentInfo }: Fields): Answer {
    if (!this.#tokens.has(idToken) || !totpEnrollmentInfo) {
      return refusal(400, "INVALID_ID_TOKEN");
    }
    if (!this.confirmed) {
      return refusal(400, "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.");
    }
    this.#issued += 1;
    const told = {
      sharedSecretKey: toBase32(randomBytes(20)),
      verificationCodeLength: 6,
      hashingAlgorithm: "SHA1",
      periodSec: 30,
      sessionInfo: `setup-${this.#issued}`,
    };
    this.#setups.set(told.sessionInfo, `otpauth://totp/a?secret=${told.sharedSecretKey}`);
    return { status: 200, body: { totpSessionInfo: told } };
  }

  #addFactor({ idToken, displayName, totpVerificationInfo: { sessionInfo, verificationCode } }: Fields): Answer {
    const [account, address] = [this.#tokens.get(idToken), this.#setups.get(sessionInfo)];
    if (!account || !address) {
      return refusal(400, "INVALID_SESSION_INFO");
    }
    if (!fits(address, verificationCode)) {
      return refusal(400, "INVALID_CODE");
    }
    account.factor = { id: `factor-${sessionInfo}`, name: displayName, since: "2026-11-23T03:00:00Z", address };
    return this.#pair(account);
  }

  #removeFactor({ idToken, mfaEnrollmentId }: Fields): Answer {
    const account = this.#tokens.get(idToken);
    if (!account?.factor || account.factor.id !== mfaEnrollmentId) {
      return refusal(400, "MFA_ENROLLMENT_NOT_FOUND");
    }
    delete account.factor;
    return this.#pair(account);
  }

  /** Tokens as the methods of second factors answer them: without address and time. */
  #pair(account: Account): Answer {
    const { idToken, refreshToken } = this.#signed(account).body;
    return { status: 200, body: { idToken, refreshToken } };
  }

  #send({ email, requestType }: Fields): Answer {
    if (requestType === "PASSWORD_RESET" && this.#accounts.has(email)) {
      this.letters.push(email);
    }
    return { status: 200, body: { email } };
  }

  #delete({ idToken }: Fields): Answer {
    const account = this.#tokens.get(idToken);
    if (!account || !this.#accounts.delete(account.email)) {
      return refusal(400, "INVALID_ID_TOKEN");
    }
    return { status: 200, body: { kind: "identitytoolkit#DeleteAccountResponse" } };
  }

  #renew(form: URLSearchParams): Answer {
    const account = this.#sessions.get(form.get("refresh_token")!);
    if (form.get("grant_type") !== "refresh_token" || !account || this.#accounts.get(account.email) !== account) {
      return refusal(400, "INVALID_REFRESH_TOKEN");
    }
    if (account.disabled) {
      return refusal(400, "USER_DISABLED");
    }
    const { idToken, refreshToken, expiresIn } = this.#signed(account).body;
    return {
      status: 200,
      body: { id_token: idToken, refresh_token: refreshToken, expires_in: expiresIn, token_type: "Bearer" },
    };
  }

  #signed(account: Account): Answer {
    this.#issued += 1;
    const [idToken, refreshToken] = [`id-${this.#issued}`, `refresh-${this.#issued}`];
    this.#sessions.set(refreshToken, account);
    this.#tokens.set(idToken, account);
    return { status: 200, body: { email: account.email, idToken, refreshToken, expiresIn: String(HOUR_S) } };
  }
}

function refusal(status: number, message: string): Answer {
  return { status, body: { error: { code: status, message } } };
}
