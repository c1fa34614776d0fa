import { describe, expect, it } from "vitest";
import { makeGuards } from "#api/access/guards.ts";
import { rateLimits } from "#api/http/limits/rate-limit.ts";
import { connect } from "#api/platform/database.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

const { person, database, keys, anotherProcess } = await testApp();
await database.pool.unsafe(`
  create function take_long() returns trigger language plpgsql as $$
  begin
    perform pg_sleep(4);
    return old;
  end $$;
  create trigger take_long before delete on public.users for each row execute function take_long();
`);
const hasty = connect({
  url: `${database.url}?statement_timeout=3000`,
  patience: { call: 2, job: 3, farewell: 30 },
});
atEndOfFile(hasty.close);
const guards = makeGuards({ keys, database: hasty, takeToken: rateLimits(hasty) });
const request = anotherProcess({ database: hasty, guards });

describe("an account that takes longer to delete than any other act may take", () => {
  it.each(["its owner", "an admin"])("is deleted by %s all the same", async (by) => {
    const [ada, admin] = [await person(), await person({ role: "admin" })];
    const send = ({ token }: SignedIn, path: string) =>
      request(`/api${path}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ email: ada.email }),
      });
    const answer =
      by === "its owner"
        ? await send(ada, "/user/delete")
        : await send(admin, `/admin/users/${ada.id}/delete`);
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    expect(await database.pool`select from public.users where id = ${ada.id}`).toHaveLength(0);
  });
});
