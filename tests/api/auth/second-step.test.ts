import { afterAll, describe, expect, it, test, vi } from "vitest";
import { makeKeys } from "#api/platform/keys.ts";
import { startGoogle } from "#tests/stand-ins/google.ts";
import { testApp } from "#tests/support/app.ts";
import { newAuthenticator } from "#tests/support/authenticator.ts";
import {
  codeOf,
  ORIGIN,
  outcome,
  PASSWORD,
  peopleWithSecondFactors,
} from "#tests/support/second-factor.ts";
import { newSigningKey } from "#tests/support/signing-key.ts";

const google = await startGoogle();
afterAll(() => google.stop());
const app = await testApp({
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_CERTS_URL: google.certsUrl,
  PUBLIC_URL: ORIGIN,
  TRUST_PROXY: "on",
});
const { visitor, person, database, keys } = app;
const { registered, login, ticketOf, pass, withApp, withPasskey } = peopleWithSecondFactors(app);
const service = database.asService("a test looks at what is stored");
vi.setConfig({ testTimeout: 60_000 });

const acts = (email: string) =>
  database.pool<{ act: string; kind: string; actor: string | null; after: object }[]>`
    select act, kind, actor, after from public.audit_log
     where target = ${email} and act like 'second_factor_%' order by id
  `;

describe("a passkey", () => {
  it("is added by a name, brings recovery codes once, and lets in", async () => {
    const ida = await registered();
    const { key, recovery } = await withPasskey(ida);
    expect(recovery).toHaveLength(10);
    expect((await withPasskey(ida, "Phone")).recovery).toEqual([]);
    const { passkeys } = await (await ida.call("GET", "/user/second-factor")).json();
    expect(passkeys.map(({ name }: { name: string }) => name)).toEqual(["Yellow key", "Phone"]);

    const { ticket, ways, passkey } = await (await login(ida)).json();
    expect(ways).toEqual(["passkey", "recovery"]);
    expect(passkey.allowCredentials).toHaveLength(2);
    const answer = await visitor.call("POST", "/auth/second-factor/passkeys", {
      ...{ ticket, credential: key.use(passkey) },
    });
    expect(answer.status).toBe(200);
    expect((await answer.json()).user.email).toBe(ida.email);
  });

  it("is refused for another challenge, another account, another site, and as a copy", async () => {
    const [ida, eve] = [await registered(), await registered()];
    const [mine, hers] = [await withPasskey(ida), await withPasskey(eve)];
    const { ticket, passkey } = await (await login(ida)).json();
    const use = async (credential: object, on = ticket) =>
      outcome(
        await visitor.call("POST", "/auth/second-factor/passkeys", { ticket: on, credential }),
      );
    const wrong = [401, "wrong_code"];
    expect(await use(mine.key.use({ challenge: "AAAA" }))).toEqual(wrong);
    expect(await use(hers.key.use(passkey))).toEqual(wrong);
    const forged = { ...mine.key.use(passkey), response: hers.key.use(passkey).response };
    expect(await use(forged)).toEqual(wrong);
    const nonsense = { id: mine.key.use(passkey).id, response: { clientDataJSON: "x" } };
    expect(await use(nonsense, await ticketOf(ida))).toEqual(wrong);
    mine.key.rewind();
    const second = await (await login(ida)).json();
    mine.key.rewind();
    expect(await use(mine.key.use(second.passkey), second.ticket)).toEqual(wrong);
  });

  it("is added for the challenge that was given, once, and for this site", async () => {
    const ida = await registered();
    const add = async (credential: object) =>
      outcome(await ida.call("PUT", "/user/second-factor/passkeys", { name: "A key", credential }));
    const key = newAuthenticator(ORIGIN);
    expect(await add(key.make({ challenge: "AAAA" }))).toEqual([409, "not_begun"]);
    const asked = await ida.call("POST", "/user/second-factor/passkeys", { password: PASSWORD });
    const options = await asked.json();
    expect(options.rp.id).toBe("kinora.example");
    expect(await add(key.make({ challenge: "AAAA" }))).toEqual([422, "invalid"]);
    const evil = newAuthenticator("https://kinora.evil.example");
    expect(await add(evil.make(options))).toEqual([422, "invalid"]);
    expect((await add(key.make(options)))[0]).toBe(200);
    expect(await add(key.make(options))).toEqual([409, "not_begun"]);
  });

  it("is removed with the password, by its owner alone, and the last takes the codes along", async () => {
    const [ida, eve] = [await registered(), await registered()];
    await withPasskey(ida);
    const { passkeys } = await (await ida.call("GET", "/user/second-factor")).json();
    const address = `/user/second-factor/passkeys/${passkeys[0].id}` as const;
    expect((await eve.call("DELETE", address, { password: PASSWORD })).status).toBe(404);
    expect((await ida.call("DELETE", address, {})).status).toBe(422);
    expect((await ida.call("DELETE", address, { password: PASSWORD })).status).toBe(200);
    expect(await (await ida.call("GET", "/user/second-factor")).json()).toEqual({
      ...{ totp: false, passkeys: [], recovery_codes_left: 0 },
    });
    expect(await (await login(ida)).json()).toHaveProperty("token");
  });

  it("has its recovery codes replaced by those of an app that comes after it", async () => {
    const ida = await registered();
    const { recovery } = await withPasskey(ida);
    const anew = await withApp(ida);
    expect(anew.recovery).toHaveLength(10);
    expect(await outcome(await pass(await ticketOf(ida), recovery[0] ?? ""))).toEqual([
      ...[401, "wrong_code"],
    ]);
  });

  it("that was only begun keeps no codes alive, and is none that could be removed", async () => {
    const ida = await registered();
    const { recovery } = await withApp(ida);
    const asked = await ida.call("POST", "/user/second-factor/passkeys", { password: PASSWORD });
    expect(asked.status).toBe(200);
    const [begun] = await service(
      (sql) => sql<{ id: string }[]>`
        select id from private.second_factors where user_id = ${ida.id} and since is null
      `,
    );
    const remove = (path: `/${string}`) => ida.call("DELETE", path, { password: PASSWORD });
    expect((await remove(`/user/second-factor/passkeys/${begun?.id}`)).status).toBe(404);
    expect((await remove("/user/second-factor/totp")).status).toBe(200);
    expect(await (await ida.call("GET", "/user/second-factor")).json()).toEqual({
      ...{ totp: false, passkeys: [], recovery_codes_left: 0 },
    });
    const ticket = await withPasskey(ida).then(() => ticketOf(ida));
    expect((await pass(ticket, recovery[0] ?? "")).status).toBe(401);
  });
});

describe("a server with another signing key than the one that sealed an app's secret", () => {
  it("says that it cannot check the app's codes, and takes the other ways in", async () => {
    const ida = await registered();
    const { secret, recovery } = await withApp(ida);
    const request = app.anotherProcess({ keys: await makeKeys(await newSigningKey()) });
    const passThere = async (code: string) =>
      request("/api/auth/second-factor", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ticket: await ticketOf(ida), code }),
      });
    const refused = await passThere(codeOf(secret));
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      code: "app_lost",
      message: expect.stringMatching(/cannot check the codes of your app any more/),
    });
    expect((await passThere(recovery[0] ?? "")).status).toBe(200);
  });
});

describe("every way in", () => {
  it("asks: Google", async () => {
    const sub = crypto.randomUUID();
    const someone = { sub, email: `${sub.slice(0, 8)}@gmail.example`, name: "Grace" };
    const enter = async () =>
      (await visitor.call("POST", "/auth/google", { token: await google.idToken(someone) })).json();
    const { token } = await enter();
    const { secret } = await withApp({
      call: (method, path, body) =>
        visitor.call(method, path, body, { Authorization: `Bearer ${token}` }),
    });
    const { ticket, ...rest } = await enter();
    expect(rest).not.toHaveProperty("token");
    expect((await pass(ticket, codeOf(secret))).status).toBe(200);
  });

  it("asks: a letter with which a new password was chosen", async () => {
    const ida = await registered();
    const { secret } = await withApp(ida);
    // The address is proven: an unproven one would pass to the person who proves it, which another test is about.
    const [{ password_hash } = { password_hash: "" }] = await database.pool`
      update private.credentials set email_verified = true where user_id = ${ida.id}
      returning password_hash
    `;
    const replaces = new Bun.CryptoHasher("sha256")
      .update(`${ida.id} ${password_hash}`)
      .digest("base64url");
    const token = await keys.sign("reset", { sub: ida.id, replaces });
    const answer = await visitor.call("POST", "/auth/reset-password", {
      ...{ token, password: "a new one" },
    });
    expect(answer.status).toBe(200);
    const { ticket, ...rest } = await answer.json();
    expect(rest).not.toHaveProperty("token");
    expect((await pass(ticket, codeOf(secret))).status).toBe(200);
    expect(await (await login(ida, "a new one")).json()).toHaveProperty("ticket");
  });

  it("is open to the proven owner of an address in whose account somebody else has set one up", async () => {
    const eve = await registered();
    await withApp(eve);
    const owner = { sub: crypto.randomUUID(), email: eve.email, name: "Grace" };
    const answer = await visitor.call("POST", "/auth/google", {
      token: await google.idToken(owner),
    });
    expect(await answer.json()).toHaveProperty("token");
  });

  it("answers who has none as it always did", async () => {
    const ida = await registered();
    const { token, user, ...rest } = await (await login(ida)).json();
    expect([typeof token, user.email, rest]).toEqual(["string", ida.email, {}]);
    const tickets = await service(
      (sql) => sql`select 1 from private.sign_in_tickets where user_id = ${ida.id}`,
    );
    expect(tickets).toHaveLength(0);
  });
});

describe("an account without a password", () => {
  it("proves itself by a session that has just begun, and else is asked to sign in again", async () => {
    const ola = await person();
    expect((await ola.call("POST", "/user/second-factor/totp", {})).status).toBe(200);
    const age = (minutes: number) =>
      service(
        (sql) => sql`
          update public.sessions set created_at = now() - make_interval(mins => ${minutes})
           where user_id = ${ola.id}
        `,
      );
    await age(9);
    expect((await ola.call("POST", "/user/second-factor/passkeys", {})).status).toBe(200);
    await age(11);
    for (const path of ["/totp", "/passkeys", "/recovery-codes"] as const)
      expect(await outcome(await ola.call("POST", `/user/second-factor${path}`, {}))).toEqual([
        403,
        "sign_in_again",
      ]);
  });
});

test("what is turned on and off stands in the audit log, with who did it", async () => {
  const ida = await registered();
  await withApp(ida);
  await withPasskey(ida);
  await ida.call("DELETE", "/user/second-factor/totp", { password: PASSWORD });
  const noted = { kind: "security", actor: ida.email };
  expect([...(await acts(ida.email))]).toEqual([
    { ...noted, act: "second_factor_on", after: { with: "totp", name: null } },
    { ...noted, act: "second_factor_on", after: { with: "passkey", name: "Yellow key" } },
    { ...noted, act: "second_factor_off", after: { with: "totp", name: null } },
  ]);
});

test("an account goes with all of it", async () => {
  const ida = await registered();
  await withApp(ida);
  await ticketOf(ida);
  await database.pool`delete from public.users where id = ${ida.id}`;
  const left = await database.pool`
    select 1 from private.second_factors where user_id = ${ida.id}
    union all select 1 from private.sign_in_tickets where user_id = ${ida.id}
  `;
  expect(left).toHaveLength(0);
});
