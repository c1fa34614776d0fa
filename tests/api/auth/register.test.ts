import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";

const { visitor, database, keys } = await testApp();
const register = (body: unknown) => visitor.call("POST", "/auth/register", body);
const someone = () => {
  const name = `ada-${crypto.randomUUID().slice(0, 8)}`;
  return { username: name, email: `${name}@example.org`, password: "secret1" };
};

describe("registering works", () => {
  it("answers a session and the account, the first one of the server as super admin", async () => {
    const offered = async () => (await (await visitor.call("GET", "/sign-up")).json()).first;
    expect(await offered()).toBe(true);
    const first = await register(someone());
    expect(await offered()).toBe(false);
    expect(first.status).toBe(201);
    const { token, user } = await first.json();
    expect(user).toMatchObject({ role: "super_admin", suspended: false, password_set: true });
    expect(await keys.verify("session", token)).toMatchObject({ sub: user.id });

    const second = await (await register(someone())).json();
    expect(second.user.role).toBe("user");
  });

  it("never answers with a hash, and stores none that is readable", async () => {
    const person = someone();
    const text = await (await register(person)).text();
    expect(text).not.toContain("argon2");
    expect(text).not.toContain(person.password);
    const db = database.asService("a test looks at what is stored");
    const [row] = await db(
      (sql) => sql`
        select password_hash from private.credentials c join public.users u on u.id = c.user_id
         where u.email = ${person.email}
      `,
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  });

  it("gives a new account its plan and an empty counter", async () => {
    const { user } = await (await register(someone())).json();
    const db = database.asService("a test looks at what is stored");
    const [row] = await db(
      (sql) => sql`
        select p.name, u.used_bytes, u.recording_count
          from public.subscriptions s join public.plans p on p.id = s.plan_id
          join public.storage_usage u using (user_id) where s.user_id = ${user.id}
      `,
    );
    expect(row).toEqual({ name: "Premium", used_bytes: 0, recording_count: 0 });
  });
});

describe("registering takes", () => {
  it.each([
    ["a name of 60 characters", { username: "x".repeat(60) }],
    ["a password of 6", { password: "secret" }],
    ["a password of 1024", { password: "x".repeat(1024) }],
  ])("%s", async (_what, wish) => {
    expect((await register({ ...someone(), ...wish })).status).toBe(201);
  });
});

describe("registering refuses", () => {
  it("an address that is taken, however it is written", async () => {
    const person = someone();
    await register(person);
    const again = await register({ ...person, email: person.email.toUpperCase() });
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({
      code: "email_taken",
      error: "An account with this email already exists.",
      message: "An account with this email already exists.",
    });
  });

  it("a body that is not JSON", async () => {
    const answer = await visitor.call("POST", "/auth/register", "{", {
      "Content-Type": "application/json",
    });
    expect(answer.status).toBe(400);
    expect((await answer.json()).code).toBe("malformed");
  });

  it("a body of more than 256 KB", async () => {
    const answer = await register({ ...someone(), username: "x".repeat(300_000) });
    expect(answer.status).toBe(413);
  });
});

describe("registering rejects", () => {
  it.each([
    [{ username: " " }, "username", "Username is required"],
    [{ username: "x".repeat(61) }, "username", "Username must be at most 60 characters long"],
    [{ password: "x".repeat(1025) }, "password", "Password is too long"],
    [{ email: "not-an-address" }, "email", "Please enter a valid email address"],
    [{ email: "" }, "email", "Email is required"],
    [{ password: "12345" }, "password", "Password must be at least 6 characters long"],
    [{ password: undefined }, "password", "Password is required"],
  ])("%j with a text for the field", async (wrong, field, text) => {
    const answer = await register({ ...someone(), ...wrong });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ message: text, fields: { [field]: text } });
  });
});
