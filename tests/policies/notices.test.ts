import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

describe("notices", () => {
  it("of what its reader has written as a guest go when that is known", async () => {
    await database.rehearse(async (rehearsal) => {
      const { cast, id, recording } = await stage(rehearsal);
      const guest = await rehearsal.asService(async (sql) => {
        const [made] = await sql<{ id: string }[]>`
          insert into private.guests (owner_id, name) values (${id("owner")}, 'Gerda') returning id`;
        await sql`
          insert into public.comments (recording_id, guest_id, content)
          values (${recording}, ${made?.id ?? null}, 'I was not signed in')`;
        return made?.id ?? null;
      });
      const bell = () => rehearsal.as(cast.owner)((sql) => sql`select from app.my_notices(9, 0)`);
      expect(await bell()).toHaveLength(1);
      await rehearsal.as(cast.owner)((sql) => sql`select app.claim_guest(${guest})`);
      expect(await bell()).toHaveLength(0);
    });
  });

  it("are read and marked by whom they concern, and made by nobody", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await stage(rehearsal);
      const { recording } = set;
      await rehearsal.as(set.cast.invited)(
        (sql) =>
          sql`insert into public.comments (recording_id, content) values (${recording}, 'x')`,
      );
      const may = await whoMay(rehearsal, set, {
        see: (sql) => sql`select 1 from public.notices where recording_id = ${recording}`,
        "see them whole": (sql) => sql`select 1 from app.my_notices(10, 0)`,
        "mark them read": (sql) => sql`
          update public.notices set read_at = now() where recording_id = ${recording} returning id`,
        "give them to another": (sql) => sql`
          update public.notices set user_id = ${set.id("other")}
           where recording_id = ${recording} returning id`,
        "make one": (sql) => sql`
          insert into public.notices (user_id, kind, recording_id)
          values (${set.id("owner")}, 'comment', ${recording}) returning id`,
        "delete one": (sql) =>
          sql`delete from public.notices where recording_id = ${recording} returning id`,
        "read somebody's": (sql) =>
          sql`select 1 from private.notices_of(${set.id("owner")}, 10, 0)`,
        "see when mail was sent": (sql) => sql`select 1 from private.digests union all select 1`,
      });
      expect(may).toEqual({
        see: ["owner"],
        "see them whole": ["owner"],
        "mark them read": ["owner"],
        "give them to another": [],
        "make one": [],
        "delete one": [],
        "read somebody's": [],
        "see when mail was sent": [],
      });
    });
  });
});
