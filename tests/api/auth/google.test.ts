import { afterAll, describe, expect, it } from "vitest";
import { googleSignIn } from "#api/services/google.ts";
import { type Flaw, type GooglePerson, startGoogle } from "#tests/stand-ins/google.ts";
import { testApp } from "#tests/support/app.ts";
import { waitingForLocks } from "#tests/support/locks.ts";

const google = await startGoogle();
afterAll(() => google.stop());
const { visitor, database, env } = await testApp({
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_CERTS_URL: google.certsUrl,
});
const service = database.asService("a test looks at what is stored");

const nowhere = { hostname: "127.0.0.1", port: 0, idleTimeout: 0 };
const newGooglePerson = (): GooglePerson => {
  const sub = crypto.randomUUID();
  return { sub, email: `${sub.slice(0, 8)}@gmail.example`, name: "Grace" };
};
const signIn = async (person: GooglePerson, flaw?: Flaw) =>
  visitor.call("POST", "/auth/google", { token: await google.idToken(person, flaw) });

describe("signing in with Google works", () => {
  it("makes an account without a password, and finds it again by Google's id", async () => {
    const person = newGooglePerson();
    const first = await (await signIn(person)).json();
    expect(first.user).toMatchObject({
      username: "Grace",
      email: person.email,
      oauth_provider: "google",
      password_set: false,
    });
    const again = await (await signIn({ ...person, email: "changed@gmail.example" })).json();
    expect(again.user.id).toBe(first.user.id);
  });

  it("makes one account of a person who asks twice at once, and signs in to it both times", async () => {
    const person = newGooglePerson();
    const { both } = await database.pool.begin(async (sql) => {
      await sql`lock table public.users in share row exclusive mode`; // it is read, and not written
      const both = Promise.all([signIn(person), signIn(person)]);
      await expect.poll(() => waitingForLocks(database)).toBe(2);
      return { both }; // in an object, or it would be waited for here
    });
    const [first, second] = await both;
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await first.json()).user.id).toBe((await second.json()).user.id);
  });

  it("joins the account of that address, and takes a password nobody proved from it", async () => {
    const person = newGooglePerson();
    const credentials = { email: person.email, password: "squatter" };
    const squatter = await (
      await visitor.call("POST", "/auth/register", { username: "squatter", ...credentials })
    ).json();
    const joined = await (await signIn(person)).json();
    expect(joined.user.id).toBe(squatter.user.id);
    expect(joined.user.password_set).toBe(false);
    expect((await visitor.call("POST", "/auth/login", credentials)).status).toBe(401);
    const old = await visitor.call("GET", "/user", undefined, {
      Authorization: `Bearer ${squatter.token}`,
    });
    expect(old.status).toBe(401);
  });

  it("joins an account that has proved its address, which keeps its password and its picture", async () => {
    const person = { ...newGooglePerson(), picture: "https://pictures.example/theirs.png" };
    const credentials = { email: person.email, password: "their own" };
    const answer = await visitor.call("POST", "/auth/register", {
      username: "Ada",
      ...credentials,
    });
    const { id } = (await answer.json()).user;
    await service((sql) =>
      Promise.all([
        sql`update private.credentials set email_verified = true where user_id = ${id}`,
        sql`update public.users set profile_picture = 'https://pictures.example/old.png' where id = ${id}`,
      ]),
    );
    const { user } = await (await signIn(person)).json();
    expect(user).toMatchObject({
      id,
      password_set: true,
      profile_picture: "https://pictures.example/old.png",
    });
    expect((await visitor.call("POST", "/auth/login", credentials)).status).toBe(200);
  });

  it("proves the address of the account it joins, and gives it a picture where it has none", async () => {
    const person = { ...newGooglePerson(), picture: "https://pictures.example/theirs.png" };
    const registration = { username: "Ada", email: person.email, password: "squatter" };
    await visitor.call("POST", "/auth/register", registration);
    const { user } = await (await signIn(person)).json();
    expect(user.profile_picture).toBe(person.picture);
    const [proved] = await service(
      (sql) => sql`select email_verified from private.credentials where user_id = ${user.id}`,
    );
    expect(proved?.email_verified).toBe(true);
  });

  it("takes as much of a long name as a name may have", async () => {
    const { user } = await (await signIn({ ...newGooglePerson(), name: "G".repeat(61) })).json();
    expect(user.username).toBe("G".repeat(60));
  });

  it.each([
    ["an emoji at its end", `${"G".repeat(59)}😀`, "G".repeat(59)],
    ["nothing that is seen", "\u200b\u2800", undefined],
    ["breaks and a turned line", "Grace\n\u202eHopper", "Grace Hopper"],
  ])("makes a name that others may choose, too, of one with %s", async (_, name, shown) => {
    const person = newGooglePerson();
    const { user } = await (await signIn({ ...person, name })).json();
    expect(user.username).toBe(shown ?? person.email.split("@")[0]);
  });

  it("keeps only a picture that lies at a web address", async () => {
    const longest = `https://p.example/${"x".repeat(2030)}`;
    for (const [picture, kept] of [
      ["javascript:alert(1)", null],
      ["http://p.example/in-the-clear.png", null],
      [`${longest}x`, null],
      [longest, longest],
    ] as const) {
      const { user } = await (await signIn({ ...newGooglePerson(), picture })).json();
      expect(user.profile_picture).toBe(kept);
    }
  });

  it("lets its owner set a password once", async () => {
    const { token } = await (await signIn(newGooglePerson())).json();
    const headers = { Authorization: `Bearer ${token}` };
    const set = await visitor.call("POST", "/user/set-password", { password: "secret1" }, headers);
    expect(set.status).toBe(200);
    const renewed = await set.json();
    expect(renewed.user.password_set).toBe(true);
    const twice = await visitor.call(
      "POST",
      "/user/set-password",
      { password: "secret2" },
      { Authorization: `Bearer ${renewed.token}` },
    );
    expect(twice.status).toBe(409);
  });
});

describe("signing in with Google refuses", () => {
  it.each<Flaw>([
    "wrong audience",
    "wrong issuer",
    "expired",
    "bad signature",
    "unknown key",
    "unverified email",
  ])("a token with: %s", async (flaw) => {
    const person = newGooglePerson();
    const answer = await signIn(person, flaw);
    expect(answer.status).toBe(401);
    const [row] = await service(
      (sql) => sql`select 1 from public.users where email = ${person.email}`,
    );
    expect(row).toBeUndefined();
  });

  it("a suspended account, and says so", async () => {
    const person = newGooglePerson();
    const { user } = await (await signIn(person)).json();
    await service((sql) => sql`update public.users set suspended = true where id = ${user.id}`);
    const answer = await signIn(person);
    expect([answer.status, (await answer.json()).code]).toEqual([401, "suspended"]);
  });

  it("another Google account of the same address, and changes nothing", async () => {
    const person = newGooglePerson();
    const { user } = await (await signIn(person)).json();
    const answer = await signIn({ ...person, sub: crypto.randomUUID() });
    expect([answer.status, (await answer.json()).code]).toEqual([403, "google_other_account"]);
    const [kept] = await service(
      (sql) => sql`select google_subject from private.credentials where user_id = ${user.id}`,
    );
    expect(kept?.google_subject).toBe(person.sub);
    expect((await signIn(person)).status).toBe(200);
  });

  it("a suspended account before anything of it is changed: its password stays", async () => {
    const person = newGooglePerson();
    const registration = { username: "Ada", email: person.email, password: "her own one" };
    const { user } = await (await visitor.call("POST", "/auth/register", registration)).json();
    const stored = () =>
      service((sql) => sql`select * from private.credentials where user_id = ${user.id}`);
    const [before] = await stored();
    await service((sql) => sql`update public.users set suspended = true where id = ${user.id}`);
    expect((await (await signIn(person)).json()).code).toBe("suspended");
    expect(await stored()).toEqual([before]);
  });

  it.each([
    ["overlong", `${"g".repeat(250)}@gmail.example`],
    ["none", "not an address"],
  ])("an address that nobody could register: %s", async (_, email) => {
    const answer = await signIn({ ...newGooglePerson(), email });
    expect([answer.status, (await answer.json()).code]).toEqual([401, "google_email_unusable"]);
  });

  it("everybody, and soon, while Google says nothing at all", async () => {
    const silent = Bun.serve({ ...nowhere, fetch: () => new Promise<Response>(() => {}) });
    const address = { ...env, GOOGLE_CERTS_URL: silent.url.href };
    const token = await google.idToken(newGooglePerson());
    const verifying = googleSignIn(address, { patience: 20 })(token);
    await expect(verifying).rejects.toMatchObject({ code: "google_unreachable" });
    await silent.stop(true);
  });

  it("with 503 where it is not set up", async () => {
    const plain = await testApp();
    const answer = await plain.visitor.call("POST", "/auth/google", { token: "x" });
    expect(answer.status).toBe(503);
    expect((await answer.json()).code).toBe("google_not_configured");
  });
});
