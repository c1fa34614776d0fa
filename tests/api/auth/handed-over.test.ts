import { describe, expect, it } from "vitest";
import { sendWarning, tellOwners } from "#api/features/account/tell-owners.ts";
import { sendResetLetter } from "#api/features/auth/forgotten-password.ts";
import { requireProof } from "#api/features/shares/prove-email.ts";
import { driveUpkeep } from "#api/job-kinds.ts";
import { type GooglePerson, startGoogle } from "#tests/stand-ins/google.ts";
import type { SignedIn } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { connect, connectionOf, driveApp } from "#tests/support/drive.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const identity = await startGoogle();
atEndOfFile(identity.stop);
const app = await driveApp({
  GOOGLE_CLIENT_ID: identity.clientId,
  GOOGLE_CERTS_URL: identity.certsUrl,
});
const { google, visitor, database, keys } = app;
const { pool } = database;
const service = database.asService("a test looks at what is stored");
await requireProof(service, true);

/** All that an account has beside itself. Each row stands for what somebody left there who had no right to it. */
const ENDS = {
  "public.sessions.user_id": "they would stay signed in",
  "public.shares.owner_id": "links go on showing what is recorded later",
  "public.preferences.user_id": "they decide where recordings go, and who is written to",
  "public.invitations.invited_by": "who comes by one that is not used is theirs",
  "private.drive_connections.user_id": "recordings would be kept there",
  "private.drive_consents.user_id": "a connection that is about to be made",
  "private.deliveries.owner_id": "what is on its way to the drive",
  "private.move_runs.owner_id": "the progress of moves, which end",
  "private.takeouts.user_id": "an archive of everything",
  "private.second_factors.user_id": "its owner would be locked out",
  "private.sign_in_tickets.user_id": "a sign-in that is half done",
};

/** Reviewed: none of these columns shows or sends anything to the person who had the account before. */
const STAYS = {
  "private.credentials.user_id": "how the account is entered: its password is replaced or gone",
  "public.recordings.owner_id": "what was recorded is never lost",
  "public.folders.owner_id": "where the recordings lie",
  "public.uploads.owner_id": "parts of recordings; nobody goes on without a session",
  "public.storage_usage.user_id": "counted from the recordings",
  "private.held_room.owner_id": "counted for ten minutes",
  "private.drive_files.owner_id": "where files lie; without the connection nothing is read",
  "private.passages.owner_id": "what was said in the recordings",
  "private.texts.owner_id": "counted from what was written",
  "public.comments.author_id": "what was said to others stands, under the name of the account",
  "public.reactions.user_id": "the same",
  "private.guests.owner_id": "what guests said stands; the links by which they came have ended",
  "private.viewers.user_id": "what the account watched, said to owners of recordings",
  "private.viewer_letters.user_id": "when the account was last written to about viewers",
  "private.opened_shares.user_id": "when a link was opened, which is asked again each time",
  "private.hidden_shares.user_id": "links that the account does not list",
  "public.notices.user_id": "they are read here, and mailed to the proven address",
  "public.notices.actor_id": "what others were told",
  "private.digests.user_id": "when the address was last written to",
  "private.unsent_proofs.account": "a letter to the proven address, which is sent no more",
  "public.subscriptions.user_id": "what the account has",
  "private.billing.user_id": "what is paid for the account, by whoever pays it",
  "private.subtitle_minutes.user_id": "counted minutes",
  "private.watchers.user_id": "a name for who watches just now",
  "private.visits.user_id": "how long somebody was here",
  "public.invitations.used_by": "how the account came here",
};

/** Everything of them, as they would wait in an account that is another's. */
async function squatting(email: string): Promise<SignedIn & { password: string }> {
  const password = "squatter";
  const made = await visitor.call("POST", "/auth/register", { username: "Eve", email, password });
  const { token, user } = await made.json();
  const call: SignedIn["call"] = (method, path, body) =>
    visitor.call(method, path, body, { Authorization: `Bearer ${token}` });
  const sid = (await keys.verify("session", token)).sid;
  const caller = { role: "authenticated" as const, sub: user.id, sid };
  const eve = { id: user.id, email, username: "Eve", caller, token, call, password };
  google.signIn({ email: `eve-of-${email}`, permissionId: `eve-of-${email}` });
  await connect(google, eve);
  await eve.call("GET", "/google-drive/auth-url");
  await eve.call("PUT", "/user/preferences", { preferred_storage: "google_drive" });
  await service((sql) =>
    Promise.all([
      sql`insert into private.second_factors (user_id, kind, secret) values (${eve.id}, 'totp', 'sealed')`,
      sql`insert into private.sign_in_tickets (hash, user_id) values (${eve.id}, ${eve.id})`,
    ]),
  );
  const [shown, onItsWay] = [
    await recordingOf(database, eve, "Shown"),
    await recordingOf(database, eve, "On its way"),
  ];
  await eve.call("POST", `/recordings/${shown}/shares`, { is_public: true });
  await pool`insert into private.deliveries (recording_id, owner_id, due_at)
             values (${shown}, ${user.id}, now() + interval '1 day')`;
  await pool`insert into private.move_runs values (${user.id}, 1, 1)`;
  await pool`update public.recordings set move_id = gen_random_uuid(),
                    moving = '{"to": "google_drive", "percent": 0, "failed": null}'
              where id = ${onItsWay}`;
  await pool`insert into private.takeouts values (${user.id}, gen_random_uuid(), '-infinity')`;
  await pool`insert into public.invitations (invited_by, expires_at) values (${user.id}, 'infinity')`;
  return eve;
}

async function rowsOf(account: string): Promise<Record<string, number>> {
  const counted = Object.keys(ENDS).map(async (column) => {
    const [schema = "", table = "", name = ""] = column.split(".");
    const unused = column === "public.invitations.invited_by" ? pool`and used_at is null` : pool``;
    const rows = await pool`select from ${pool(schema)}.${pool(table)}
                             where ${pool(name)} = ${account} ${unused}`;
    return [column, rows.length] as const;
  });
  return Object.fromEntries(await Promise.all(counted));
}

const newPerson = (): GooglePerson => {
  const sub = crypto.randomUUID();
  return { sub, email: `${sub.slice(0, 8)}@gmail.example`, name: "Grace" };
};

const byGoogle = async (person: GooglePerson) =>
  visitor.call("POST", "/auth/google", { token: await identity.idToken(person) });

async function byLetter({ email }: Pick<GooglePerson, "email">): Promise<Response> {
  let text = "";
  const sendMail = async (letter: { text: string }) => {
    text = letter.text;
  };
  await sendResetLetter({ service, keys, sendMail, publicUrl: "http://kinora.test" }, email);
  const token = /reset-password#(\S+)/.exec(text)?.[1];
  return visitor.call("POST", "/auth/reset-password", { token, password: "her own one" });
}

/** The rest of an account's drive at Google. */
const isAllowed = (email: string) =>
  google.accounts.secrets.length > 0 && google.accounts.isKnown(`eve-of-${email}`);

describe("an account whose address nobody had proven", () => {
  it.each([
    ["Google", byGoogle],
    ["a letter", byLetter],
  ])("ends all that leads out of it when its owner comes by %s", async (_, enter) => {
    const person = newPerson();
    const eve = await squatting(person.email);
    await pool`insert into public.invitations (invited_by, expires_at, used_at)
               values (${eve.id}, 'infinity', now())`;
    const before = await rowsOf(eve.id);
    for (const [column, rows] of Object.entries(before)) expect(rows, column).toBeGreaterThan(0);

    const answer = await enter(person);
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect((await answer.json()).user.id).toBe(eve.id);
    const none = Object.fromEntries(Object.keys(ENDS).map((column) => [column, 0]));
    // The one by which the owner came in.
    expect(await rowsOf(eve.id)).toEqual({ ...none, "public.sessions.user_id": 1 });
    const used = await pool`select from public.invitations where invited_by = ${eve.id}`;
    expect(used, "by whom somebody came stays known").toHaveLength(1);
    expect((await eve.call("GET", "/user")).status).toBe(401);
    const recordings = await pool`select moving from public.recordings where owner_id = ${eve.id}`;
    expect([...recordings]).toEqual([{ moving: null }, { moving: null }]);
    await expect.poll(() => isAllowed(person.email), { timeout: 10_000 }).toBe(false);
  });

  it("leaves all of it to an owner who had proven the address", async () => {
    const person = newPerson();
    const ada = await squatting(person.email);
    await pool`update private.credentials set email_verified = true where user_id = ${ada.id}`;
    const before = await rowsOf(ada.id);
    expect((await byGoogle(person)).status).toBe(200);
    const sessions = Number(before["public.sessions.user_id"]) + 1;
    expect(await rowsOf(ada.id)).toEqual({ ...before, "public.sessions.user_id": sessions });
    expect(isAllowed(person.email)).toBe(true);
  });

  it("is not given a drive by a visit to Google that was under way", async () => {
    const person = newPerson();
    const eve = await squatting(person.email);
    const { auth_url } = await (await eve.call("GET", "/google-drive/auth-url")).json();
    const given = await google.allow(auth_url);
    const hold = Promise.withResolvers<void>();
    google.hold("about", hold.promise);
    const connecting = eve.call("POST", "/google-drive/callback", given);
    await expect.poll(() => google.asked.at(-1)?.step).toBe("about");
    const entered = await (await byGoogle(person)).json();
    hold.resolve();
    expect(await (await connecting).json()).toMatchObject({ code: "drive_state" });
    const headers = { Authorization: `Bearer ${entered.token}` };
    const call: SignedIn["call"] = (method, path) => visitor.call(method, path, undefined, headers);
    expect((await connectionOf({ ...eve, call })).state).toBe("none");
  });

  it("no table that knows accounts is forgotten: each ends, or stays for a reason", async () => {
    const columns = await pool<{ name: string }[]>`
      select c.conrelid::regclass::text || '.' || a.attname as name
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and c.confrelid = 'public.users'::regclass
    `;
    const named = columns.map(({ name }) => (name.split(".").length < 3 ? `public.${name}` : name));
    expect(named.sort()).toEqual([...Object.keys(ENDS), ...Object.keys(STAYS)].sort());
  });
});

describe("a drive that is connected", () => {
  it("stands in the audit log, and its owner is written to", async () => {
    const ada = await app.connected("letters@gmail.test");
    const [line] = await pool`
      select kind, actor, target, after from public.audit_log
       where act = 'drive_connected' and target_id = ${ada.id}`;
    const after = { google_account: "letters@gmail.test" };
    expect(line).toEqual({ kind: "security", actor: ada.email, target: ada.email, after });
    expect(await lettersTo(ada.email)).toEqual([
      expect.stringContaining("is connected to the Google Drive of letters@gmail.test"),
    ]);
    expect(await lettersTo(ada.email), "once").toEqual([]);
  });

  it("is written of, as a second factor is that is turned on or off", async () => {
    const ada = await app.person();
    await pool`insert into private.second_factors (user_id, kind, secret) values (${ada.id}, 'totp', '')`;
    await pool`update private.second_factors set since = now() where user_id = ${ada.id}`;
    await pool`delete from private.second_factors where user_id = ${ada.id}`;
    expect(await lettersTo(ada.email)).toEqual([
      expect.stringContaining("has another app or passkey"),
      expect.stringContaining("has an app or a passkey less"),
    ]);
  });

  it("is told to whoever has chosen a new password, by a change or by a letter", async () => {
    const ada = await app.connected("told@gmail.test");
    const none = await (
      await ada.call("POST", "/user/set-password", { password: "first one" })
    ).json();
    await pool`update private.credentials set email_verified = true where user_id = ${ada.id}`;
    const headers = { Authorization: `Bearer ${none.token}` };
    const body = { current_password: "first one", new_password: "second one" };
    const changed = await visitor.call("POST", "/user/change-password", body, headers);
    const connections = [{ kind: "google_drive", email: "told@gmail.test" }];
    expect(await changed.json()).toMatchObject({ connections });
    expect(await (await byLetter(ada)).json()).toMatchObject({ connections });
    expect(await lettersTo(ada.email)).toEqual([
      expect.stringContaining("connected to the Google Drive"),
      ...Array.from({ length: 3 }, () => expect.stringContaining("has another password")),
    ]);
  });

  it("is told no more once Google has taken it back", async () => {
    const ada = await app.connected("taken-back@gmail.test");
    await pool`update private.credentials set email_verified = true where user_id = ${ada.id}`;
    await pool`select private.end_drive(user_id, refresh_token)
                 from private.drive_connections where user_id = ${ada.id}`;
    expect((await (await byLetter(ada)).json()).connections).toEqual([]);
    expect(
      await pool`select 1 from private.drive_connections where user_id = ${ada.id}`,
    ).toHaveLength(1);
  });

  it("is revoked at Google once it answers again, and not when it was connected anew meanwhile", async () => {
    const [ada, bob] = [await app.connected("ada@late.test"), await app.connected("bob@late.test")];
    google.fail("revoke", { status: 503 });
    for (const person of [ada, bob])
      expect((await person.call("POST", "/google-drive/disconnect")).status).toBe(200);
    google.heal();
    google.signIn({ email: "bob@late.test", permissionId: "bob@late.test" });
    await connect(google, bob);
    await app.jobs.send(null, driveUpkeep, {});
    await expect
      .poll(() => google.accounts.isKnown("ada@late.test"), { timeout: 10_000 })
      .toBe(false);
    expect(google.accounts.isKnown("bob@late.test")).toBe(true);
    await expect.poll(() => pool`select 1 from private.revocations`).toHaveLength(0);
  });
});

async function lettersTo(email: string): Promise<string[]> {
  const letters: { to: string; text: string }[] = [];
  const sendMail = async (letter: { to: string; text: string }) => void letters.push(letter);
  await service(async (sql) => {
    // Makes it some seconds later: only here is a line of the log ever changed.
    await sql`alter table public.audit_log disable trigger keep_audit_log`;
    await sql`update public.audit_log set created_at = created_at - interval '5 seconds'`;
    await sql`alter table public.audit_log enable trigger keep_audit_log`;
  });
  const lines: number[] = [];
  const send = async (_: unknown, __: unknown, job: object) => void lines.push(Object(job).line);
  await tellOwners(service, { send });
  const post = { service, sendMail, publicUrl: "http://kinora.test" };
  for (const line of lines) await sendWarning(post, line);
  return letters.filter(({ to }) => to === email).map(({ text }) => text);
}
