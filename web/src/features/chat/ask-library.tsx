/** A question to the whole library: the conversation about the papers of its answer opens when that is there. */
import { useEffect, useRef, useState } from "react";
import { ask, cancelAnswer, getSession, type Depth } from "@/api/chat";
import { isAbort } from "@/api/http";
import { navigate } from "@/lib/location";
import { chat as texts } from "@/texts/chat";
import { say } from "@/ui/toasts";
import { Composer } from "./composer";
import { placeOf } from "./places";

export function AskLibrary() {
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  const session = useRef<string | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function send(question: string, depth: Depth | null) {
    const wish = (running.current = new AbortController());
    session.current = null;
    setBusy(true);
    try {
      const asked = { paperIds: [], question, sessionId: null, parent: -1, depth, key: crypto.randomUUID() };
      for await (const event of ask(asked, wish.signal)) {
        if (event.type === "begun") {
          session.current = event.begun.session_id;
        }
      }
      if (session.current) {
        navigate(placeOf((await getSession(session.current, wish.signal)).session));
      }
    } catch (error) {
      if (!isAbort(error) && !wish.signal.aborted) {
        say(error instanceof Error ? error.message : String(error), { alarming: true });
      }
    } finally {
      setBusy(false);
    }
  }

  function stop() {
    running.current?.abort();
    if (session.current) {
      void cancelAnswer(session.current).catch(() => undefined);
    }
  }

  return (
    <div className="border-t border-line bg-surface">
      <div className="mx-auto max-w-4xl sm:px-3 [&_form]:border-t-0">
        <p role="status" className={`px-4 pt-2 text-sm text-soft ${busy ? "" : "sr-only"}`}>
          {busy ? texts.asksLibrary : ""}
        </p>
        <Composer
          about="library"
          busy={busy}
          waiting={null}
          placeholder={texts.askLibrary}
          onSend={(question, depth) => void send(question, depth)}
          onStop={stop}
        />
      </div>
    </div>
  );
}
