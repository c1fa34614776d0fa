import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { saveVideo } from "#tests/support/saving.ts";

const { person, database } = await testApp();
const admin = await person({ role: "admin" });
const service = database.asService("a test sets the clock of an account");

describe("the dashboard", () => {
  it("adds up accounts, videos and bytes, and earns nothing where nobody pays", async () => {
    const owner = await person();
    const before = await (await admin.call("GET", "/admin/dashboard/stats")).json();
    await service((sql) => insertRecording(sql, owner.id, { size: 2 ** 30 }));
    const after = await (await admin.call("GET", "/admin/dashboard/stats")).json();
    expect(after).toEqual({
      ...before,
      total_videos: before.total_videos + 1,
      total_storage_gb: before.total_storage_gb + 1,
    });
    expect(after.total_revenue_usd).toBe(0);
  });

  it("counts no video that lies in the trash, and neither do the list, a person's page, the reports and analytics", async () => {
    const owner = await person();
    const read = async (path: string) => (await admin.call("GET", `/admin/${path}`)).json();
    const before = await read("dashboard/stats");
    const most = async () => (await read("analytics")).user_behavior.most_active_users;
    const perUser = async () => (await read("analytics")).content_analytics.avg_videos_per_user;
    const ids = await service((sql) =>
      Promise.all([insertRecording(sql, owner.id), insertRecording(sql, owner.id)]),
    );
    await owner.call("POST", "/recordings/batch", { act: "trash", ids: ids.slice(1) });
    expect((await read("dashboard/stats")).total_videos).toBe(before.total_videos + 1);
    expect(await most()).toContainEqual(
      expect.objectContaining({ username: owner.username, video_count: 1 }),
    );
    const { total_users, total_videos } = await read("dashboard/stats");
    expect(await perUser()).toBeCloseTo(total_videos / total_users);
    expect((await read(`videos?owner=${owner.id}`)).total).toBe(1);
    expect((await read(`users/${owner.id}`)).holdings.recordings).toBe(1);
    const reported = async (type: string) => {
      const answer = await admin.call("GET", `/admin/reports/export/${type}`);
      const rows: Record<string, string>[] = parse(await answer.text(), { columns: true });
      return rows.filter(({ email }) => email === owner.email);
    };
    expect(await reported("users")).toMatchObject([{ recordings: "1", recordings_in_period: "1" }]);
    expect(await reported("usage")).toHaveLength(1);
  });

  it("earns what was paid for and has not run out, and nothing else", async () => {
    const revenue = async () =>
      (await (await admin.call("GET", "/admin/dashboard/stats")).json()).total_revenue_usd;
    const people = [await person({ plan: "Pro" }), await person({ plan: "Premium" })];
    expect(await revenue()).toBe(0);
    const paid = (who: { id: string } | undefined, until: string) =>
      service(
        (sql) => sql`
          update public.subscriptions
             set paid_until = now() + ${until}::interval, monthly_cents = 1250
           where user_id = ${who?.id ?? ""}
        `,
      );
    await paid(people[0], "1 day");
    await paid(people[1], "-1 day");
    // The revenue is what people pay, whatever the plan costs by now.
    expect(await revenue()).toBe(12.5);
  });

  it("says of what was imported that it was imported", async () => {
    const brought = await person();
    await saveVideo(brought, "h264.mov", { call: "/recordings/import" });
    const recorded = await person();
    await saveVideo(recorded, "recorded.webm", { call: "/recordings" });
    const { activities } = await (
      await admin.call("GET", "/admin/dashboard/recent-activity")
    ).json();
    const titles = activities.map(({ title }: { title: string }) => title);
    expect(titles).toContain(`${brought.username} imported “h264”`);
    expect(titles).toContainEqual(
      expect.stringMatching(new RegExp(`^${recorded.username} recorded “`)),
    );
  });

  it("tells what happened last, newest first", async () => {
    const newcomer = await person();
    const { activities } = await (
      await admin.call("GET", "/admin/dashboard/recent-activity")
    ).json();
    expect(activities[0]).toMatchObject({
      icon: "users",
      title: `${newcomer.username} created an account`,
    });
  });

  it("tells twenty things of all kinds, and no more", async () => {
    const owner = await person();
    for (let i = 0; i < 21; i++) {
      await service((sql) => insertRecording(sql, owner.id, { filename: `Take ${i}` }));
      const title = `Note ${i}`;
      await service(
        (sql) => sql`insert into public.payment_notes (id, title) values (${title}, ${title})`,
      );
    }
    const { activities } = await (
      await admin.call("GET", "/admin/dashboard/recent-activity")
    ).json();
    expect(activities).toHaveLength(20);
    const times = activities.map(({ timestamp }: { timestamp: string }) => timestamp);
    expect(times).toEqual(times.toSorted().reverse());
    expect(activities.slice(0, 2)).toMatchObject([
      { icon: "database", title: "Note 20" },
      { icon: "video", title: `${owner.username} recorded “Take 20”` },
    ]);
  });

  it("shows who is online, away and idle, and nobody who has been gone for longer", async () => {
    const expected: Record<string, string | undefined> = {};
    for (const [minutes, status] of [
      [4.9, "online"],
      [5.1, "away"],
      [9.9, "away"],
      [10.1, "idle"],
      [14.9, "idle"],
      [15.1, undefined],
    ] as const) {
      const { id } = await person();
      expected[id] = status;
      await service(
        (sql) => sql`
          update public.users set last_active_at = now() - make_interval(secs => ${minutes * 60})
           where id = ${id}
        `,
      );
    }
    const banned = await person();
    await service(
      (sql) => sql`
        update public.users set last_active_at = now(), suspended = true where id = ${banned.id}
      `,
    );
    const page = await (await admin.call("GET", "/admin/dashboard/active-users")).json();
    expect(page).toMatchObject({ total: 5, page: 1, per_page: 12, total_pages: 1 });
    const shown = page.users.map(({ id, status }: { id: string; status: string }) => [id, status]);
    // The last sign of life first.
    expect(shown).toEqual(Object.entries(expected).filter(([, status]) => status));
    const second = await (
      await admin.call("GET", "/admin/dashboard/active-users?per_page=2&page=2")
    ).json();
    expect(second).toMatchObject({ total: 5, total_pages: 3 });
    expect(second.users.map(({ id }: { id: string }) => id)).toEqual(
      shown.slice(2, 4).map(([id]: [string]) => id),
    );
  });
});
