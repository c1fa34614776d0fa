import { describe, expect, it } from "vitest";
import { forget } from "#api/features/notices/forget.ts";
import type { Sql } from "#api/platform/database.ts";
import { testApp } from "#tests/support/app.ts";
import { waitingForLocks } from "#tests/support/locks.ts";
import { saveVideo } from "#tests/support/saving.ts";

const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

const { visitor, person, database, keys } = await testApp();
const service = database.asService("a test changes accounts and lets time pass");

async function registered() {
  const name = `mia-${crypto.randomUUID().slice(0, 8)}`;
  const credentials = { email: `${name}@example.org`, password: "secret1" };
  const answer = await visitor.call("POST", "/auth/register", { username: name, ...credentials });
  return { ...credentials, ...(await answer.json()) };
}
const asHolder = (token: string) => ({ Authorization: `Bearer ${token}` });
const enter = async (token: string) =>
  (await visitor.call("GET", "/user", undefined, asHolder(token))).status;

async function signIn({ email, password }: { email: string; password: string }) {
  const headers = { "User-Agent": WINDOWS };
  return (await visitor.call("POST", "/auth/login", { email, password }, headers)).json();
}

const age = async (token: string, column: string, days: number) => {
  const { sid } = await keys.verify("session", token);
  await service(
    (sql) => sql`
      update public.sessions set ${sql(column)} = now() - make_interval(days => ${days})
       where id = ${sid}
    `,
  );
};

describe("logging out", () => {
  it("ends this session and no other", async () => {
    const person = await registered();
    const elsewhere = await signIn(person);
    const answer = await visitor.call("POST", "/auth/logout", undefined, asHolder(person.token));
    expect(await answer.json()).toEqual({ success: true });
    expect(await enter(person.token)).toBe(401);
    expect(await enter(elsewhere.token)).toBe(200);
  });

  it("ends what was made from it: a renewed token, and one for a video", async () => {
    const owner = await person();
    const { id } = await saveVideo(owner);
    const renewed = await (await owner.call("POST", "/auth/renew")).json();
    const media = await (await owner.call("POST", `/recordings/${id}/media-token`)).json();
    const watch = () => visitor.call("GET", `/recordings/${id}/stream?token=${media.token}`);
    await owner.call("POST", "/auth/logout");
    expect(await enter(renewed.token)).toBe(401);
    expect((await watch()).status).toBe(401);
  });
});

describe("a session does not begin", () => {
  it.each<[string, (sql: Sql, id: string) => Promise<unknown>]>([
    [
      "by a password that is replaced",
      (sql, id) =>
        sql`update private.credentials set password_hash = 'another' where user_id = ${id}`,
    ],
    [
      "for somebody who is suspended",
      (sql, id) => sql`update public.users set suspended = true where id = ${id}`,
    ],
  ])("%s just after the password was found right", async (_, change) => {
    const { user, email, password } = await registered();
    const { signingIn } = await database.pool.begin(async (sql) => {
      await change(sql, user.id);
      const signingIn = visitor.call("POST", "/auth/login", { email, password });
      await expect.poll(() => waitingForLocks(database)).toBe(1); // it has read what was, and waits for this change to begin a session
      return { signingIn }; // in an object, or it would be waited for here
    });
    const answer = await signingIn;
    expect(answer.status).toBe(401);
    expect((await answer.json()).code).toBe("session_expired");
  });
});

describe("a session ends for good", () => {
  it("with a suspension, also when that is lifted", async () => {
    const { token, user } = await registered();
    const suspend = (suspended: boolean) =>
      service((sql) => sql`update public.users set suspended = ${suspended} where id = ${user.id}`);
    await suspend(true);
    expect(await enter(token)).toBe(401);
    await suspend(false);
    expect(await enter(token)).toBe(401);
  });

  it("ninety days after it began, however much it is in use", async () => {
    const { token } = await registered();
    await age(token, "created_at", 89);
    const renewed = await visitor.call("POST", "/auth/renew", undefined, asHolder(token));
    const fresh = await keys.verify("session", (await renewed.json()).token);
    expect(fresh.exp - fresh.iat).toBeLessThanOrEqual(86_400);
    await age(token, "created_at", 90);
    const late = await visitor.call("POST", "/auth/renew", undefined, asHolder(token));
    expect(late.status).toBe(401);
    expect(await late.json()).toMatchObject({ error: "Session expired. Please log in again." });
  });

  it("after thirty days without use", async () => {
    const { token } = await registered();
    await age(token, "last_seen_at", 29);
    expect(await enter(token)).toBe(200);
    await age(token, "last_seen_at", 30);
    expect(await enter(token)).toBe(401);
  });

  it("when its password changes between its check and its beginning", async () => {
    const { user } = await registered();
    const begun = await service(
      (sql) => sql`select * from private.begin_session(${user.id}, 'a test', 'the old hash')`,
    );
    expect(begun).toHaveLength(0);
  });
});

describe("when a session was last seen", () => {
  const lastSeen = async (token: string) => {
    const { sid } = await keys.verify("session", token);
    const [row] = await service(
      (sql) => sql<{ xmin: string; ago: number }[]>`
        select xmin::text, extract(epoch from now() - last_seen_at)::float8 as ago
          from public.sessions where id = ${sid}
      `,
    );
    return row;
  };

  it("is written when some minutes have passed, and not on every request", async () => {
    const { token } = await registered();
    const written = await lastSeen(token);
    await enter(token);
    expect((await lastSeen(token))?.xmin).toBe(written?.xmin);
    await age(token, "last_seen_at", 1);
    await enter(token);
    expect((await lastSeen(token))?.ago).toBeLessThan(3600);
  });
});

describe("the row of a session that is over", () => {
  it("goes in time, and no other", async () => {
    const [kept, idle, old] = [await registered(), await registered(), await registered()];
    await age(idle.token, "last_seen_at", 31);
    await age(old.token, "created_at", 91);
    await forget(service);
    const left = await service(
      (sql) => sql<{ user_id: string }[]>`
        select user_id from public.sessions
         where user_id in ${sql([kept.user.id, idle.user.id, old.user.id])}
      `,
    );
    expect(left).toEqual([{ user_id: kept.user.id }]);
  });
});
