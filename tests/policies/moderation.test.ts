import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { stage } from "./cast.ts";

const database = await testDatabase();

test("an admin who deletes a guest's comment is noted in the audit log", async () => {
  await database.rehearse(async (rehearsal) => {
    const { cast, id, recording } = await stage(rehearsal);
    const said = async (account: string | null) =>
      rehearsal.asService(async (sql) => {
        const [guest] = await sql<{ id: string }[]>`
          insert into private.guests (owner_id, name) values (${id("owner")}, 'Gerda') returning id`;
        const [made] = await sql<{ id: string }[]>`
          insert into public.comments (recording_id, author_id, guest_id, content)
          values (${recording}, ${account}, ${account ? null : (guest?.id ?? null)}, 'x') returning id`;
        return made?.id ?? "";
      });
    const noted = async (comment: string) => {
      const gone = await rehearsal.as(cast.admin)(
        (sql) => sql`delete from public.comments where id = ${comment} returning id`,
      );
      expect(gone).toHaveLength(1);
      return rehearsal.asService(
        (sql) =>
          sql`select before ->> 'author' as author from public.audit_log where act = 'comment_deleted'`,
      );
    };
    expect(await noted(await said(id("other")))).toHaveLength(1);
    const lines = await noted(await said(null));
    expect(lines).toHaveLength(2);
    expect(lines).toContainEqual({ author: "Gerda" });
  });
});
