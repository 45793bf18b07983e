/** What the search beyond the library says where it found nothing. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Deployment, DiscoveredWorks, ServiceAnswerView } from "@/api/types";
import { DiscoverRoom } from "@/features/discover/discover-room";
import { show } from "./made";
import { sampleOf, serve } from "./server";

function asked(states: readonly ServiceAnswerView["state"][]) {
  const names = ["openalex", "crossref"] as const;
  const deployment = sampleOf<Deployment>("Deployment");
  const services = states.map((state, n) => ({ service: names[n]!, state, count: 0, code: "", detail: "" }));
  window.history.replaceState(null, "", "/discover?q=kettles");
  const calls = serve({
    "GET /deployment": () => ({ ...deployment, outside: { ...deployment.outside, services: [...names] } }),
    "GET /discover": () => sampleOf<DiscoveredWorks>("DiscoveredWorks", { services, works: [], total: 0 }),
  });
  show(<DiscoverRoom />);
  return calls;
}

test("where no service answered, it is not said that none knows such a paper, and they can be asked again", async () => {
  const calls = asked(["late", "failed"]);

  await screen.findByText("No service answered");
  expect(screen.getByRole("alert").textContent).toContain("OpenAlex");
  expect(screen.getByRole("alert").textContent).toContain("Crossref");
  expect(screen.queryByText(/knows? such a paper/)).toBeNull();

  await userEvent.click(screen.getByRole("button", { name: "Ask again" }));

  expect(calls.filter(({ path }) => path === "/discover")).toHaveLength(2);
});

test("where some answered, the others may know such a paper", async () => {
  asked(["answered", "late"]);

  await screen.findByText("The services that answered know no such paper");
  expect(screen.getByRole("alert").textContent).toContain("Crossref");
});

test("where all answered, no service knows such a paper", async () => {
  asked(["answered", "answered"]);

  await screen.findByText("No service knows such a paper");
  expect(screen.queryByRole("alert")).toBeNull();
});
