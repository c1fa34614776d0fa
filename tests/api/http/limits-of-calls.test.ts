import pino from "pino";
import { describe, expect, it } from "vitest";
import { readEnv } from "#api/env.ts";
import { type Limit, rateLimits, type TakeToken } from "#api/http/limits/rate-limit.ts";
import { openPayments } from "#api/services/stripe.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";
import { tusClient } from "#tests/support/tus.ts";

const taken: { limit: Limit; subject: string }[] = [];
let count: TakeToken;
const selling = readEnv({
  STRIPE_API_URL: "http://127.0.0.1:1",
  STRIPE_SECRET_KEY: "sk_test",
  STRIPE_WEBHOOK_SECRET: "whsec_test",
});
const app = await testApp(
  { GOOGLE_CLIENT_ID: "an-id", GOOGLE_CLIENT_SECRET: "a-secret" },
  {
    payments: openPayments(selling, pino({ level: "silent" }), { milliseconds: 1000, retries: 0 }),
    takeToken(limit, subject) {
      taken.push({ limit, subject });
      return count(limit, subject);
    },
  },
);
const { database, person, visitor } = app;
count = rateLimits(database);
const who = await person();
const at = await recordingOf(database, who);
const link = await linkTo(who, at);

const HOUR = 3600;
const login = {
  "login:address": [60, 600, "address"],
  "login:account-network": [10, 600, "email from address"],
  "login:account": [100, 600, "email"],
};
const visit = { "visit:address": [6000, 600, "address"] };
const proof = { "second-factor-proof:account": [20, 600, "account"] };
const purchase = {
  "purchase:account": [20, HOUR, "account"],
  "purchase:address": [60, HOUR, "address"],
};
const upload = { "upload:account": [300, HOUR, "account"] };
const subtitle = { "subtitle:account": [60, 600, "account"] };
const comment = { "comment:account": [120, 600, "account"] };
const reaction = { "react:account": [400, 600, "account"] };
const password = { "share-password:account": [30, 600, "account"] };
const stranger = "nobody@example.org";
const none = crypto.randomUUID();

type Act = () => Promise<Response>;
type Taken = Record<string, (string | number)[]>;
const says =
  (method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body: object = {}): Act =>
  () =>
    who.call(method, path, body);
const saysOn =
  (method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body: object = {}): Act =>
  () =>
    who.call(method, `/recordings/${at}${path}`, body);

const ofGuests: [string, Act, Taken][] = [
  [
    "sign in",
    () => visitor.call("POST", "/auth/login", { email: stranger, password: "guessed" }),
    login,
  ],
  [
    "sign in with Google",
    () => visitor.call("POST", "/auth/google", { token: "x" }),
    { "login:address": login["login:address"] },
  ],
  [
    "reset a password",
    () => visitor.call("POST", "/auth/reset-password", { token: "x", password: "a new one" }),
    { "login:address": login["login:address"] },
  ],
  [
    "register",
    () =>
      visitor.call("POST", "/auth/register", {
        username: "A",
        email: stranger,
        password: "secret",
      }),
    { "register:address": [20, HOUR, "address"] },
  ],
  [
    "forget a password",
    () => visitor.call("POST", "/auth/forgot-password", { email: stranger }),
    {
      "forgot:address": [20, HOUR, "address"],
      "forgot:account-network": [3, HOUR, "email from address"],
      "forgot:account": [20, HOUR, "email"],
    },
  ],
  [
    "take a second step",
    () => visitor.call("POST", "/auth/second-factor", { ticket: "x", code: "123456" }),
    { "second-factor:address": [60, 600, "address"] },
  ],
  [
    "open a link that nobody made",
    () => visitor.call("GET", `/shared/${"A".repeat(32)}`),
    { ...visit, "share-guess:address": [300, 600, "address"] },
  ],
  ["open a link", () => visitor.call("GET", `/shared/${link.share_token}`), visit],
  [
    "unlock a link",
    () => visitor.call("POST", `/shared/${link.share_token}/unlock`, { password: "guessed" }),
    { ...visit, "unlock:address": [20, 600, "address"], "unlock:share": [200, 600, "link"] },
  ],
  ["look at the sign-up page", () => visitor.call("GET", "/sign-up"), visit],
  ["read the announcement", () => visitor.call("GET", "/announcement"), visit],
  ["use a ticket", () => visitor.call("GET", "/user/takeout/file?ticket=x"), visit],
];

const passwords = { current_password: "a wrong one", new_password: "a new one" };
const video = () => {
  const form = new FormData();
  form.append("video", new File(["no video"], "demo.webm"));
  return form;
};

/** The limits of accounts. Each call counts as a write as well, unless it is a look. */
const ofAccounts: [string, Act, Taken][] = [
  [
    "change the password",
    says("POST", "/user/change-password", passwords),
    { "password:account": [10, 600, "account"] },
  ],
  [
    "take everything along",
    says("POST", "/user/takeout"),
    { "takeout:account": [10, HOUR, "account"] },
  ],
  [
    "leave",
    () => who.call("POST", "/user/delete", { email: "another@example.org" }),
    {
      ...login,
    },
  ],
  ["begin a second factor", says("POST", "/user/second-factor/totp"), proof],
  ["end a second factor", says("DELETE", "/user/second-factor/totp"), proof],
  ["make recovery codes", says("POST", "/user/second-factor/recovery-codes"), proof],
  ["begin a passkey", says("POST", "/user/second-factor/passkeys"), proof],
  ["remove a passkey", says("DELETE", `/user/second-factor/passkeys/${none}`), proof],
  [
    "measure the line",
    says("POST", "/upload-speed"),
    { "upload-speed:account": [60, 600, "account"] },
  ],
  ["begin an upload", () => tusClient(app, who.token).create(), upload],
  ["save a video", () => who.call("POST", "/recordings", video()), upload],
  ["import a video", () => who.call("POST", "/recordings/import", video()), upload],
  [
    "move a recording",
    saysOn("POST", "/move", { storage_type: "s3" }),
    { "move:account": [300, 600, "account"] },
  ],
  [
    "move all",
    says("POST", "/recordings/move-all", { storage_type: "s3" }),
    { "move-all:account": [20, 600, "account"] },
  ],
  [
    "ask for chapters",
    saysOn("POST", "/suggestions"),
    { "suggest:account": [30, HOUR, "account"] },
  ],
  ["have subtitles made", saysOn("POST", "/subtitles", { language: "en" }), subtitle],
  ["add subtitles", saysOn("POST", "/subtitles/upload", { content: "" }), subtitle],
  ["make subtitles anew", saysOn("POST", `/subtitles/${none}/retry`), subtitle],
  [
    "translate subtitles",
    saysOn("POST", `/subtitles/${none}/translate`, { language: "fr" }),
    subtitle,
  ],
  ["comment", saysOn("POST", "/comments", { content: "Hello" }), comment],
  ["change a comment", saysOn("PUT", `/comments/${none}`, { content: "Hello" }), comment],
  ["react", saysOn("POST", "/reactions", { emoji: "🔥" }), reaction],
  ["take a reaction back", saysOn("DELETE", "/reactions/x"), reaction],
  ["react to a comment", says("POST", `/comments/${none}/reactions`, { emoji: "🔥" }), reaction],
  ["make a link", saysOn("POST", "/shares"), { "share:account": [200, HOUR, "account"] }],
  [
    "make a link with a password",
    saysOn("POST", "/shares", { password: "open sesame" }),
    { "share:account": [200, HOUR, "account"], ...password },
  ],
  [
    "change a link",
    saysOn("PATCH", `/shares/${none}`, { label: "For Bob" }),
    { "share-change:account": [200, HOUR, "account"] },
  ],
  [
    "set a password",
    saysOn("PATCH", `/shares/${none}`, { password: "open sesame" }),
    { "share-change:account": [200, HOUR, "account"], ...password },
  ],
  ["say that they watch", saysOn("POST", "/watchers"), { "watch:account": [300, 600, "account"] }],
  [
    "draw a thumbnail",
    saysOn("POST", "/thumbnail?at=1"),
    { "picture:account": [1000, 24 * HOUR, "account"] },
  ],
  [
    "prove an address",
    () => who.call("POST", `/shared/${link.share_token}/proof`),
    { "proof:account": [5, HOUR, "account"] },
  ],
  [
    "ask an owner",
    () => who.call("POST", `/shared/${link.share_token}/ask`),
    { "ask:account": [10, HOUR, "account"] },
  ],
  ["subscribe", says("POST", "/subscriptions/subscribe", { plan_id: none }), purchase],
  ["buy the add-on", says("POST", "/subscriptions/subtitle-addon/enable"), purchase],
  ["see what was paid", says("POST", "/subscriptions/portal"), purchase],
  [
    "come back from paying",
    says("POST", "/subscriptions/refresh"),
    { "payment-look:account": [60, 600, "account"] },
  ],
];

const kinds: Record<string, string> = {
  [who.id]: "account",
  [who.email]: "email",
  [stranger]: "email",
  [link.id]: "link",
  unknown: "address",
};
const kindOf = (subject: string) =>
  subject
    .split(" from ")
    .map((part) => kinds[part] ?? part)
    .join(" from ");

/** The limits that an act takes from: so many at once, in so many seconds, of whom. */
async function takenBy(act: Act): Promise<Taken> {
  taken.length = 0;
  await act();
  return Object.fromEntries(
    taken.map(({ limit, subject }) => [
      limit.name,
      [limit.capacity, limit.period, kindOf(subject)],
    ]),
  );
}

describe("a limit, its size and whom it counts for", () => {
  it.each(ofGuests)("is asked of guests who %s", async (_, act, expected) => {
    expect(await takenBy(act)).toEqual(expected);
  });

  it.each(ofAccounts)("is asked of people who %s", async (_, act, expected) => {
    const write = { "write:account": [3000, 600, "account"] };
    expect(await takenBy(act)).toEqual({ ...write, ...expected });
  });

  it("is asked of people who go to connect a drive", async () => {
    const look: Act = () => who.call("GET", "/google-drive/auth-url");
    expect(await takenBy(look)).toEqual({ "drive:account": [20, 600, "account"] });
  });
});
