import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";

const { visitor, database } = await testApp({ TRUST_PROXY: "on" });
const service = database.asService("a test changes an account");

async function registered() {
  const name = `bea-${crypto.randomUUID().slice(0, 8)}`;
  const credentials = { email: `${name}@example.org`, password: "secret1" };
  const answer = await visitor.call("POST", "/auth/register", { username: name, ...credentials });
  return { ...credentials, ...(await answer.json()) };
}
const login = (email: string, password: string) =>
  visitor.call("POST", "/auth/login", { email, password });
const asHolder = (token: string) => ({ Authorization: `Bearer ${token}` });

describe("signing in works", () => {
  it("with the password, and with the address in any case", async () => {
    const { email, password, user } = await registered();
    const answer = await login(email.toUpperCase(), password);
    expect(answer.status).toBe(200);
    expect((await answer.json()).user.id).toBe(user.id);
  });

  it("and a session can be exchanged for a fresh one", async () => {
    const { token, user } = await registered();
    const renewed = await visitor.call("POST", "/auth/renew", undefined, asHolder(token));
    expect(renewed.status).toBe(200);
    const fresh = await renewed.json();
    expect(fresh.user.id).toBe(user.id);
    const me = await visitor.call("GET", "/user", undefined, asHolder(fresh.token));
    expect(me.status).toBe(200);
  });
});

describe("signing in refuses", () => {
  it("a wrong password and an unknown address with the same words", async () => {
    const { email } = await registered();
    const wrong = await login(email, "wrong-password");
    const unknown = await login("nobody@example.org", "wrong-password");
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(await wrong.json()).toEqual(await unknown.json());
  });

  it("an account without a password, also with the one that its attempts are timed by", async () => {
    const { email, user } = await registered();
    await service(
      (sql) => sql`update private.credentials set password_hash = null where user_id = ${user.id}`,
    );
    expect((await login(email, "nobody has this password")).status).toBe(401);
  });

  it("a suspended account, and ends the session it already has", async () => {
    const { email, password, token, user } = await registered();
    await service((sql) => sql`update public.users set suspended = true where id = ${user.id}`);
    expect((await login(email, password)).status).toBe(401);
    const me = await visitor.call("GET", "/user", undefined, asHolder(token));
    expect(me.status).toBe(401);
    expect((await me.json()).code).toBe("suspended");
  });

  it("a token that is forged, cut off, or of another kind", async () => {
    const { token } = await registered();
    const [head = "", body = ""] = token.split(".");
    for (const forged of [`${head}.${body}.`, `${token}x`, "nonsense", `${head}.${body}.AAAA`]) {
      const answer = await visitor.call("GET", "/user", undefined, asHolder(forged));
      expect(answer.status).toBe(401);
    }
  });

  it("the eleventh attempt on one account from one network, and says when to come back", async () => {
    const { email, password } = await registered();
    const attempt = (address: string, secret = "wrong-password") =>
      visitor.call(
        "POST",
        "/auth/login",
        { email, password: secret },
        { "X-Forwarded-For": address },
      );
    // The limit counts before the password is looked at; malformed ones do not get that far.
    const statuses: number[] = [];
    for (let number = 0; number < 10; number += 1)
      statuses.push((await attempt(`2001:db8:1:${number}::1`)).status);
    expect(statuses).toEqual(Array(10).fill(401));
    const eleventh = await attempt("2001:db8:1:ffff::1", password);
    expect(eleventh.status).toBe(429);
    expect(Number(eleventh.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await attempt("198.51.100.7", password)).status).toBe(200);
  });

  it("attempts on one account from too many networks, however they write its address", async () => {
    const { email, password } = await registered();
    await service(
      (sql) => sql`
        insert into private.buckets (name, tokens) values (${`login:account:${email}`}, 0)
      `,
    );
    expect((await login(email, password)).status).toBe(429);
    expect((await login(email.toUpperCase(), password)).status).toBe(429);
  });
});
