import { vi } from "vitest";

/** The answer of a call to the body that was sent: a body, or a whole answer where it is a refusal. */
type Answer = (body: unknown) => unknown;

/**
 * Stands in for the server: each call, such as "GET /plans", has an answer. Says what was asked, in its order; a body
 * stands after the address. Goes with `vi.unstubAllGlobals()`.
 */
export function answering(answers: Record<string, Answer>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    const address = url.replace(/^.*?\/api/, "");
    asked.push([method, address, body].filter(Boolean).join(" "));
    const answer = answers[`${method} ${address.replace(/\?.*/, "")}`];
    if (!answer) return refusal(404, `Nobody answers ${method} ${address}`);
    const given = await answer(body ? JSON.parse(String(body)) : undefined);
    return given instanceof Response ? given : Response.json(given);
  });
  return asked;
}

export const refusal = (status: number, error: string, more: object = {}) =>
  Response.json({ error, message: error, code: "refused", ...more }, { status });
