import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/support/database.ts";

const { pool: sql } = await testDatabase();

/** Asks as PostgREST does: in a transaction, after it became the role that the token names. */
const ask = (role: string) =>
  sql.begin(async (scene) => {
    await scene`select set_config('role', ${role}, true)`;
    return scene`select app.refuse_data_api()`;
  });

describe("the Data API of a hosted project", () => {
  it("asks before every call", async () => {
    const [login] = await sql<{ settings: string[] }[]>`
      select setconfig as settings from pg_db_role_setting
       where setrole = 'authenticator'::regrole and setdatabase = 0`;
    expect(login?.settings).toContain("pgrst.db_pre_request=app.refuse_data_api");
  });

  it.each(["anon", "authenticated"])("is refused to %s, in PostgREST's own form", async (role) => {
    const refused: { code: string; detail: string; message: string } = await ask(role).catch(
      (error) => error,
    );
    expect(refused.code).toBe("PGRST");
    expect(JSON.parse(refused.detail)).toEqual({ status: 403, headers: {} });
    expect(JSON.parse(refused.message)).toMatchObject({ code: "closed" });
  });

  it("stays open to whoever has the project's secret key", async () => {
    await expect(ask("service_role")).resolves.toHaveLength(1);
  });
});
