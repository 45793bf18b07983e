import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { FRESH_MS } from "@/api/begun";
import { ApiError } from "@/api/http";
import { readyPapers } from "@/app/ahead";
import { App } from "@/app/app";
import { reloadWhenPartsAreGone } from "@/app/boundary";
import { warm } from "@/app/warm";
import { speak } from "@/texts/language";

const TRIES = 2;

const client = new QueryClient({
  defaultOptions: {
    // A machine without a network has its own server all the same, and where the server is elsewhere a call says so.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < TRIES && error instanceof ApiError && error.retryable,
    },
  },
});

// A file that misses the library would be opened in the page's place.
for (const name of ["dragover", "drop"] as const) {
  addEventListener(name, (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
}

reloadWhenPartsAreGone();

void Promise.all([speak(), warm(client, location.pathname)]).then(() => {
  createRoot(document.getElementById("root")!).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
  readyPapers();
});
