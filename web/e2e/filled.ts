// A library with something in it, as pictures and walks through all rooms need it.
import { generate, SAMPLE, SAMPLE_QUESTION, type Server } from "./fixtures.ts";

export const REVIEW_QUESTION = "How close is the approximation to the exact probability?";

/** Add a second paper, an answer of the sample and a review of both; return the review's path and the conversation's id. */
export async function fillLibrary(server: Server): Promise<{ review: string; session: string }> {
  await server.completed(SAMPLE);
  await server.add((await generate("two-columns", { name: "boiling-water.pdf" })).path);
  const { session_id: session } = await server.ok("POST", `/papers/${SAMPLE}/chat`, { question: SAMPLE_QUESTION });
  const { id } = await server.ok("POST", "/reviews", { question: REVIEW_QUESTION });
  await server.reviewed(id);
  return { review: `/reviews/${id}`, session };
}
