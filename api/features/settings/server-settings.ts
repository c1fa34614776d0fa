import { one } from "#api/http/errors.ts";
import type { Database, Db } from "#api/platform/database.ts";
import type { ChangeServerSettings, SignUp, SignUpOffer } from "#contract/settings.ts";

type Settings = Required<ChangeServerSettings>;

export const readServerSettings = async (db: Db) =>
  one(await db<Settings[]>`select * from app.server_settings()`);

export const changeServerSettings = async (db: Db, change: ChangeServerSettings) =>
  one(
    await db(
      (sql) => sql<Settings[]>`
        select * from app.change_server_settings(${sql.json(change)})
      `,
    ),
  );

/** The settings that anybody may know. */
export const readPublicSettings = async (database: Database) =>
  one(
    await database.as({ role: "anon" })<{ sign_up: SignUp; announcement: string }[]>`
      select * from app.public_settings()
    `,
  );

/** The words and rules that a sign-up page shows before anybody fills it in. */
export const readSignUpOffer = async (database: Database, invitation: string | undefined) =>
  one(
    await database.as({ role: "anon" })<SignUpOffer[]>`
      select * from app.sign_up_offer(${invitation ?? null})
    `,
  );
