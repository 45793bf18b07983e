// Signing in, as in the cloud: the document has the project's key and the cloud's policy.
import { codeOf } from "./authenticator.mjs";
import { IdentityDouble } from "./identity-double.mjs";
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
  await page.route("**/papers?*", (route) => route.fulfill({ status: 401, json: { code: "unauthenticated" } }));
  await page.getByRole("link", { name: "Papers" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  const ended = await page.getByRole("alert").innerText();
  await page.unroute("**/papers?*");
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
  await page.getByRole("button", { name: "About this site and your data" }).click();
  await page.getByText("Nothing leaves this server").waitFor();
  const own = await page.getByRole("button", { name: "Download my data" }).count();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Create an account" }).click();
  await enter(page, "ada@example.org", "secret-1", "Create an account");
  await page.getByRole("heading", { name: "Your papers" }).waitFor();

  await page.getByRole("button", { name: "About this site and your data" }).click();
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

async function openAbout(page) {
  await page.getByRole("button", { name: "About this site and your data" }).click();
  await page.getByRole("heading", { name: "Second factor" }).waitFor();
}

async function enter(page, email, password, button) {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  const send = page.getByRole("main").getByRole("button", { name: button });
  await send.click();
}

async function asInTheCloud(context, people, policy, home) {
  await context.route(
    (address) => !SERVICES.test(address.href),
    async (route) => {
      if (!route.request().isNavigationRequest()) {
        return route.fallback();
      }
      const response = await route.fetch();
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
