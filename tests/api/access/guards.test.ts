import { describe, expect, it } from "vitest";
import type { Access, Operation } from "#contract/common.ts";
import { operations } from "#contract/operations.ts";
import { linkTo, through } from "#tests/api/shares/scene.ts";
import { testApp } from "#tests/support/app.ts";
import { saveVideo } from "#tests/support/saving.ts";

const { request, person, visitor } = await testApp();
const owner = await person();
const admin = await person({ role: "admin" });
const { id: recording } = await saveVideo(owner);
const link = await linkTo(owner, recording, { allow_download: true });
const { media } = await (await visitor.call("GET", `/shared/${link.share_token}`)).json();

/** What somebody brings to a call, and the calls that it opens. */
interface Key {
  opens: Access[];
  headers?: Record<string, string>;
  query?: Record<string, string>;
}

const keys: Record<string, Key> = {
  "a stranger": { opens: ["public"] },
  "a live link": { opens: ["public", "shared", "media"], headers: through(link) },
  "a live link in the query": {
    opens: ["public", "shared", "media"],
    query: { share: link.share_token },
  },
  "a media token": { opens: ["public", "media"], query: { token: media.token } },
  "a session in the query": { opens: ["public", "media"], query: { token: owner.token } },
  "a session": {
    opens: ["public", "shared", "shared-session", "media", "session"],
    headers: { Authorization: `Bearer ${owner.token}` },
  },
  "an admin": {
    opens: ["public", "shared", "shared-session", "media", "session", "admin"],
    headers: { Authorization: `Bearer ${admin.token}` },
  },
};

describe("a call opens as its contract says", () => {
  it.each(Object.entries(keys))("to %s", async (_, key) => {
    const wrong: string[] = [];
    for (const operation of operations) {
      const { status } = await make(operation, key);
      const isOpen = key.opens.includes(operation.access);
      if (isOpen ? !hasEntered(status) : !isRefused(status))
        wrong.push(`${operation.call} (${operation.access}) answers ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it("and every kind of access is tried", () => {
    const kinds = new Set(operations.map(({ access }) => access));
    expect([...kinds].sort()).toEqual([...(keys["an admin"]?.opens ?? [])].sort());
  });
});

describe("a call that takes JSON", () => {
  it("takes no more of it than anybody needs", async () => {
    const body = JSON.stringify({ text: "x".repeat(256 * 1024) });
    const headers = { ...keys["an admin"]?.headers, "Content-Type": "application/json" };
    const takeJson = operations.filter(({ body }) => typeof body === "object");
    const answers = takeJson.map(async (operation) => {
      const { status } = await make(operation, { opens: [], headers }, body);
      return `${operation.call} answers ${status}`;
    });
    expect(answers.length).toBeGreaterThan(10);
    const wrong = (await Promise.all(answers)).filter((answer) => !answer.endsWith("413"));
    expect(wrong).toEqual([]);
  });
});

/** Whatever a call does after its guard: it has nothing to do with who asks. */
const hasEntered = (status: number) => status < 500 && !isRefused(status);
const isRefused = (status: number) => status === 401 || status === 403;

/** Reads what is there. Writes bring nothing and mean nothing, so that they leave all as it is. */
async function make({ call }: Operation, { headers = {}, query = {} }: Key, body?: string) {
  const [method = "", path = ""] = call.split(" ");
  const address = path
    .replace("{share_token}", link.share_token)
    .replace("{id}", method === "GET" ? recording : crypto.randomUUID())
    .replaceAll(/\{\w+\}/g, () => crypto.randomUUID());
  const answer = await request(`/api${address}?${new URLSearchParams(query)}`, {
    method,
    headers,
    ...(body && { body }),
  });
  await answer.body?.cancel();
  return answer;
}
