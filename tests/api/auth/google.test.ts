import { afterAll, describe, expect, it } from "vitest";
import { type Flaw, startGoogle } from "#tests/stand-ins/google.ts";
import { testApp } from "#tests/support/app.ts";

const google = await startGoogle();
afterAll(() => google.stop());
const { visitor, database } = await testApp({
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_CERTS_URL: google.certsUrl,
});
const service = database.asService("a test looks at what is stored");

const newGooglePerson = () => {
  const sub = crypto.randomUUID();
  return { sub, email: `${sub.slice(0, 8)}@gmail.example`, name: "Grace" };
};
const signIn = async (person: ReturnType<typeof newGooglePerson>, flaw?: Flaw) =>
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
    "unverified e-mail",
  ])("a token with: %s", async (flaw) => {
    const person = newGooglePerson();
    const answer = await signIn(person, flaw);
    expect(answer.status).toBe(401);
    const [row] = await service(
      (sql) => sql`select 1 from public.users where email = ${person.email}`,
    );
    expect(row).toBeUndefined();
  });

  it("with 503 where it is not set up", async () => {
    const plain = await testApp();
    const answer = await plain.visitor.call("POST", "/auth/google", { token: "x" });
    expect(answer.status).toBe(503);
    expect((await answer.json()).code).toBe("google_not_configured");
  });
});
