import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DetachedWindowAPI } from "happy-dom";

interface Answer {
  status?: number;
  /** Sent as JSON, or as it is when it is a text. */
  body: unknown;
  headers?: Record<string, string>;
}

/** A server whose next answers a test sets, and the page's own origin until it is stopped. */
export async function answeringServer() {
  const state = { answer: (_request: IncomingMessage): Answer => ({ body: {} }) };
  const server = createServer((request, response) => {
    const { status = 200, body, headers = {} } = state.answer(request);
    response.writeHead(status, { "tus-resumable": "1.0.0", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // never a path: it listens on a port
  const origin = `http://127.0.0.1:${port}/`;
  setPageAddress(origin);
  return { state, origin, stop: () => server.close() };
}

/** happy-dom adds it to the window. */
export function setPageAddress(url: string) {
  const happyDom: unknown = Reflect.get(window, "happyDOM");
  if (!(happyDom instanceof DetachedWindowAPI)) throw new Error("needs the happy-dom environment");
  happyDom.setURL(url);
}
