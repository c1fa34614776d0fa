import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";
import { tusClient } from "#tests/support/tus.ts";

const app = await testApp();
const { database, person, visitor } = app;
await database.pool`update private.settings set verify_emails = true`;

/** The rest that each limit has after one act, of those that the act counts for. */
async function leftAfter(act: () => Promise<Response>): Promise<Record<string, number>> {
  await database.pool`delete from private.buckets where name not like 'text:%'`;
  await act();
  const rows = await database.pool<{ name: string; tokens: number }[]>`
    select split_part(name, ':', 1) || ':' || split_part(name, ':', 2) as name, tokens
      from private.buckets where name not like 'text:%'`;
  return Object.fromEntries(rows.map(({ name, tokens }) => [name, tokens]));
}

const email = "nobody@example.org";
const credentials = { username: "Ada", email, password: "secret1" };
const sent = "\n1\n00:00:01,000 --> 00:00:02,000\nHello\n";

/** The acts of a guest. */
const asVisitor: Record<string, [() => Promise<Response>, Record<string, number>]> = {
  "a wrong password": [
    () => visitor.call("POST", "/auth/login", { email, password: "guessed" }),
    { "login:address": 59, "login:account-network": 9, "login:account": 99 },
  ],
  "an account that is made": [
    () => visitor.call("POST", "/auth/register", credentials),
    { "register:address": 19 },
  ],
  "a forgotten password": [
    () => visitor.call("POST", "/auth/forgot-password", { email }),
    { "forgot:address": 19, "forgot:account-network": 2, "forgot:account": 19 },
  ],
  "a second step": [
    () => visitor.call("POST", "/auth/second-factor", { ticket: "none", code: "123456" }),
    { "second-factor:address": 59 },
  ],
  "a look at the sign-up page": [() => visitor.call("GET", "/sign-up"), { "visit:address": 5999 }],
  "a link that nobody made": [
    () => visitor.call("GET", `/shared/${"A".repeat(32)}`),
    { "visit:address": 5999, "share-guess:address": 299 },
  ],
};

/** People with an account; each of their writes counts as one of 3000. */
const asSomebody: Record<string, [(who: SignedIn) => Promise<Response>, Record<string, number>]> = {
  "a proof for a second factor": [
    (who) => who.call("POST", "/user/second-factor/totp", {}),
    { "second-factor-proof:account": 19 },
  ],
  "a file of subtitles": [
    async (who) => {
      const recording = await recordingOf(database, who);
      return who.call("POST", `/recordings/${recording}/subtitles/upload`, { content: sent });
    },
    { "subtitle:account": 59, "new-text:account": 1e8 - 41 },
  ],
  "an upload": [(who) => tusClient(app, who.token).create(), { "upload:account": 299 }],
  "an address that waits for its proof": [
    async (who) => {
      const owner = await person();
      const link = await linkTo(owner, await recordingOf(database, owner), {
        is_public: false,
        allowed_email: who.email,
      });
      await database.pool`delete from private.buckets`;
      return who.call("POST", `/shared/${link.share_token}/ask`);
    },
    { "ask:account": 9 },
  ],
};

describe("a limit counts", () => {
  it.each(Object.entries(asVisitor))("%s", async (_, [act, left]) => {
    expect(await leftAfter(act)).toEqual(left);
  });

  it.each(Object.entries(asSomebody))("%s", async (_, [act, left]) => {
    const somebody = await person();
    expect(await leftAfter(() => act(somebody))).toEqual({ "write:account": 2999, ...left });
  });

  it("what it is named for, and nothing that another limit counts", () => {
    const names = sourcesIn("api").flatMap((text) =>
      Array.from(text.matchAll(/name: "([\w-]+:[\w-]+)"/g), ([, name]) => name),
    );
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

const sourcesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(directory, name), "utf8"));
