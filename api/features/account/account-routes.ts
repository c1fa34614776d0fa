import { readAccount } from "#api/access/account.ts";
import { beginAnew, beginSession } from "#api/access/begin-session.ts";
import { one } from "#api/http/errors.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import type { Parts } from "#api/parts.ts";
import type { Db } from "#api/platform/database.ts";
import {
  changePasswordCall,
  defaultPreferences,
  endSessionCall,
  getAccountCall,
  getPreferencesCall,
  listSessionsCall,
  type Preferences,
  pingActivityCall,
  type SavePreferences,
  savePreferencesCall,
  setPasswordCall,
} from "#contract/account.ts";
import { changePassword, setPassword } from "./passwords.ts";
import { endSession, readDevices } from "./sessions.ts";

const passwordChanges: Limit = { name: "password:account", capacity: 10, period: 600 };

/** Work past the policies is done only for a session that the database has just confirmed. */
export function serveAccount({ serve, keys, database, takeToken }: Parts): void {
  const secrets = database.asService("password hashes are closed to every API role");

  serve(getAccountCall, ({ db, caller }) => readAccount(db, caller.sub));
  serve(setPasswordCall, async ({ db, caller, body, c }) => {
    const { id } = await readAccount(db, caller.sub);
    const changed = await setPassword(secrets, { id, from: c.var.address() }, body.password);
    return beginSession(c, keys, secrets, changed);
  });
  serve(changePasswordCall, async ({ db, caller, body, c }) => {
    const { id } = await readAccount(db, caller.sub);
    await takeToken(passwordChanges, id);
    const changed = await changePassword(secrets, { id, from: c.var.address() }, body);
    return beginAnew(c, keys, secrets, changed);
  });
  serve(listSessionsCall, async ({ db, caller }) => ({
    sessions: await readDevices(db, caller.sid),
  }));
  serve(endSessionCall, ({ db, params }) => endSession(db, params.id));
  serve(getPreferencesCall, ({ db, caller }) => readPreferences(db, caller.sub));
  serve(savePreferencesCall, ({ db, caller, body }) => savePreferences(db, caller.sub, body));
  // Presence is read from this: the admin area shows who was here in the last quarter of an hour.
  serve(pingActivityCall, async ({ db, caller: { sub } }) =>
    one(await db`update public.users set last_active_at = now() where id = ${sub} returning id`),
  );
}

/** The preferences; the defaults stand until they are first saved. */
async function readPreferences(db: Db, userId: string): Promise<Preferences> {
  const [[row], drive] = await db((sql) =>
    Promise.all([
      sql<Preferences[]>`select * from public.preferences where user_id = ${userId}`,
      sql<object[]>`select app.is_drive_connected() as google_drive_connected`,
    ]),
  );
  return { ...defaultPreferences, ...row, ...one(drive) };
}

/** Whether the drive is connected is a fact about the drive, not something to be saved. */
async function savePreferences(db: Db, userId: string, wanted: SavePreferences) {
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
