// Signing in, as in the cloud: the document has the project's key and the cloud's policy.
import { codeOf } from "./authenticator.mjs";
import { IdentityDouble, PROVIDER } from "./identity-double.mjs";
import { open, seriousFindings } from "./steps.mjs";

const SERVICES = /^https:\/\/(identitytoolkit|securetoken)\.googleapis\.com\//;

export async function signInAndOut({ context, page, shot }, { url, id, policy }) {
  const people = new IdentityDouble();
  await asInTheCloud(context, people, policy, `${new URL(url).origin}/`);
  const tokens = new Map();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (
      request.url().startsWith(url) &&
      /^\/(papers|chat|reviews)\b/.test(pathname) &&
      !request.isNavigationRequest()
    ) {
      tokens.set(pathname, [...(tokens.get(pathname) ?? []), request.headers().authorization ?? null]);
    }
  });
  await open(page, url, `/papers/${id}?page=1`);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await shot("sign-in");
  const before = tokens.size;
  const axe = await seriousFindings(page);

  await enter(page, "ada@example.org", "wrong-1", "Sign in");
  const wrong = await page.getByRole("alert").innerText();
  await shot("sign-in-wrong");
  await page.getByRole("button", { name: "Reset password" }).click();
  await page.getByRole("button", { name: "Send a link" }).click();
  await page.getByText("a link was sent to it by e-mail").waitFor();
  await shot("sign-in-reset");
  await page.getByRole("button", { name: "Create an account" }).click();
  await enter(page, "ada@example.org", "secret-1", "Create an account");
  await page.locator("[data-page] canvas").first().waitFor();
  const address = page.url();
  await shot("signed-in");

  await page.reload();
  await page.locator("[data-page] canvas").first().waitFor();
  await page.route("**/library?*", (route) => route.fulfill({ status: 401, json: { code: "unauthenticated" } }));
  await page.getByRole("link", { name: "Library", exact: true }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  const ended = await page.getByRole("alert").innerText();
  await page.unroute("**/library?*");
  await enter(page, "ada@example.org", "secret-1", "Sign in");
  await page.getByRole("heading", { name: "Your papers" }).waitFor();
  await page.getByRole("button", { name: "Sign out ada@example.org" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  return {
    before,
    axe,
    wrong,
    address,
    ended,
    left: await page.evaluate(() => localStorage.getItem("scholarai:account")),
    bare: [...tokens]
      .filter(([, sent]) => sent.some((token) => !token?.startsWith("Bearer id-")))
      .map(([path]) => path),
    file: tokens.has(`/papers/${id}/file`),
  };
}

/** Read what the site says of itself, take one's data out, and delete the account; the API's deletion is not real. */
export async function leaveForGood({ context, page, shot }, { url, policy }) {
  const people = new IdentityDouble();
  await asInTheCloud(context, people, policy, `${new URL(url).origin}/`);
  const deleted = [];
  await page.route(`${url}/me`, (route) => {
    deleted.push(`${route.request().method()} ${route.request().headers().authorization}`);
    return route.fulfill({ status: 204 });
  });
  await open(page, url);
  await page.getByRole("button", { name: "About this site" }).click();
  await page.getByText("No text leaves this server").waitFor();
  const own = await page.getByRole("button", { name: "Download my data" }).count();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Create an account" }).click();
  await enter(page, "ada@example.org", "secret-1", "Create an account");
  await page.getByRole("heading", { name: "Your papers" }).waitFor();

  await page.getByRole("button", { name: "About this site" }).click();
  await page.getByRole("heading", { name: "Your data" }).waitFor();
  const axe = await seriousFindings(page);
  await shot("about");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const file = await (await download).path();
  await page.getByRole("button", { name: "Delete my account" }).click();
  await shot("delete-account");
  await page.getByRole("button", { name: "Delete everything" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  const said = await page.getByRole("alert").innerText();
  await shot("account-deleted");
  await enter(page, "ada@example.org", "secret-1", "Sign in");
  await page.getByText("The address or the password is wrong.").waitFor();
  return { own, axe, file, deleted, said };
}

/** Add an authenticator app by what the page says of it, sign in with its code, and remove it. */
export async function useAuthenticator({ context, page, shot }, { url, policy }) {
  const people = new IdentityDouble();
  await asInTheCloud(context, people, policy, `${new URL(url).origin}/`);
  const email = "ada@example.org";
  await open(page, url);
  await page.getByRole("button", { name: "Create an account" }).click();
  await enter(page, email, "secret-1", "Create an account");
  await openAbout(page);
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  const axe = await seriousFindings(page);
  await page.getByRole("img", { name: "QR code for the authenticator app" }).scrollIntoViewIfNeeded();
  await shot("second-factor");
  const secret = (await page.locator("dialog code").innerText()).replaceAll(" ", "");
  const address = `otpauth://totp/a?secret=${secret}`;
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  const wrong = await page.locator("dialog form").getByRole("alert").innerText();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(address));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Signing in asks for the password and for a code").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: `Sign out ${email}` }).click();

  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await enter(page, email, "secret-1", "Sign in");
  await page.getByRole("heading", { name: "Enter the code" }).waitFor();
  axe.push(...(await seriousFindings(page)));
  await shot("sign-in-code");
  const inside = await page.evaluate(() => localStorage.getItem("scholarai:account"));
  await page.getByLabel("Code", { exact: true }).fill(codeOf(address));
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Your papers" }).waitFor();
  await openAbout(page);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove it" }).click();
  await page.getByRole("button", { name: "Add an authenticator app" }).waitFor();
  return { axe, wrong, inside };
}

/** Sign in at providers of both kinds, be turned away where that is due, and meet the second factor afterwards. */
export async function signInAtProviders({ context, page, shot }, { url, id, policy }) {
  const people = new IdentityDouble();
  const home = new URL(url).origin;
  await asInTheCloud(context, people, policy, `${home}/`, {
    password_sign_in: true,
    sign_in_providers: [
      { id: "oidc.ours", name: "Our University" },
      { id: "saml.theirs", name: "Their Library" },
    ],
  });
  await asProvider(context, home);
  await open(page, url, `/papers/${id}?page=1`);
  await page.getByRole("button", { name: "Sign in with Our University" }).waitFor();
  const axe = await seriousFindings(page);
  await shot("sign-in-providers");

  people.providers.delete("oidc.ours");
  await page.getByRole("button", { name: "Sign in with Our University" }).click();
  const closed = await page.getByRole("alert").innerText();
  people.providers.add("oidc.ours");
  await page.getByRole("button", { name: "Sign in with Our University" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  const cancelled = await page.getByRole("alert").innerText();
  await page.getByRole("button", { name: "Sign in with Our University" }).click();
  await page.getByRole("link", { name: "Forge" }).click();
  const forged = await page.getByRole("alert").innerText();
  await shot("sign-in-forged");
  await page.getByRole("button", { name: "Sign in with Our University" }).click();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.locator("[data-page] canvas").first().waitFor();
  const address = page.url();
  await page.getByRole("button", { name: "Sign out ada@example.org" }).click();

  await page.getByRole("button", { name: "Sign in with Their Library" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  const exists = await page.getByRole("alert").innerText();
  await page.getByRole("button", { name: "Sign in with Their Library" }).click();
  await page.getByLabel("Address", { exact: true }).fill("bob@example.org");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("button", { name: "Sign out bob@example.org" }).waitFor();
  return { axe, closed, cancelled, forged, address, exists, after: page.url() };
}

/** The page of the double's providers: one that redirects, and one that posts a form. */
async function asProvider(context, home) {
  await context.route(`${PROVIDER}/**`, (route) => {
    const asked = new URL(route.request().url());
    const to = (fields) => `${asked.searchParams.get("redirect_uri")}#${new URLSearchParams(fields).toString()}`;
    const state = asked.searchParams.get("state");
    const token = "of ada@example.org";
    const body = asked.pathname.startsWith("/saml.")
      ? `<form method="post" action="${home}/sign-in/saml">
          <label>Address <input name="SAMLResponse" value="ada@example.org" /></label>
          <input type="hidden" name="RelayState" value="${asked.searchParams.get("RelayState")}" />
          <button onclick="this.form.SAMLResponse.value = 'of ' + this.form.SAMLResponse.value">Send</button>
        </form>`
      : `<a href="${to({ id_token: token, state })}">Continue</a>
         <a href="${to({ id_token: token, state: "forged" })}">Forge</a>
         <a href="${to({ error: "access_denied", state })}">Cancel</a>`;
    return route.fulfill({ contentType: "text/html", body: `<!doctype html><title>Provider</title>${body}` });
  });
}

async function openAbout(page) {
  await page.getByRole("button", { name: "About this site" }).click();
  await page.getByRole("heading", { name: "Second factor" }).waitFor();
}

async function enter(page, email, password, button) {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  const send = page.getByRole("main").getByRole("button", { name: button });
  await send.click();
}

async function asInTheCloud(context, people, policy, home, ways = null) {
  if (ways) {
    await context.route(`${home}deployment`, async (route) => {
      const response = await route.fetch();
      return route.fulfill({ response, json: { ...(await response.json()), ...ways } });
    });
  }
  await context.route(
    (address) => !SERVICES.test(address.href),
    async (route) => {
      if (!route.request().isNavigationRequest()) {
        return route.fallback();
      }
      const response = await route.fetch({ maxRedirects: 0 });
      if (response.status() === 303) {
        // The driver sees no request that a redirect leads to, so the way goes by a document.
        const to = JSON.stringify(response.headers().location);
        return route.fulfill({ contentType: "text/html", body: `<script>location.replace(${to})</script>` });
      }
      const body = (await response.text())
        .replace('name="scholarai-identity-key" content=""', 'name="scholarai-identity-key" content="key"')
        .replace('name="scholarai-second-factor" content=""', 'name="scholarai-second-factor" content="on"');
      return route.fulfill({ response, body, headers: { ...response.headers(), "content-security-policy": policy } });
    },
  );
  await context.route(SERVICES, async (route) => {
    const { referer } = await route.request().allHeaders();
    // As Google does with a key that is bound to a site (terraform/identity.tf).
    const { status, body } = referer?.startsWith(home)
      ? people.answer(route.request().url(), route.request().postData() ?? "")
      : { status: 403, body: { error: { message: `Requests from referer ${referer ?? "<empty>"} are blocked.` } } };
    await route.fulfill({ status, json: body, headers: { "Access-Control-Allow-Origin": "*" } });
  });
}
