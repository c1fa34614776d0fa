import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AuditEntry, AuditPage, auditActs } from "#contract/audit.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { expectNoneHeld, reading } from "#tests/support/held-connections.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { visitor, person, database } = await testApp({ TRUST_PROXY: "true" });
const boss = await person({ role: "super_admin" });
const admin = await person({ role: "admin" });
const FROM = "203.0.113.7";
const headers = { "X-Forwarded-For": FROM };
const EXPORT = "/admin/reports/export/audit";

async function entries(filters: Record<string, string>): Promise<AuditEntry[]> {
  const answer = await admin.call("GET", `/admin/audit?${new URLSearchParams(filters)}`);
  return AuditPage.parse(await answer.json()).entries;
}

const about = (who: { id: string }, filters = {}) => entries({ person: who.id, ...filters });

describe("the audit log", () => {
  it("says of every act on an account who did it, to whom, from what to what, and from where", async () => {
    const ada = await person();
    const put = (by: SignedIn, path: string, body?: unknown) =>
      by.call("PUT", `/admin/users/${ada.id}/${path}`, body, headers);
    await put(boss, "role", { role: "admin" });
    await put(boss, "role", { role: "user" });
    await put(admin, "suspend", { suspended: true });
    await put(admin, "suspend", { suspended: false });
    await put(admin, "confirm-email");
    await put(admin, "confirm-email"); // nothing left to confirm
    const of = (by: SignedIn) => ({ kind: "admin", actor_id: by.id, actor: by.email });
    const whom = { target_id: ada.id, target: ada.email, address: FROM };
    const found = (await about(ada)).filter(({ actor }) => actor);
    expect(found).toMatchObject([
      { ...of(admin), ...whom, act: "email_confirmed" },
      { ...of(admin), ...whom, act: "user_activated", after: { suspended: false } },
      { ...of(admin), ...whom, act: "user_suspended", after: { suspended: true } },
      { ...of(boss), ...whom, act: "role_changed", before: { role: "admin" } },
      { ...of(boss), ...whom, act: "role_changed", after: { role: "admin" } },
    ]);
    // A search is narrowed by everything that the list is narrowed by.
    const [latest, ...earlier] = found;
    const acts = async (filters: Record<string, string>) =>
      (await entries({ search: ada.email.toUpperCase(), ...filters })).map(({ id }) => id);
    const ids = found.map(({ id }) => id);
    expect(await acts({})).toEqual(ids);
    expect(await acts({ kind: "security" })).toEqual([]);
    expect(await acts({ act: "email_confirmed" })).toEqual([latest?.id]);
    expect(await acts({ person: admin.id })).toEqual(ids.slice(0, 3));
    expect(await acts({ from: latest?.created_at ?? "" })).toEqual([latest?.id]);
    expect(await acts({ until: latest?.created_at ?? "" })).toEqual(earlier.map(({ id }) => id));
    expect(await acts({ per_page: "2", page: "2" })).toEqual(ids.slice(2, 4));
    // The list is narrowed in the same way, and with it the export.
    const listed = async (filters: Record<string, string>) =>
      (await about(ada, filters)).map(({ id }) => id).filter((id) => ids.includes(id));
    expect(await listed({ kind: "admin" })).toEqual(ids);
    expect(await listed({ kind: "security" })).toEqual([]);
    expect(await listed({ act: "email_confirmed" })).toEqual([latest?.id]);
    expect(await listed({ from: latest?.created_at ?? "" })).toEqual([latest?.id]);
    expect(await listed({ until: latest?.created_at ?? "" })).toEqual(earlier.map(({ id }) => id));
    for (const search of ["zq", "@zq", "ё"]) expect(await acts({ search })).toEqual([]);
    for (const search of ["@", "@ex", ada.email.slice(0, 2)])
      expect(await acts({ search, person: ada.id, kind: "admin" }), search).toEqual(ids);
    const counted = async (filters: Record<string, string>) => {
      const asked = new URLSearchParams({ search: ada.email, ...filters });
      return (await admin.call("GET", `/admin/audit?${asked}`)).json();
    };
    const one = { total: 1, at_least: false };
    expect(await counted({ act: "email_confirmed" })).toMatchObject(one);
    expect(await counted({ from: latest?.created_at ?? "" })).toMatchObject(one);
    const before = { total: earlier.length, at_least: false };
    expect(await counted({ until: latest?.created_at ?? "" })).toMatchObject(before);
  });

  it("has no line of what was refused, or undone in its transaction", async () => {
    const ada = await person();
    await admin.call("PUT", `/admin/users/${ada.id}/role`, { role: "admin" });
    await admin.call("PUT", `/admin/users/${boss.id}/suspend`, { suspended: true });
    const undone = database.as(admin.caller)(async (sql) => {
      await sql`select from app.change_suspension(${ada.id}, true)`;
      throw new Error("the rest failed");
    });
    await expect(undone).rejects.toThrow("the rest failed");
    expect(await about(ada)).toEqual([]);
    expect(await entries({ act: "user_suspended", search: boss.email })).toEqual([]);
  });

  it("notes sign-ins that failed, for known addresses and others alike", async () => {
    const ada = await person();
    const shouted = ada.email.toUpperCase();
    for (const email of [shouted, "nobody@example.org"]) {
      const credentials = { email, password: "wrong one" };
      expect((await visitor.call("POST", "/auth/login", credentials, headers)).status).toBe(401);
      expect(await entries({ act: "sign_in_failed", search: email })).toMatchObject([
        { kind: "security", actor: null, target: email, address: FROM },
      ]);
    }
    expect(await about(ada)).toMatchObject([
      { target: shouted, target_id: ada.id, after: { reason: "wrong_credentials" } },
    ]);
  });

  it("notes that somebody suspended tried to come back", async () => {
    const credentials = { email: "bob@example.org", password: "secret1" };
    const registered = await visitor.call("POST", "/auth/register", {
      username: "Bob",
      ...credentials,
    });
    const { user } = await registered.json();
    await admin.call("PUT", `/admin/users/${user.id}/suspend`, { suspended: true });
    expect((await visitor.call("POST", "/auth/login", credentials, headers)).status).toBe(401);
    expect(await entries({ act: "sign_in_failed", person: user.id })).toMatchObject([
      { target: credentials.email, address: FROM, after: { reason: "suspended" } },
    ]);
  });

  it("notes new passwords, and links that let others edit", async () => {
    const email = "ada@example.org";
    const credentials = { username: "Ada", email, password: "secret1" };
    const { token, user } = await (
      await visitor.call("POST", "/auth/register", credentials)
    ).json();
    const change = { current_password: "secret1", new_password: "secret2" };
    const session = { ...headers, Authorization: `Bearer ${token}` };
    await visitor.call("POST", "/user/change-password", change, session);
    const ada = { kind: "security", actor_id: user.id, actor: email };
    expect(await about(user)).toMatchObject([{ ...ada, act: "password_changed", address: FROM }]);

    const owner = await person();
    const recording = await recordingOf(database, owner, "Engine");
    const shares = `/recordings/${recording}/shares`;
    const { id } = await linkTo(owner, recording, { label: "Later" });
    const link = { permission_type: "edit", label: "For Bob" };
    await owner.call("POST", shares, link, headers);
    for (const label of ["Later", "Still for Bob"])
      await owner.call("PATCH", `${shares}/${id}`, { permission_type: "edit", label });
    expect(await about(owner)).toMatchObject([
      { act: "edit_link_made", target_id: recording, after: { label: "Later" } },
      {
        act: "edit_link_made",
        target: "Engine",
        target_id: recording,
        after: { label: "For Bob" },
        address: FROM,
      },
    ]);
  });

  it("notes what an admin deletes of a discussion, and nothing that people tidy up themselves", async () => {
    const [owner, guest] = [await person(), await person()];
    const recording = await recordingOf(database, owner, "Engine");
    const link = through(await linkTo(owner, recording));
    const comments = `/recordings/${recording}/comments`;
    const say = async (content: string) =>
      (await (await guest.call("POST", comments, { content }, link)).json()).id;
    const [rude, doubled, own] = [await say("Rude"), await say("Twice"), await say("Oops")];
    await admin.call("DELETE", `${comments}/${rude}`);
    await owner.call("DELETE", `${comments}/${doubled}`);
    await guest.call("DELETE", `${comments}/${own}`, undefined, link);
    expect(await entries({ act: "comment_deleted" })).toMatchObject([
      { actor: admin.email, target: "Engine", before: { author: guest.email, content: "Rude" } },
    ]);
  });

  it("leaves as a table that no spreadsheet calculates with, and says that it left", async () => {
    const formula = '=HYPERLINK("http://example.org","x")@example.org';
    await database.pool`select private.note_failed_sign_in('::1', ${formula}, 'wrong_credentials')`;
    const answer = await admin.call("GET", `${EXPORT}?act=sign_in_failed`, undefined, headers);
    expect(answer.headers.get("Content-Disposition")).toContain('filename="audit.csv"');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).split("\r\n");
    expect(lines[0]).toMatch(/^"created_at","kind","act","actor","target",/);
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,"security","sign_in_failed",,/);
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://example.org"",""x"")@example.org"`);
    expect(await entries({ act: "report_exported" })).toMatchObject([
      { actor: admin.email, target: "audit", address: FROM },
    ]);
  });

  it("leaves whole, each line once, and holds no connection while nobody reads on", async () => {
    await database.pool`
      select private.note_failed_sign_in('::1', 'many-' || n || '@example.org', 'wrong_credentials')
        from generate_series(1, 1500) n`; // all of one moment
    const log = reading(await admin.call("GET", `${EXPORT}?search=many-`));
    const begun = await log.next(3);
    await expectNoneHeld(database);
    const text = Buffer.concat([...begun, ...(await log.rest())]).toString();
    expect(new Set(text.match(/many-\d+@/g)).size).toBe(1500);
    expect(text.match(/\r\n/g)).toHaveLength(1501);
  });

  it.each([
    "from=0000-01-01T00:00:00Z",
    "from=0001-01-01T00:00:00%2B14:00",
    "until=9999-12-31T23:59:59-12:00",
  ])("refuses a time that no calendar of the database has: %s", async (times) => {
    for (const path of ["/admin/audit", EXPORT]) {
      const answer = await admin.call("GET", `${path}?search=a&${times}`);
      expect([answer.status, (await answer.json()).code]).toEqual([400, "invalid_query"]);
    }
  });

  it("is for admins", async () => {
    const ada = await person();
    for (const path of ["/admin/audit", EXPORT])
      expect((await ada.call("GET", path)).status).toBe(403);
  });

  it("knows every act that is ever noted", () => {
    const folder = "supabase/migrations";
    const written = readdirSync(folder).flatMap((file) => [
      ...readFileSync(join(folder, file), "utf8").matchAll(
        /(?:private\.note\(|select 'security', )(?:case when .*? then )?'(\w+)'(?: else '(\w+)')?/g,
      ),
    ]);
    const acts = written.flatMap(([, act, other]) => [act, other]).filter((act) => act);
    expect([...new Set(acts)].sort()).toEqual(Object.keys(auditActs).sort());
  });
});
