import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { expectNoneHeld, reading } from "#tests/support/held-connections.ts";
import { changedWhileWaiting } from "#tests/support/locks.ts";
import { insertRecording, insertRecordings } from "#tests/support/recordings.ts";

const { person, database } = await testApp();
const service = database.asService("a test makes what is reported");
const admin = await person({ role: "admin" });
const payer = await person({
  plan: "Pro",
  username: '=HYPERLINK("http://evil.test","Ada")',
  email: "ada@example.org",
});
await service(async (sql) => {
  await sql`
    update public.subscriptions set monthly_cents = 1250, paid_until = '2100-01-01T00:00:00Z'
     where user_id = ${payer.id}
  `;
  await insertRecording(sql, payer.id, { filename: '@SUM(A1), "quoted"\r\nand more', size: 5000 });
  const lastYear = new Date(Date.now() - 300 * 86_400_000).toISOString();
  await insertRecording(sql, payer.id, { filename: "Älteres 🎬", created_at: lastYear });
});

const once = await person({ plan: "Starter", email: "once@example.org" });
await service(
  (sql) => sql`
    update public.subscriptions set monthly_cents = 500, paid_until = now() - interval '40 days'
     where user_id = ${once.id}`,
);

const download = async (report: string) => {
  const answer = await admin.call("GET", `/admin/reports/export/${report}`);
  // `text()` would take the mark away that spreadsheets look for.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer());
  return { answer, text };
};
const rowsOf = (text: string) =>
  parse(text, { bom: true, columns: true, record_delimiter: "\r\n" }) as Record<string, string>[]; // so it answers where it is told of columns

describe("a report", () => {
  it("is a file named after its type and period, in UTF-8 that says so", async () => {
    const { answer, text } = await download("usage?period=7days&format=csv");
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("Content-Disposition")).toContain(
      'attachment; filename="usage-report-7days.csv"',
    );
    expect(text.startsWith('\uFEFF"id","filename",')).toBe(true);
  });

  it("of users has everybody, and nothing that a spreadsheet would run", async () => {
    const rows = rowsOf((await download("users")).text);
    expect(rows.map(({ email }) => email)).toEqual([once.email, payer.email, admin.email]);
    expect(rows[1]).toMatchObject({
      id: payer.id,
      username: `'${payer.username}`,
      role: "user",
      auth_type: "Password",
      status: "Active",
      plan: "Pro",
      recordings: "2",
      recordings_in_period: "1",
      storage_bytes: "6000",
      last_active_at: "",
    });
    expect(rows[1]?.joined_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("of revenue has who paid, and what", async () => {
    const rows = rowsOf((await download("revenue")).text);
    expect(rows).toEqual([
      expect.objectContaining({
        email: payer.email,
        plan: "Pro",
        monthly_usd: "12.5",
        paid_until: "2100-01-01T00:00:00.000Z",
      }),
    ]);
    const longer = rowsOf((await download("revenue?period=90days")).text);
    expect(longer.map(({ email }) => email)).toEqual([payer.email, once.email]);
  });

  it("of usage has what was recorded in the period, whatever it is called", async () => {
    const titles = async (period: string) =>
      rowsOf((await download(`usage?period=${period}`)).text).map(({ filename }) => filename);
    expect(await titles("30days")).toEqual([`'@SUM(A1), "quoted"\r\nand more`]);
    expect(await titles("1year")).toEqual(["Älteres 🎬", `'@SUM(A1), "quoted"\r\nand more`]);
  });

  it("of everything has the three, one after the other, each under its name", async () => {
    const { text } = await download("full?period=1year");
    const sections = text.slice(1).split("\r\n\r\n");
    expect(sections.map((section) => section.split("\r\n", 1)[0])).toEqual([
      '"users"',
      '"revenue"',
      '"usage"',
      "",
    ]);
    const [users = "", , usage = ""] = sections.map((section) => section.replace(/^"\w+"\r\n/, ""));
    expect(rowsOf(users)).toEqual(rowsOf((await download("users?period=1year")).text));
    expect(rowsOf(usage)).toHaveLength(2);
  });

  it("has every row once, and holds no connection of the database while nobody reads on", async () => {
    const many = Array.from({ length: 2500 }, (_, i) => ({ filename: `Many ${i}` })); // all of one moment
    await insertRecordings(database.pool, payer.id, many); // on a busy machine longer than a call may take
    const report = reading(await admin.call("GET", "/admin/reports/export/usage?period=7days"));
    const begun = await report.next(3); // the mark, the columns and the first page
    await expectNoneHeld(database);
    const text = Buffer.concat([...begun, ...(await report.rest())]).toString();
    const ids = rowsOf(text).map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([2501, 2501]);
  });

  it("breaks off where whoever reads it is no admin any more, and was noted all the same", async () => {
    const leaver = await person({ role: "admin" });
    const report = reading(await leaver.call("GET", "/admin/reports/export/usage?period=1year"));
    await report.next(3);
    await service((sql) => sql`update public.users set role = 'user' where id = ${leaver.id}`);
    await expect(report.rest()).rejects.toThrow();
    const { entries } = await (
      await admin.call("GET", `/admin/audit?act=report_exported&person=${leaver.id}`)
    ).json();
    expect(entries).toMatchObject([{ target: "usage", after: { period: "1year" } }]);
  });

  it("is refused where the right ends while its first page is read", async () => {
    const leaver = await person({ role: "admin" });
    const read = () => leaver.call("GET", "/admin/reports/export/usage?period=1year");
    const leave = () =>
      service((sql) => sql`update public.users set role = 'user' where id = ${leaver.id}`);
    const answer = await changedWhileWaiting(database, "public.recordings", read, leave);
    expect(answer).toMatchObject({ value: { status: 403 } });
  });

  it("is written down in the audit log, and there is no other", async () => {
    await download("revenue?period=90days");
    const { entries } = await (
      await admin.call("GET", "/admin/audit?act=report_exported&per_page=1")
    ).json();
    expect(entries[0]).toMatchObject({
      actor: expect.stringContaining(admin.username),
      target: "revenue",
      after: { period: "90days" },
    });
    expect((await download("everything")).answer.status).toBe(404);
    expect((await download("users?format=xlsx")).answer.status).toBe(400);
    expect((await payer.call("GET", "/admin/reports/export/users")).status).toBe(403);
  });
});
