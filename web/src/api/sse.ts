/** Server-sent events over fetch, since EventSource cannot POST a question. */
export interface ServerEvent {
  event: string;
  data: string;
}

/** Yield the events of a stream, however the network divides it into chunks. */
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let buffer = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      // A carriage return at the end of a chunk may be half of a line end.
      buffer = (buffer + value).replace(/\r\n/g, "\n");
      const events = buffer.split("\n\n");
      buffer = events.pop() ?? "";
      for (const event of events) {
        const parsed = parse(event);
        if (parsed) {
          yield parsed;
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parse(text: string): ServerEvent | null {
  let event = "message";
  const data: string[] = [];
  for (const line of text.split("\n")) {
    const [field, value] = split(line);
    if (field === "event") {
      event = value;
    } else if (field === "data") {
      data.push(value);
    }
  }
  return data.length ? { event, data: data.join("\n") } : null;
}

function split(line: string): [string, string] {
  const colon = line.indexOf(":");
  return colon < 0 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
}
