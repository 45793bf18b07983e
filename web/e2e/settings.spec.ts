// The room of settings: a model is chosen by keyboard and tried.
import { expect, python, SMALL_PHONE, test } from "./fixtures.ts";
import { overflow, seriousFindings } from "./steps.ts";

const SENTENCE = "A kettle boils water.";

for (const [name, look] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["a phone", SMALL_PHONE],
] as const) {
  test.describe(name, () => {
    test.use(look);

    test("a model is chosen by keyboard and tried", async ({ page, startServer }) => {
      const server = await startServer();
      const { url, model } = await python<{ url: string; model: string }>("model", { answer: SENTENCE });
      await page.goto(server.url);
      await page.getByRole("link", { name: "Settings" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "No language model is connected" }).waitFor();
      await page.getByLabel("Provider").selectOption("ollama");
      await page.getByLabel("Address").fill(url);
      await page.getByLabel("Model", { exact: true }).fill(model);
      await page.keyboard.press("Enter");
      await page.getByText("Saved.").waitFor();
      await page.getByRole("button", { name: "Try it" }).click();

      await expect(page.getByText("“").first()).toContainText(SENTENCE);
      await expect(page.getByRole("heading", { name: `${model} answers`, exact: true })).toBeVisible();
      await expect(page.getByRole("main")).toContainText("Nothing leaves this machine.");
      await expect(page.getByRole("main")).toContainText("A question costs: nothing.");
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    });
  });
}
