// Server-sent events by fetch, which can send a token, as EventSource cannot: otherwise the same. It comes again by
// itself, when and where the service says (retry, Last-Event-ID), and ends with 204. Free to copy; see stream_client.ts.
import { Refused, type Schemas } from "./client.js";

/** The service sends something every ten seconds; a connection that is silent for so long is dead. */
const SILENCE_MS = 25_000;

export interface Message {
  /** `message` where the service gives none. */
  readonly event: string;
  readonly id: string;
  readonly data: unknown;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** All messages behind `id`, or from now on. Throws Refused where coming again would not help. */
export async function* follow(url: string, token: string, id = ""): AsyncGenerator<Message> {
  let retry = 3_000;
  for (;;) {
    let wait: number | undefined;
    try {
      const abort = new AbortController();
      const headers = { Accept: "text/event-stream", Authorization: `Bearer ${token}`, ...(id && { "Last-Event-ID": id }) };
      const reply = await inTime(fetch(url, { headers, signal: abort.signal }), abort);
      if (reply.status === 204) {
        return;
      }
      if (reply.status >= 400 && reply.status < 500 && reply.status !== 429) {
        throw new Refused((await reply.json()) as Schemas["Problem"]);
      }
      wait = Number(reply.headers.get("Retry-After") ?? 0) * 1_000;
      for await (const fields of reply.ok && reply.body ? blocks(reply.body, abort) : []) {
        retry = Number(fields.get("retry") ?? retry);
        id = fields.get("id") ?? id;
        const data = fields.get("data");
        if (data !== undefined) {
          yield { event: fields.get("event") ?? "message", id, data: JSON.parse(data) };
        }
      }
    } catch (error) {
      if (error instanceof Refused) {
        throw error;
      }
    }
    await pause(wait || retry);
  }
}

/** The blocks of a stream, as the service writes them: each field once, on one line. */
async function* blocks(body: ReadableStream<Uint8Array>, abort: AbortController): AsyncGenerator<Map<string, string>> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let read = await inTime(reader.read(), abort); !read.done; read = await inTime(reader.read(), abort)) {
      const texts = (rest + decoder.decode(read.value, { stream: true })).split("\n\n");
      rest = texts.pop() ?? "";
      yield* texts.map((text) => new Map(Array.from(text.matchAll(/^(\w+): ?(.*)$/gm), ([, name, value]) => [name!, value!])));
    }
  } finally {
    abort.abort();
  }
}

/** What a promise gives; if that takes too long the connection is given up. */
async function inTime<Value>(promise: Promise<Value>, abort: AbortController): Promise<Value> {
  const timer = setTimeout(() => abort.abort(), SILENCE_MS);
  return promise.finally(() => clearTimeout(timer));
}
