import pino from "pino";
import { beforeAll, expect, test } from "vitest";
import { readEnv } from "#api/env.ts";
import { openPayments } from "#api/services/stripe.ts";
import { ask, checkoutId, refresh, subscribe, tell } from "#tests/api/subscriptions/selling.ts";
import { ended, generate, spoken } from "#tests/api/subtitles/transcribed.ts";
import { startOpenAi } from "#tests/stand-ins/openai.ts";
import { startSmtp } from "#tests/stand-ins/smtp.ts";
import { startStripe } from "#tests/stand-ins/stripe.ts";
import { completeCheckout } from "#tests/stand-ins/stripe-life.ts";
import { startStorage } from "#tests/stand-ins/supabase-storage.ts";
import type { SignedIn } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { driveApp, inDrive } from "#tests/support/drive.ts";
import { linkTo } from "#tests/support/links.ts";
import { allowForProcessing } from "#tests/support/saving.ts";
import { newSigningKey } from "#tests/support/signing-key.ts";

/** Everything that Kinora stands on, and a log that leaves nothing out. */
allowForProcessing();
const written: string[] = [];
const log = pino({ level: "trace" }, { write: (line: string) => void written.push(line) });
const [stripe, openAi, storage, smtp] = [
  startStripe(),
  startOpenAi(),
  startStorage(),
  await startSmtp(),
];
for (const { stop } of [stripe, openAi, storage, smtp]) atEndOfFile(stop);
const ours = {
  OPENAI_API_KEY: "sk-key-of-the-operator",
  SUPABASE_SECRET_KEY: storage.secretKey,
  METRICS_TOKEN: "only the operator knows",
  DATABASE_URL: "postgres://kinora:a-password-for-rows@127.0.0.1:1/kinora",
  SIGNING_KEY: JSON.stringify(await newSigningKey()),
  SMTP_URL: smtp.url.replace("//", "//kinora:a-password-for-letters@"),
};
const atStripe = {
  STRIPE_API_URL: stripe.url,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
};
const impatient = { milliseconds: 30_000, retries: 0 };
const app = await driveApp(
  {
    ...ours,
    ...atStripe,
    OPENAI_BASE_URL: openAi.url,
    SUPABASE_URL: storage.url,
    SUPABASE_PUBLISHABLE_KEY: storage.publishableKey,
  },
  { log, payments: openPayments(readEnv(atStripe), log, impatient) },
);
const { google, visitor, request } = app;
/** The secrets that open something, and were used or made on the way. */
const secrets = new Set([
  "GOCSPX-stand-in",
  "a-password-for-letters",
  "a-password-for-rows",
  stripe.secretKey,
  stripe.webhookSecret,
  ...Object.values(ours),
]);
let ada: SignedIn;

const given = async (answer: Promise<Response>, name: string) => {
  const value = String((await (await answer).json())[name]);
  expect(value.length).toBeGreaterThan(8);
  secrets.add(value).add(value.split("/").at(-1) ?? value);
  return value;
};

/** No line has any of the secrets; there are lines about what went on. */
function expectSilence(about: RegExp) {
  for (const one of google.accounts.secrets) secrets.add(one);
  const said = written.join("\n");
  expect(said).toMatch(about);
  expect([...secrets].filter((secret) => said.includes(secret))).toEqual([]);
  expect(said).not.toMatch(/upload_id=|code_verifier|ya29\.|[?&]token=|Bearer |eyJ|sealed:/);
  written.length = 0;
}

beforeAll(async () => {
  ada = await app.connected("ada@gmail.test");
  secrets.add(ada.token);
});

test("of Google, however a call to it fails", async () => {
  const { id } = await inDrive(ada);
  const stream = () => ada.call("GET", `/recordings/${id}/stream`);
  for (const step of ["download", "get", "update", "about"] as const)
    for (const failure of [{ status: 403, reason: "appNotAuthorizedToFile" }, "cut"] as const) {
      google.fail(step, failure);
      await (await stream()).arrayBuffer().catch(() => {});
      await ada.call("PUT", `/recordings/${id}`, { filename: `${step} ${typeof failure}` });
      await ada.call("GET", "/google-drive");
      google.heal();
    }
  google.accounts.expire();
  google.fail("token", { status: 401, reason: "invalid_client" });
  await app.drive?.store.room(ada.id).catch((err: unknown) => log.error({ err }, "heard"));
  google.heal();
  const { auth_url } = await (await ada.call("GET", "/google-drive/auth-url")).json();
  const back = await google.allow(auth_url);
  for (const one of Object.values(back)) secrets.add(one);
  google.fail("token", { status: 500 });
  await ada.call("POST", "/google-drive/callback", back);
  google.heal();
  google.fail("revoke", { status: 500 });
  await ada.call("POST", "/google-drive/disconnect");
  google.heal();
  expectSilence(/Google refuses this server[\s\S]*a token was not revoked at Google/);
});

test("of Stripe, however a call to it fails, and of who pays there", async () => {
  const ben = await app.person({ plan: "Free" });
  secrets.add(ben.token);
  for (const fault of ["500", "cut", "proxy", "429"] as const) {
    stripe.fail(fault, "");
    await ask(ben, "Pro");
    stripe.recover();
  }
  const { checkout_url } = await subscribe(ben, "Pro");
  if (checkout_url) secrets.add(checkout_url).add(checkoutId(checkout_url));
  const before = stripe.books.events.length;
  completeCheckout(stripe.books, checkoutId(checkout_url));
  for (const event of stripe.books.events.slice(before)) {
    const signed = await stripe.signed(event);
    secrets.add(signed.signature);
    expect((await tell(app, signed)).status).toBe(200);
    expect((await tell(app, { ...signed, body: `${signed.body} ` })).status).toBe(400);
  }
  expect(await refresh(ben)).toMatchObject({ plan_name: "Pro" });
  await given(ben.call("POST", "/subscriptions/portal"), "portal_url");

  const wrong = "sk_test_of_another_account";
  secrets.add(wrong);
  const payments = openPayments({ ...app.env, STRIPE_SECRET_KEY: wrong }, log, impatient);
  const lost = app.anotherProcess({ payments });
  await lost("/api/subscriptions/refresh", {
    method: "POST",
    headers: { Authorization: `Bearer ${ben.token}` },
  });
  expectSilence(/Invalid API Key/);
});

test("of who transcribes, of the storage and of the mail server, whatever they answer", async () => {
  await app.database.pool`
    update public.subscriptions set subtitle_addon_enabled = true, storage_type = 's3',
           plan_id = (select id from public.plans where name = 'Pro') where user_id = ${ada.id}
  `;
  const recording = await spoken(ada, [1], 4);
  openAi.failNext("key", "broken", "cut", "nonsense");
  await ended(ada, recording, await generate(ada, recording));

  storage.down.status = 502;
  for (const call of ["stream", "download"])
    await ada.call("GET", `/recordings/${recording}/${call}`);
  storage.down.status = null;
  await ada.call("GET", `/recordings/${recording}/stream`);
  smtp.refuseNext("554 5.7.1 No letters from you");
  const credentials = { email: "noa@example.org", password: "a-password-of-noa" };
  secrets.add(credentials.password);
  await visitor.call("POST", "/auth/register", { username: "Noa", ...credentials });
  await visitor.call("POST", "/auth/forgot-password", { email: credentials.email });
  const said = () => written.some((line) => line.includes("an email could not be sent"));
  await expect.poll(said, { timeout: 10_000 }).toBe(true);
  expectSilence(/"status":503/);
});

test("of what opens a recording, an account or an archive", async () => {
  const saved = await ada.call("GET", "/recordings");
  const [{ id }] = (await saved.json()).recordings;
  const link = await linkTo(ada, id, { password: "abracadabra" });
  secrets.add(link.share_token).add("abracadabra");
  const unlock = await given(
    visitor.call("POST", `/shared/${link.share_token}/unlock`, { password: "abracadabra" }),
    "token",
  );
  const media = await given(ada.call("POST", `/recordings/${id}/media-token`), "token");
  const ticket = await given(ada.call("POST", "/user/takeout"), "path");
  await (await request(ticket)).arrayBuffer();
  await request(`${ticket}x`);
  for (const path of [`/recordings/${id}/stream?token=${media}`, `/shared/${link.share_token}`])
    await visitor.call("GET", path, undefined, { "X-Unlock": unlock });
  await request("/metrics", { headers: { Authorization: `Bearer ${ours.METRICS_TOKEN}` } });
  await visitor.call("POST", "/auth/login", { email: ada.email, password: "a wrong password" });
  secrets.add("a wrong password");
  expectSilence(/"path":"\/api\/recordings/);
});
