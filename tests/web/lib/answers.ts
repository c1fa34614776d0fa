import { onTestFinished, vi } from "vitest";

type Answer = object | ((body: unknown, query: URLSearchParams) => object | Promise<object>);

/** The calls of the page until the test ends, in their order; each is answered from a table. */
export function answers(table: Record<string, Answer>) {
  const asked: [call: string, body?: unknown][] = [];
  const before = globalThis.fetch;
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, "http://kinora.test");
    const call = `${method} ${pathname.replace(/^\/api/, "")}`;
    const sent = body ? JSON.parse(String(body)) : undefined;
    asked.push(sent === undefined ? [call] : [call, sent]);
    const known = table[call] ?? refusal(503, "Away");
    const answer = await (typeof known === "function" ? known(sent, searchParams) : known);
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });
  onTestFinished(() => void vi.stubGlobal("fetch", before));
  return asked;
}

export const refusal = (status: number, error: string, fields = {}) =>
  Response.json({ error, message: error, code: "refused", fields }, { status });
