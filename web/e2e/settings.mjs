// Choosing a model by keyboard, trying it, and how the room looks.
import { seriousFindings } from "./steps.mjs";

export async function chooseModel({ page, shot }, { url, server, model, name }) {
  await page.goto(url);
  await page.getByRole("link", { name: "Settings" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No language model is connected" }).waitFor();
  await page.getByLabel("Provider").selectOption("ollama");
  await page.getByLabel("Address").fill(server);
  await page.getByLabel("Model", { exact: true }).fill(model);
  await page.keyboard.press("Enter");
  await page.getByText("Saved.").waitFor();
  await page.getByRole("button", { name: "Try it" }).click();
  const sentence = await page.getByText("“").first().textContent();
  await shot(name);
  return {
    heading: await page.getByRole("heading", { name: /answers$/ }).textContent(),
    said: await page.getByRole("main").textContent(),
    sentence,
    axe: await seriousFindings(page),
    overflow: await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  };
}
