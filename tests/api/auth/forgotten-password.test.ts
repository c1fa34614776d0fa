import { describe, expect, it, vi } from "vitest";
import { startSmtp } from "#tests/stand-ins/smtp.ts";
import { testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

const smtp = await startSmtp();
atEndOfFile(() => smtp.stop());
const { visitor, person, database, keys, startJobs } = await testApp({
  SMTP_URL: smtp.url,
  PUBLIC_URL: "https://kinora.example",
  TRUST_PROXY: "on",
});
await startJobs();
vi.setConfig({ testTimeout: 60_000 });

async function registered() {
  const name = `noa-${crypto.randomUUID().slice(0, 8)}`;
  const credentials = { email: `${name}@example.org`, password: "secret1" };
  const answer = await visitor.call("POST", "/auth/register", { username: name, ...credentials });
  return { ...credentials, ...(await answer.json()) };
}

const forget = (email: string, address = "198.51.100.1") =>
  visitor.call("POST", "/auth/forgot-password", { email }, { "X-Forwarded-For": address });
const reset = (token: string, password = "better-secret") =>
  visitor.call("POST", "/auth/reset-password", { token, password });
const login = (email: string, password: string) =>
  visitor.call("POST", "/auth/login", { email, password });
const enter = async (token: string) =>
  (await visitor.call("GET", "/user", undefined, { Authorization: `Bearer ${token}` })).status;

const lettersTo = (email: string) => smtp.letters.filter(({ to }) => to === email);

/** The token in the last letter to an address. */
async function tokenFor(email: string) {
  const before = lettersTo(email).length;
  expect((await forget(email.toUpperCase())).status).toBe(200);
  await expect.poll(() => lettersTo(email).length, { timeout: 30_000 }).toBe(before + 1);
  const text = (lettersTo(email).at(-1)?.source ?? "")
    .replaceAll("=\r\n", "")
    .replaceAll("=3D", "=");
  return /https:\/\/kinora\.example\/reset-password#(\S+)/.exec(text)?.[1] ?? "";
}

describe("a forgotten password", () => {
  it("is replaced with a letter, once, and every session ends", async () => {
    const { email, password, token: old } = await registered();
    const token = await tokenFor(email);
    const answer = await reset(token);
    expect(answer.status).toBe(200);
    expect(await enter((await answer.json()).token)).toBe(200);
    expect(await enter(old)).toBe(401);
    expect((await login(email, password)).status).toBe(401);
    expect((await login(email, "better-secret")).status).toBe(200);
    const again = await reset(token, "a third one");
    expect([again.status, (await again.json()).code]).toEqual([422, "reset_over"]);
  });

  it("gets the same answer whether there is such an account, and only who has one a letter", async () => {
    const { email } = await registered();
    const unknown = `nobody-${crypto.randomUUID()}@example.org`;
    const [known, other] = [await forget(email), await forget(unknown)];
    expect([known.status, await known.json()]).toEqual([other.status, await other.json()]);
    await expect.poll(() => lettersTo(email).length, { timeout: 30_000 }).toBe(1);
    await tokenFor((await registered()).email); // letters sent before this one are through
    expect(lettersTo(unknown)).toEqual([]);
  });

  it("shows that the address is theirs, and gives one to who came with Google", async () => {
    const ida = await person({ email: `ida-${crypto.randomUUID()}@example.org` });
    const answer = await reset(await tokenFor(ida.email));
    const { token, user } = await answer.json();
    expect(user).toMatchObject({ id: ida.id, password_set: true });
    const asIda = { Authorization: `Bearer ${token}` };
    const kept = await visitor.call("GET", "/user", undefined, asIda);
    expect(await kept.json()).toMatchObject({ id: ida.id, password_set: true });
    const [row] = await database.pool`
      select email_verified from private.credentials where user_id = ${ida.id}
    `;
    expect(row).toEqual({ email_verified: true });
  });

  it("is not replaced by a letter that is an hour old, or was overtaken by another change", async () => {
    const { user, email, password, token } = await registered();
    const letter = await tokenFor(email);
    const { iat, exp, ...claims } = await keys.verify("reset", letter);
    expect(exp - iat).toBe(3600);
    expect((await reset(await keys.sign("reset", claims, -1))).status).toBe(422);
    await visitor.call(
      "POST",
      "/user/change-password",
      { current_password: password, new_password: "changed-meanwhile" },
      { Authorization: `Bearer ${token}` },
    );
    expect((await reset(letter)).status).toBe(422);
    expect((await reset(await keys.sign("email", { sub: user.id, email }))).status).toBe(422);
  });

  it("is replaced by one of two who use the same letter at once", async () => {
    const { email } = await registered();
    const letter = await tokenFor(email);
    const passwords = ["the first one", "the second one"];
    const answers = await Promise.all(passwords.map((password) => reset(letter, password)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 422]);
    const [winner = ""] = passwords.filter((_, index) => statuses[index] === 200);
    expect((await login(email, winner)).status).toBe(200);
  });

  it("is not replaced for a suspended account, which gets no letter either", async () => {
    const { user, email } = await registered();
    const letter = await tokenFor(email);
    await database.pool`update public.users set suspended = true where id = ${user.id}`;
    expect((await reset(letter)).status).toBe(422);
    await forget(email);
    await tokenFor((await registered()).email);
    expect(lettersTo(email)).toHaveLength(1);
  });

  it("is asked for a few times from one network, and from others still", async () => {
    const { email } = await registered();
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await forget(email, "203.0.113.5")).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await forget(email, "203.0.113.6")).status).toBe(200);
  });

  it("is asked for twenty times an hour in all, and by one address for twenty accounts", async () => {
    const nobody = () => `nobody-${crypto.randomUUID()}@example.org`;
    const twenty = Array.from({ length: 20 }, (_, n) => n);
    const one = nobody();
    const statuses = async (asked: Promise<Response>[]) =>
      new Set((await Promise.all(asked)).map(({ status }) => status));
    expect(await statuses(twenty.map((n) => forget(one, `192.0.${n}.1`)))).toEqual(new Set([200]));
    expect((await forget(one, "192.0.99.1")).status).toBe(429);
    expect(await statuses(twenty.map(() => forget(nobody(), "192.1.0.1")))).toEqual(new Set([200]));
    expect((await forget(nobody(), "192.1.0.1")).status).toBe(429);
  });
});

describe("where no letter can be sent", () => {
  it("it is said who can help", async () => {
    const plain = await testApp();
    const body = { email: "ada@example.org" };
    const answer = await plain.visitor.call("POST", "/auth/forgot-password", body);
    expect([answer.status, (await answer.json()).code]).toEqual([503, "mail_not_configured"]);
  });
});
