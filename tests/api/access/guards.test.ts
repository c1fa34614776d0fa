import { describe, expect, it } from "vitest";
import { withAccount, withVoice } from "#api/access/session.ts";
import type { Access, Operation } from "#contract/common.ts";
import { operations } from "#contract/operations.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { saveVideo } from "#tests/support/saving.ts";

const { request, routes, guards, person, visitor } = await testApp({
  GOOGLE_CLIENT_ID: "an-id",
  GOOGLE_CLIENT_SECRET: "a-secret",
});
const owner = await person();
const other = await person();
const admin = await person({ role: "admin" });
const superAdmin = await person({ role: "super_admin" });
const { id: recording } = await saveVideo(owner);
const link = await linkTo(owner, recording, { allow_download: true });
const editing = await linkTo(owner, recording, { permission_type: "edit" });
const talking = await linkTo(owner, recording, { guests_may_comment: true, allow_download: true });
const { guest_token } = await (
  await visitor.call("POST", `/shared/${talking.share_token}/guest`, { name: "Gerda" })
).json();
const { media } = await (await visitor.call("GET", `/shared/${link.share_token}`)).json();

/** This call ends the session that it is called with, so it comes last. */
const logOut = named("POST /auth/logout");

function named(call: Operation["call"]): Operation {
  const found = operations.find((operation) => operation.call === call);
  if (!found) throw new Error(`${call} is no call`);
  return found;
}

/** The headers or the query that a caller brings, and the calls that they open. */
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
  "a guest": {
    opens: ["public", "shared", "shared-voice", "media"],
    headers: { ...through(talking), "X-Guest-Token": guest_token },
  },
  "a media token": { opens: ["public", "media"], query: { token: media.token } },
  "a session in the query": { opens: ["public", "media"], query: { token: owner.token } },
  "a session": {
    opens: ["public", "shared", "shared-session", "shared-voice", "media", "session"],
    headers: { Authorization: `Bearer ${owner.token}` },
  },
  "an admin": {
    opens: ["public", "shared", "shared-session", "shared-voice", "media", "session", "admin"],
    headers: { Authorization: `Bearer ${admin.token}` },
  },
  "a super admin": {
    opens: [
      "public",
      "shared",
      "shared-session",
      "shared-voice",
      "media",
      "session",
      "admin",
      "super-admin",
    ],
    headers: { Authorization: `Bearer ${superAdmin.token}` },
  },
};

describe("a call opens as its contract says", () => {
  it.each(Object.entries(keys))("to %s", async (_, key) => {
    const wrong: string[] = [];
    for (const operation of [...operations.filter((one) => one !== logOut), logOut]) {
      const answer = await make(operation, key);
      const isOpen = key.opens.includes(operation.access);
      if (isOpen ? !hasEntered(answer) : !isRefused(answer))
        wrong.push(`${operation.call} (${operation.access}) answers ${answer.status}`);
    }
    expect(wrong).toEqual([]);
  });

  it("and every kind of access is tried", () => {
    const kinds = new Set(operations.map(({ access }) => access));
    expect([...kinds].sort()).toEqual([...(keys["a super admin"]?.opens ?? [])].sort());
  });
});

describe("a call of the admin area", () => {
  const ofAdmins = operations.filter(({ access }) => /admin$/.test(access));
  const entering = async (who: { token: string }) => {
    const headers = { Authorization: `Bearer ${who.token}` };
    const entered: string[] = [];
    for (const operation of ofAdmins)
      if (!isRefused(await make(operation, { opens: [], headers }))) entered.push(operation.call);
    return entered;
  };

  it("is closed to an admin from the moment of their suspension or demotion", async () => {
    const boss = await person({ role: "super_admin" });
    const [suspended, demoted] = [
      await person({ role: "super_admin" }),
      await person({ role: "admin" }),
    ];
    expect(await entering(suspended)).toHaveLength(ofAdmins.length);
    for (const [{ id }, path, body] of [
      [suspended, "suspend", { suspended: true }],
      [demoted, "role", { role: "user" }],
    ] as const)
      expect((await boss.call("PUT", `/admin/users/${id}/${path}`, body)).status).toBe(200);
    expect(await entering(suspended)).toEqual([]);
    expect(await entering(demoted)).toEqual([]);
  });
});

describe("a route names the guard that its contract asks for", () => {
  const names = new Map<unknown, string>([
    ...Object.entries(guards).map(([name, guard]) => [guard, name] as const),
    [withAccount, "withAccount"],
    [withVoice, "withVoice"],
  ]);
  /** The link in an address is a key of its own. */
  const expected: Record<Access, string[]> = {
    public: ["", "link"],
    shared: ["shared"],
    "shared-session": ["shared, withAccount"],
    "shared-voice": ["shared, withVoice"],
    media: ["media"],
    session: ["session", "link, withAccount"],
    admin: ["admin"],
    "super-admin": ["superAdmin"],
  };

  it.each(operations.map(({ call, access }) => [call, access] as const))("%s", (call, access) => {
    const address = call.replace(" ", " /api").replaceAll(/\{(\w+)\}/g, ":$1");
    const handlers = routes.filter(({ method, path }) => `${method} ${path}` === address);
    const found = handlers.flatMap(({ handler }) => names.get(handler) ?? []);
    expect(handlers.length).toBeGreaterThan(0);
    expect(expected[access]).toContain(found.join(", "));
  });
});

describe("a session that came through a link", () => {
  // The rights of an editor of subtitles and of cuts have tests of their own: they need what is to be edited.
  const ownersAlone =
    /(shares|shareId}|receipt|thumbnail|contact-sheet|move|subtitles.*|chapters|suggestions|edit|silences|waveform|^GET .*watchers|live|^DELETE \/recordings\/{id})$/;
  const ofDiscussions = operations.filter(
    ({ access, call }) => /^shared-(session|voice)$/.test(access) && !ownersAlone.test(call),
  );

  it.each(ofDiscussions.map(({ call }) => call))("may %s", async (call) => {
    const body = { content: "I was here", emoji: "🔥", filename: "A better title", done: true };
    const headers = {
      ...through(editing),
      Authorization: `Bearer ${other.token}`,
      "Content-Type": "application/json",
    };
    const say = (method: string, path: string) =>
      request(`/api${path}`, { method, headers, body: JSON.stringify(body) });
    const { id: comment } = await (await say("POST", `/recordings/${recording}/comments`)).json();
    for (const noun of [`comments/${comment}`, `recordings/${recording}`])
      await say("POST", `/${noun}/reactions`);
    const [method = "", path = ""] = call.split(" ");
    const address = path
      .replace("/comments/{id}", `/comments/${comment}`)
      .replace("{id}", recording)
      .replace("{commentId}", comment)
      .replace("{reactionId}", encodeURIComponent(body.emoji));
    const answer = await say(method, address);
    expect(answer.status).toBeLessThan(300);
  });
});

describe("a call that takes JSON", () => {
  it("takes no more of it than anybody needs", async () => {
    const headers = { ...keys["a super admin"]?.headers, "Content-Type": "application/json" };
    const takeJson = operations.filter(({ body }) => typeof body === "object");
    const answers = takeJson.map(async (operation) => {
      const body = JSON.stringify({ text: "x".repeat(operation.largestBody ?? 256 * 1024) });
      const { status } = await make(operation, { opens: [], headers }, body);
      return `${operation.call} answers ${status}`;
    });
    expect(answers.length).toBeGreaterThan(10);
    const wrong = (await Promise.all(answers)).filter((answer) => !answer.endsWith("413"));
    expect(wrong).toEqual([]);
  });
});

/** Whether a call got past its guard, whatever happens after that. */
const hasEntered = (answer: Answer) => answer.status < 500 && !isRefused(answer);
/** A caller who is told that only the owner may do this has got past the guard. */
const isRefused = ({ status, code }: Answer) =>
  status === 401 || (status === 403 && code !== "not_yours");

interface Answer {
  status: number;
  code: string | undefined;
}

/** Reads what is there. Writes come without content, so that they leave all as it is. */
async function make(
  { call }: Operation,
  { headers = {}, query = {} }: Key,
  body?: string,
): Promise<Answer> {
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
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
  const said = isJson ? await answer.json() : await answer.body?.cancel();
  return { status: answer.status, code: said?.code };
}
