import pino from "pino";
import { describe, expect, it } from "vitest";
import { revokeTokens } from "#api/features/drive/upkeep.ts";
import type { SignedIn } from "#tests/support/app.ts";
import { connectionOf, driveApp, inDrive } from "#tests/support/drive.ts";
import { allowForProcessing } from "#tests/support/saving.ts";

allowForProcessing();
const lines: string[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
const app = await driveApp({}, { log });
const { google } = app;

async function begin(person: SignedIn): Promise<URL> {
  const answer = await person.call("GET", "/google-drive/auth-url");
  expect(answer.status).toBe(200);
  return new URL((await answer.json()).auth_url);
}

const finish = (person: SignedIn, body: object) =>
  person.call("POST", "/google-drive/callback", body);

const untold = ({ id }: SignedIn) =>
  app.database.pool`select from private.revocations where owner_id = ${id}`;

const said = async (answer: Response) => [answer.status, (await answer.json()).code];

describe("connecting a drive", () => {
  it("asks for the files that Kinora makes and for nothing else, lastingly", async () => {
    const { searchParams } = await begin(await app.person());
    expect(Object.fromEntries(searchParams)).toMatchObject({
      scope: "https://www.googleapis.com/auth/drive.file",
      access_type: "offline",
      prompt: "consent",
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: "http://localhost:3000/auth/google-drive/callback",
    });
  });

  it("works: the preferences and the connection say so, and storage is configured", async () => {
    const ada = await app.person();
    expect(await connectionOf(ada)).toMatchObject({ state: "none", email: null });
    google.signIn({ email: "ada@gmail.test", permissionId: "ada" });
    const answer = await finish(ada, await google.allow((await begin(ada)).href));
    expect(answer.status).toBe(200);
    expect(await connectionOf(ada)).toMatchObject({
      state: "connected",
      email: "ada@gmail.test",
      recordings: { count: 0, bytes: 0 },
      waiting: { count: 0, problem: null },
    });
    const preferences = await (await ada.call("GET", "/user/preferences")).json();
    expect(preferences.google_drive_connected).toBe(true);
    const noted = await app.database.pool`
      select actor_id, after, address <> '' as from_somewhere from public.audit_log
       where act = 'drive_connected' and target_id = ${ada.id}`;
    expect([...noted]).toEqual([
      { actor_id: ada.id, after: { google_account: "ada@gmail.test" }, from_somewhere: true },
    ]);
    const again = await begin(ada);
    expect(again.searchParams.has("prompt"), "asks only where nothing lasting is kept").toBe(false);
  });

  it("keeps what lasts when Google gives nothing new for the same account", async () => {
    const ada = await app.connected("again@gmail.test");
    google.signIn({ email: "again@gmail.test", permissionId: "again@gmail.test" });
    expect((await finish(ada, await google.allow((await begin(ada)).href))).status).toBe(200);
    google.accounts.expire();
    expect(await app.drive?.store.room(ada.id)).toBeNull();
  });

  it("reads on in what changed in the same account, and of another from its beginning", async () => {
    const ada = await app.connected("read@gmail.test");
    const mine = app.database.pool`user_id = ${ada.id}`;
    await app.database.pool`
      update private.drive_connections set changes_token = '7' where ${mine}
    `;
    const goesOnAt = async (email: string) => {
      google.signIn({ email, permissionId: email });
      expect((await finish(ada, await google.allow((await begin(ada)).href))).status).toBe(200);
      const [row] = await app.database.pool`
        select changes_token from private.drive_connections where ${mine}
      `;
      return row?.changes_token;
    };
    expect(await goesOnAt("read@gmail.test")).toBe("7");
    expect(await goesOnAt("other@gmail.test")).toBeNull();
  });

  it("brings the titles that were given meanwhile to the files in the drive", async () => {
    const email = "titles@gmail.test";
    const ada = await app.connected(email);
    const { id } = await inDrive(ada);
    const names = () => google.videos(email).map(({ name }) => name);
    await ada.call("POST", "/google-drive/disconnect");
    await ada.call("PUT", `/recordings/${id}`, { filename: "A better title" });
    const waiting = () => app.database.pool`
      select from private.jobs where kind = 'name-file' and account = ${ada.id} and due_at > now()
    `;
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1);
    expect(names()).toEqual(["Demo.webm"]);
    const answer = await finish(ada, await google.allow((await begin(ada)).href));
    expect(answer.status).toBe(200);
    await expect.poll(names, { timeout: 20_000 }).toEqual(["A better title.webm"]);
  });

  it("goes back to an account that was connected before another: the second visit asks", async () => {
    const ada = await app.connected("first@gmail.test");
    google.signIn({ email: "second@gmail.test", permissionId: "second" });
    expect((await finish(ada, await google.allow((await begin(ada)).href))).status).toBe(200);
    google.signIn({ email: "first@gmail.test", permissionId: "first@gmail.test" });
    const refused = await finish(ada, await google.allow((await begin(ada)).href));
    expect(await said(refused)).toEqual([400, "drive_not_lasting"]);
    const second = { state: "connected", email: "second@gmail.test" };
    expect(await connectionOf(ada), "nothing is lost by it").toMatchObject(second);

    const again = await begin(ada);
    expect(again.searchParams.get("prompt")).toBe("consent");
    expect((await finish(ada, await google.allow(again.href))).status).toBe(200);
    expect(await connectionOf(ada)).toMatchObject({ ...second, email: "first@gmail.test" });
    google.accounts.expire();
    expect(await app.drive?.store.room(ada.id)).toBeNull();
    expect((await begin(ada)).searchParams.has("prompt")).toBe(false);
  });
});

describe("what comes back from Google is refused", () => {
  it("without its state, and with a state that nobody signed", async () => {
    const ada = await app.person();
    const { code } = await google.allow((await begin(ada)).href);
    expect((await finish(ada, { code })).status).toBe(422);
    expect(await said(await finish(ada, { code, state: "made up" }))).toEqual([400, "drive_state"]);
    expect((await connectionOf(ada)).state).toBe("none");
  });

  it("with another person's state", async () => {
    const [ada, eve] = [await app.person(), await app.person()];
    const given = await google.allow((await begin(ada)).href);
    expect(await said(await finish(eve, given))).toEqual([400, "drive_state"]);
    expect((await connectionOf(eve)).state).toBe("none");
    expect((await finish(ada, given)).status, "hers is still good").toBe(200);
  });

  it("a second time", async () => {
    const ada = await app.person();
    const given = await google.allow((await begin(ada)).href);
    expect((await finish(ada, given)).status).toBe(200);
    expect(await said(await finish(ada, given))).toEqual([400, "drive_state"]);
  });

  it("with the code of another visit: the verifier is not that one's", async () => {
    const ada = await app.person();
    const [first, second] = [await begin(ada), await begin(ada)];
    const [{ code }, { state }] = [await google.allow(first.href), await google.allow(second.href)];
    expect(await said(await finish(ada, { code, state }))).toEqual([400, "drive_code"]);
  });

  it("where the box for Drive was unticked", async () => {
    const ada = await app.person();
    const given = await google.untick((await begin(ada)).href);
    expect(await said(await finish(ada, given))).toEqual([400, "drive_scope_missing"]);
    expect((await connectionOf(ada)).state).toBe("none");
  });

  it("while Google fails, in words; and is taken when it is back", async () => {
    const ada = await app.person();
    for (const step of ["token", "about"] as const) {
      google.fail(step, { status: 500 });
      const given = await google.allow((await begin(ada)).href);
      expect(await said(await finish(ada, given))).toEqual([503, "drive_unavailable"]);
      google.heal();
    }
    google.fail("about", { status: 403, reason: "accessNotConfigured" });
    const refused = await finish(ada, await google.allow((await begin(ada)).href));
    expect(await said(refused)).toEqual([503, "drive_unavailable"]);
    google.heal();
    expect(lines.at(-1), "only the operator can enable it").toMatch(/403 accessNotConfigured/);
    google.signIn({ email: "later@gmail.test", permissionId: "later" });
    expect((await finish(ada, await google.allow((await begin(ada)).href))).status).toBe(200);
  });
});

describe("disconnecting", () => {
  it("takes the permission back at Google, and the tokens out of the database", async () => {
    const ada = await app.connected();
    const before = google.accounts.secrets.length;
    const answer = await ada.call("POST", "/google-drive/disconnect");
    expect((await answer.json()).state).toBe("none");
    expect(google.accounts.secrets.length).toBeLessThan(before);
    const rows = await app.database.pool`
      select 1 from private.drive_connections where user_id = ${ada.id}
    `;
    expect(rows).toHaveLength(0);
  });

  it("is done here also where Google does not hear of it", async () => {
    const ada = await app.connected();
    google.fail("revoke", { status: 503 });
    expect((await ada.call("POST", "/google-drive/disconnect")).status).toBe(200);
    google.heal();
    expect((await connectionOf(ada)).state).toBe("none");
  });

  it("that Google has not heard of is over where the same account is connected again", async () => {
    const email = "back-again@gmail.test";
    const ada = await app.connected(email);
    await begin(ada);
    await app.database.pool`delete from private.drive_connections where user_id = ${ada.id}`;
    google.signIn({ email, permissionId: email });
    const allowed = await google.allow((await begin(ada)).href);
    if (!app.drive) throw new Error("The app has no drive");
    await revokeTokens(app.drive);
    expect(await untold(ada), "it would end what is being allowed").toHaveLength(1);
    expect((await finish(ada, allowed)).status).toBe(200);
    expect(await untold(ada)).toHaveLength(0);
    expect(await app.drive.store.room(ada.id)).toBeNull();
  });

  it("leaves the same account of Google's connected for whoever else has it here", async () => {
    const email = "shared@gmail.test";
    const [ada, ben] = [await app.connected(email), await app.person()];
    google.signIn({ email, permissionId: email });
    const allowed = await google.allow((await begin(ben)).href);
    expect((await finish(ben, allowed)).status).toBe(200);
    await ada.call("POST", "/google-drive/disconnect");
    google.accounts.expire();
    expect(await app.drive?.store.room(ben.id)).toBeNull();
    expect((await connectionOf(ben)).state).toBe("connected");
    await ben.call("POST", "/google-drive/disconnect");
    expect(google.accounts.isKnown(email), "the last of them takes it back").toBe(false);
  });

  it("is told to Google once the visit is over from which its owner did not come back", async () => {
    const ada = await app.connected();
    await begin(ada);
    await app.database.pool`delete from private.drive_connections where user_id = ${ada.id}`;
    if (!app.drive) throw new Error("The app has no drive");
    await revokeTokens(app.drive);
    expect(await untold(ada)).toHaveLength(1);
    await app.database.pool`
      update private.drive_consents set expires_at = now() where user_id = ${ada.id}
    `;
    await revokeTokens(app.drive);
    expect(await untold(ada)).toHaveLength(0);
  });

  it("leaves nothing to tell Google where its owner has taken the permission back there", async () => {
    const email = "took-back@gmail.test";
    const ada = await app.connected(email);
    google.accounts.forget(email);
    await ada.call("POST", "/google-drive/disconnect");
    expect(await untold(ada)).toHaveLength(0);
  });

  it("of one person leaves the drive of every other as it is", async () => {
    const [ada, eve] = [await app.connected(), await app.connected()];
    await eve.call("POST", "/google-drive/disconnect");
    expect((await connectionOf(ada)).state).toBe("connected");
  });
});

describe("a server without Google Drive", () => {
  it("says so", async () => {
    const request = app.anotherProcess({ drive: null });
    const ada = await app.person();
    const headers = { Authorization: `Bearer ${ada.token}` };
    const answer = await request("/api/google-drive/auth-url", { headers });
    expect(await said(answer)).toEqual([503, "drive_not_configured"]);
  });
});
