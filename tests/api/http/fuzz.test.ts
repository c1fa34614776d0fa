import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "#contract/common.ts";
import type { SignedIn } from "#tests/support/app.ts";
import { type DocumentedCall, differences, documentedCalls } from "#tests/support/documented.ts";
import { consuming, neverSucceeds } from "#tests/support/fuzz/succeeding.ts";
import { fuzzWorlds, type World } from "#tests/support/fuzz/world.ts";
import { jpeg } from "#tests/support/jpeg.ts";
import { certainRequests, type OddRequest, oddRequests } from "#tests/support/odd-requests.ts";
import { brokenAfter } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

/** `bun run fuzz 30000` looks longer; `KINORA_FUZZ_SEED` looks again where something was found. */
const numRuns = Number(process.env.KINORA_FUZZ_RUNS ?? 8);
const seed = process.env.KINORA_FUZZ_SEED && { seed: Number(process.env.KINORA_FUZZ_SEED) };

const { app, newWorld } = await fuzzWorlds();
const { request } = app;
/** The names that stand for bytes in a body. */
const files: Record<string, Buffer> = {
  "{video}": Buffer.from(await videoBytes("recorded.webm")),
  "{picture}": Buffer.from(jpeg()),
};

/** A request hangs when it has no answer by then. */
const HANGS_MS = 10_000;

const statuses = new Map<number, number>();
let longest = 0;
const succeeded = new Set<string>();

describe("whatever is asked, the answer is as documented, and a refusal has words", () => {
  it.each(documentedCalls.map((one) => [one.call.operationId, one] as const))(
    "of %s",
    async (_, documented) => {
      const { operationId } = documented.call;
      let world = await newWorld(operationId);
      const certain = certainRequests(documented);
      const asksOddly = fc.asyncProperty(oddRequests(documented), async (odd) => {
        const begun = performance.now();
        const answer = await withinReason(send(documented, odd, world));
        longest = Math.max(longest, performance.now() - begun);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        expect(await complaints(documented, odd, answer)).toEqual([]);
        if (answer.status >= 400) return;
        succeeded.add(operationId);
        const isConsumed = documented.method === "DELETE" || consuming.has(operationId);
        if (isConsumed) world = await newWorld(operationId);
      });
      await fc.assert(asksOddly, {
        numRuns: certain.length + numRuns,
        examples: certain.map((one) => [one]),
        ...seed,
      });
    },
    60_000 + numRuns * 1000,
  );

  it("and every call succeeded at least once", () => {
    const missing = documentedCalls
      .map(({ call }) => call.operationId)
      .filter((id) => !succeeded.has(id));
    expect(missing.toSorted()).toEqual(Object.keys(neverSucceeds).toSorted());
  });

  it("and they were answered in many ways", () => {
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404, 415, 422]));
    expect(statuses.get(429)).toBeUndefined();
    if (!process.env.KINORA_FUZZ_RUNS) return;
    const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    console.log(`${total} requests, the longest ${(longest / 1000).toFixed(1)} s`);
    console.table(Object.fromEntries([...statuses].toSorted(([one], [other]) => one - other)));
  });
});

/** The kind of thing that `{id}` names, by the word before it in the path. */
const nouns: Record<string, string> = {
  recordings: "recording",
  comments: "comment",
  uploads: "upload",
  users: "user",
  sessions: "session",
  videos: "recording",
  folders: "folder",
  invitations: "invitation",
  jobs: "job",
  passkeys: "passkey",
};

async function send({ method, path }: DocumentedCall, odd: OddRequest, world: World) {
  const named = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (braces, name: string) => world.things[name] ?? braces);
  const address = path.replaceAll(/(\w+)\/\{(\w+)\}/g, (_, noun, name) => {
    const value = odd.path[name] === "{id}" ? `{${nouns[noun] ?? noun}}` : (odd.path[name] ?? "");
    return `${noun}/${named(value)}`;
  });
  const query = new URLSearchParams(odd.query.map(([name, value]) => [name, named(value)]));
  const headers = new Headers();
  for (const [name, value] of Object.entries(odd.headers)) headers.set(name, named(value));
  if (odd.type !== null) headers.set("Content-Type", odd.type);
  for (const [name, value] of Object.entries(broughtBy(odd.asker, world))) headers.set(name, value);
  const bytes =
    odd.body === null
      ? null
      : Buffer.concat(
          odd.body
            .split(/(?=\{)|(?<=\})/)
            .map((piece) => files[piece] ?? Buffer.from(named(piece))),
        );
  if (bytes) headers.set("Content-Length", String(bytes.length));
  return request(`/api${address}?${query}`, {
    method,
    headers,
    ...(bytes && {
      body: odd.breaksAt === null ? bytes : brokenAfter(bytes.subarray(0, odd.breaksAt)),
    }),
  });
}

function broughtBy(
  asker: OddRequest["asker"],
  { owner, guest, other, admin, things }: World,
): Record<string, string> {
  const session = ({ token }: SignedIn) => ({ Authorization: `Bearer ${token}` });
  const link = { "X-Share-Token": things.link ?? "" };
  switch (asker) {
    case "stranger":
      return {};
    case "account":
      return session(owner);
    case "lost":
      return { "X-Share-Token": "nobody-has-ever-made-this" };
    case "link":
      return link;
    case "guest":
      return { ...link, ...session(guest) };
    case "other":
      return session(other);
    case "admin":
      return session(admin);
    case "forged":
      return { Authorization: `Bearer ${owner.token.slice(0, -3)}AAA` };
  }
}

async function withinReason(answer: Promise<Response>): Promise<Response> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("there was no answer")), HANGS_MS);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The words of libraries, which say nothing to a person. */
const FOREIGN =
  /Invalid input|invalid byte sequence|violates|invalid input syntax|out of range|relation "|column "|JSON Parse|Unexpected|not assignable|undefined|\[object|NaN/;

async function complaints(documented: DocumentedCall, odd: OddRequest, answer: Response) {
  const { status } = answer;
  if (status === 499 && odd.breaksAt !== null) return []; // nobody is there to read it
  const found = status >= 500 && !(await isNotSetUp(answer)) ? [`it broke: ${status}`] : [];
  const refusal = status >= 400 && documented.method !== "HEAD" && status !== 416;
  const words = refusal ? wordComplaints(await answer.clone().text()) : [];
  return [...found, ...words, ...(await differences(documented, answer))];
}

/** A server need not have everything: these are no failures. */
const NOT_SET_UP =
  /^(not_set_up|(google|drive|mail)_not_configured|payments_off|storage_not_offered)$/;

async function isNotSetUp(answer: Response): Promise<boolean> {
  const read = Refusal.safeParse(parsed(await answer.clone().text()));
  return answer.status === 503 && NOT_SET_UP.test(read.data?.code ?? "");
}

function wordComplaints(body: string): string[] {
  const read = Refusal.safeParse(parsed(body));
  if (!read.success) return [`no refusal: ${body.slice(0, 200)}`];
  const { error, message, code, fields = {} } = read.data;
  const said = [error, message, ...Object.values(fields)];
  return [
    ...(said.some((words) => words.trim() === "") || code === "" ? ["it has no words"] : []),
    ...said.filter((words) => FOREIGN.test(words)).map((words) => `not our words: ${words}`),
  ];
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
