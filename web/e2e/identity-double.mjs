// Identity Platform's REST API for the tests of signing in, as Firebase's own emulator answers it (tests/identity.test).
const HOUR_S = 3_600;

export class IdentityDouble {
  /** Whether people may make accounts by themselves. */
  open = true;
  /** Letters sent, by address. */
  letters = [];
  #accounts = new Map();
  #sessions = new Map();
  #tokens = new Map();
  #issued = 0;

  /** Answer a call: its address with the query, and its body as it was sent. */
  answer(url, body) {
    const { hostname, pathname, searchParams } = new URL(url);
    if (!searchParams.get("key")) {
      return refusal(403, "The request is missing a valid API key.");
    }
    if (hostname.startsWith("securetoken.")) {
      return this.#renew(new URLSearchParams(body));
    }
    const call = /accounts:(\w+)$/.exec(pathname)?.[1];
    const given = JSON.parse(body);
    switch (call) {
      case "signUp":
        return this.#signUp(given);
      case "signInWithPassword":
        return this.#signIn(given);
      case "sendOobCode":
        return this.#send(given);
      case "delete":
        return this.#delete(given);
      default:
        return refusal(404, "NOT_FOUND");
    }
  }

  /** Close an account as its administrator does: nothing that was issued can be renewed. */
  disable(email) {
    this.#accounts.get(email).disabled = true;
  }

  #signUp({ email, password }) {
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
    return this.#signed(this.#accounts.get(email));
  }

  #signIn({ email, password }) {
    const account = this.#accounts.get(email);
    if (account?.password !== password) {
      return refusal(400, "INVALID_LOGIN_CREDENTIALS");
    }
    return account.disabled ? refusal(400, "USER_DISABLED") : this.#signed(account);
  }

  #send({ email, requestType }) {
    if (requestType === "PASSWORD_RESET" && this.#accounts.has(email)) {
      this.letters.push(email);
    }
    return { status: 200, body: { email } };
  }

  #delete({ idToken }) {
    const account = this.#tokens.get(idToken);
    if (!account || !this.#accounts.delete(account.email)) {
      return refusal(400, "INVALID_ID_TOKEN");
    }
    return { status: 200, body: { kind: "identitytoolkit#DeleteAccountResponse" } };
  }

  #renew(form) {
    const account = this.#sessions.get(form.get("refresh_token"));
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

  #signed(account) {
    this.#issued += 1;
    const [idToken, refreshToken] = [`id-${this.#issued}`, `refresh-${this.#issued}`];
    this.#sessions.set(refreshToken, account);
    this.#tokens.set(idToken, account);
    return { status: 200, body: { email: account.email, idToken, refreshToken, expiresIn: String(HOUR_S) } };
  }
}

function refusal(status, message) {
  return { status, body: { error: { code: status, message } } };
}
