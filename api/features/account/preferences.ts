import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { defaultPreferences, type Preferences, type SavePreferences } from "#contract/account.ts";

/** The preferences; the defaults stand until they are first saved. */
export async function readPreferences(db: Db, userId: string): Promise<Preferences> {
  const [[row], drive] = await db((sql) =>
    Promise.all([
      sql<Preferences[]>`select * from public.preferences where user_id = ${userId}`,
      sql<object[]>`select app.is_drive_connected() as google_drive_connected`,
    ]),
  );
  return { ...defaultPreferences, ...row, ...one(drive) };
}

/** Whether the drive is connected is a fact about the drive, not something to be saved. */
export async function savePreferences(db: Db, userId: string, wanted: SavePreferences) {
  const { google_drive_connected, ...named } = wanted;
  const row = { user_id: userId, ...named };
  const saved = await db(
    (sql) => sql<Preferences[]>`
      insert into public.preferences ${sql(row)}
      on conflict (user_id) do update set ${sql(row)}
      returning *, app.is_drive_connected() as google_drive_connected
    `,
  );
  return one(saved);
}
