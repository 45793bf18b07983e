// Signing in, as in the cloud: the document has the project's key and the policy of terraform/site.tf.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { codeOf } from "./authenticator.ts";
import { expect, filePaper, fileServer, test } from "./fixtures.ts";
import { IdentityDouble, PROVIDER } from "./identity-double.ts";
import { drawn, open, seriousFindings } from "./steps.ts";

const SERVICES = /^https:\/\/(identitytoolkit|securetoken)\.googleapis\.com\//;
const ADA = "ada@example.org";

const server = fileServer();
const columns = filePaper(server, "two-columns");

test.use({ noisy: true });

/** The content security policy that Terraform gives the page in the cloud. */
function cloudPolicy(): string {
  const text = readFileSync(join(import.meta.dirname, "../../terraform/site.tf"), "utf8");
  const [, block] = /policy = \{\n(.+?)\n {2}\}/s.exec(text)!;
  return [...block!.matchAll(/([\w-]+) += "(.+)"/g)].map(([, name, sources]) => `${name} ${sources}`).join("; ");
}

/** Serve the document as the cloud does, and Identity Platform by its double; `deployment` is what the site says of itself. */
async function asInTheCloud(context: BrowserContext, deployment: object = {}): Promise<IdentityDouble> {
  const people = new IdentityDouble();
  const policy = cloudPolicy();
  // Fetched once: an answer to a page that is left meanwhile would be gone.
  const own = (await (await fetch(`${server.url}/deployment`)).json()) as object;
  await context.route(`${server.url}/deployment`, (route) => route.fulfill({ json: { ...own, ...deployment } }));
  await context.route(
    (address) => !SERVICES.test(address.href),
    async (route) => {
      if (!route.request().isNavigationRequest()) {
        return route.fallback();
      }
      const response = await route.fetch({ maxRedirects: 0 });
      if (response.status() === 303) {
        // Playwright sees no request that a redirect leads to, so the way goes by a document.
        const to = JSON.stringify(response.headers()["location"]);
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
    const { status, body } = referer?.startsWith(`${server.url}/`)
      ? people.answer(route.request().url(), route.request().postData() ?? "")
      : { status: 403, body: { error: { message: `Requests from referer ${referer ?? "<empty>"} are blocked.` } } };
    await route.fulfill({ status, json: body, headers: { "Access-Control-Allow-Origin": "*" } });
  });
  return people;
}

/** The page of the double's providers: one that redirects, and one that posts a form. */
async function asProvider(context: BrowserContext): Promise<void> {
  await context.route(`${PROVIDER}/**`, (route) => {
    const asked = new URL(route.request().url());
    const given = (name: string) => asked.searchParams.get(name)!;
    const to = (fields: Record<string, string>) => `${given("redirect_uri")}#${new URLSearchParams(fields).toString()}`;
    const token = `of ${ADA}`;
    const body = asked.pathname.startsWith("/saml.")
      ? `<form method="post" action="${server.url}/sign-in/saml">
          <label>Address <input name="SAMLResponse" value="${ADA}" /></label>
          <input type="hidden" name="RelayState" value="${given("RelayState")}" />
          <button onclick="this.form.SAMLResponse.value = 'of ' + this.form.SAMLResponse.value">Send</button>
        </form>`
      : `<a href="${to({ id_token: token, state: given("state") })}">Continue</a>
         <a href="${to({ id_token: token, state: "forged" })}">Forge</a>
         <a href="${to({ error: "access_denied", state: given("state") })}">Cancel</a>`;
    return route.fulfill({ contentType: "text/html", body: `<!doctype html><title>Provider</title>${body}` });
  });
}

const main = (page: Page) => page.getByRole("main");
const alert = (page: Page) => page.getByRole("alert");
const account = (page: Page) => page.evaluate(() => localStorage.getItem("scholarai:account"));
const signInForm = (page: Page) => page.getByRole("heading", { name: "Sign in" }).waitFor();
const library = (page: Page) => page.getByRole("heading", { name: "Your papers" }).waitFor();

async function enter(page: Page, password: string, button: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(ADA);
  await page.getByLabel("Password").fill(password);
  await main(page).getByRole("button", { name: button }).click();
}

async function createAccount(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create an account" }).click();
  await enter(page, "secret-1", "Create an account");
}

test("people sign in where the page has accounts", async ({ page, context }) => {
  await asInTheCloud(context);
  const tokens = new Map<string, (string | null)[]>();
  page.on("request", (request) => {
    const { pathname, origin } = new URL(request.url());
    if (origin === server.url && /^\/(papers|chat|reviews)\b/.test(pathname) && !request.isNavigationRequest()) {
      tokens.set(pathname, [...(tokens.get(pathname) ?? []), request.headers()["authorization"] ?? null]);
    }
  });
  await open(page, server.url, `/papers/${columns.id}?page=1`);
  await signInForm(page);
  expect(tokens.size, "nothing is asked of the API before somebody signed in").toBe(0);
  expect(await seriousFindings(page)).toEqual([]);

  await enter(page, "wrong-1", "Sign in");
  await expect(alert(page)).toContainText("wrong");
  await page.getByRole("button", { name: "Reset password" }).click();
  await page.getByRole("button", { name: "Send a link" }).click();
  await page.getByText("a link was sent to it by e-mail").waitFor();
  await createAccount(page);
  await drawn(page);
  expect(page.url(), "the address survives signing in").toMatch(new RegExp(`/papers/${columns.id}\\?page=1$`));

  await page.reload();
  await drawn(page);
  await page.route("**/library?*", (route) => route.fulfill({ status: 401, json: { code: "unauthenticated" } }));
  await page.getByRole("link", { name: "Library", exact: true }).click();
  await signInForm(page);
  await expect(alert(page)).toContainText("Sign in again");
  await page.unroute("**/library?*");
  await enter(page, "secret-1", "Sign in");
  await library(page);
  await page.getByRole("button", { name: `Sign out ${ADA}` }).click();
  await signInForm(page);
  expect(await account(page)).toBeNull();
  const bare = [...tokens].filter(([, sent]) => sent.some((token) => !token?.startsWith("Bearer id-")));
  expect(bare).toEqual([]);
  expect([...tokens.keys()]).toContain(`/papers/${columns.id}/file`);
});

test("people sign in at the providers of the site", async ({ page, context }) => {
  const people = await asInTheCloud(context, {
    password_sign_in: true,
    sign_in_providers: [
      { id: "oidc.ours", name: "Our University" },
      { id: "saml.theirs", name: "Their Library" },
    ],
  });
  await asProvider(context);
  const ours = page.getByRole("button", { name: "Sign in with Our University" });
  const theirs = page.getByRole("button", { name: "Sign in with Their Library" });
  await open(page, server.url, `/papers/${columns.id}?page=1`);
  await ours.waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  people.providers.delete("oidc.ours");
  await ours.click();
  await expect(alert(page)).toContainText("does not offer this");
  people.providers.add("oidc.ours");
  await ours.click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(alert(page)).toHaveText("The sign-in was cancelled at Our University.");
  await ours.click();
  await page.getByRole("link", { name: "Forge" }).click();
  await expect(alert(page), "an answer with another state signs nobody in").toContainText("not begun in this tab");
  await ours.click();
  await page.getByRole("link", { name: "Continue" }).click();
  await drawn(page);
  expect(page.url(), "the address survives signing in").toMatch(new RegExp(`/papers/${columns.id}\\?page=1$`));
  await page.getByRole("button", { name: `Sign out ${ADA}` }).click();

  await theirs.click();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(alert(page), "an address of another provider is not taken over").toContainText("already exists");
  await theirs.click();
  await page.getByLabel("Address", { exact: true }).fill("bob@example.org");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("button", { name: "Sign out bob@example.org" }).waitFor();
  expect(page.url(), "nothing of the answer stays in the address").not.toContain("bob");
});

test("people take their data out and leave for good", async ({ page, context }) => {
  await asInTheCloud(context);
  const deleted: string[] = [];
  // The API's deletion is not real.
  await page.route(`${server.url}/me`, (route) => {
    deleted.push(`${route.request().method()} ${route.request().headers()["authorization"]}`);
    return route.fulfill({ status: 204 });
  });
  const about = page.getByRole("button", { name: "About this site" });
  const download = page.getByRole("button", { name: "Download my data" });
  await open(page, server.url);
  await about.click();
  await page.getByText("No text leaves this server").waitFor();
  await expect(download, "who is not signed in has no data").toHaveCount(0);
  await page.getByRole("button", { name: "Close" }).click();
  await createAccount(page);
  await library(page);

  await about.click();
  await page.getByRole("heading", { name: "Your data" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
  const kept = JSON.parse(readFileSync(await file.path(), "utf8")) as { papers: { id: string }[] };
  expect(kept.papers.map(({ id }) => id)).toContain(columns.id);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByRole("button", { name: "Delete everything" }).click();
  await signInForm(page);
  await expect(alert(page)).toContainText("were deleted");
  expect(deleted).toEqual(["DELETE Bearer id-1"]);
  await enter(page, "secret-1", "Sign in");
  await page.getByText("The address or the password is wrong.").waitFor();
});

test("an authenticator app is added, asked for and removed", async ({ page, context }) => {
  await asInTheCloud(context);
  const openAbout = async () => {
    await page.getByRole("button", { name: "About this site" }).click();
    await page.getByRole("heading", { name: "Second factor" }).waitFor();
  };
  const code = page.getByLabel("Code", { exact: true });
  await open(page, server.url);
  await createAccount(page);
  await openAbout();
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const secret = (await page.locator("dialog code").innerText()).replaceAll(" ", "");
  const app = `otpauth://totp/a?secret=${secret}`;
  await code.fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.locator("dialog form").getByRole("alert")).toContainText("The code is wrong");
  await code.fill(codeOf(app));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Signing in asks for the password and for a code").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: `Sign out ${ADA}` }).click();

  await signInForm(page);
  await enter(page, "secret-1", "Sign in");
  await page.getByRole("heading", { name: "Enter the code" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(await account(page), "the password alone signs nobody in").toBeNull();
  await code.fill(codeOf(app));
  await main(page).getByRole("button", { name: "Sign in" }).click();
  await library(page);
  await openAbout();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove it" }).click();
  await page.getByRole("button", { name: "Add an authenticator app" }).waitFor();
});
