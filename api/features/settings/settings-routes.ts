import { one } from "#api/http/errors.ts";
import type { Parts } from "#api/parts.ts";
import type { Database, Db } from "#api/platform/database.ts";
import {
  type ChangeServerSettings,
  changeServerSettingsCall,
  getAnnouncementCall,
  getServerSettingsCall,
  getSignUpOfferCall,
  inviteCall,
  listInvitationsCall,
  type SignUp,
  type SignUpOffer,
  withdrawInvitationCall,
} from "#contract/settings.ts";
import { invite, readInvitations, withdrawInvitation } from "./invitations.ts";

export function serveSettings({ serve, env, jobs, database }: Parts): void {
  const post = { jobs, canSend: env.SMTP_URL !== undefined };
  const told = (settings: object) => ({ ...settings, domains_proven: post.canSend });
  const isVisit = true;
  serve(getAnnouncementCall, () => readPublicSettings(database), { isVisit });
  serve(getSignUpOfferCall, ({ query }) => readSignUpOffer(database, query.invitation), {
    isVisit,
  });
  serve(getServerSettingsCall, async ({ db }) => told(await readServerSettings(db)));
  serve(changeServerSettingsCall, async ({ db, body }) =>
    told(await changeServerSettings(db, body)),
  );
  serve(listInvitationsCall, async ({ db }) => ({ invitations: await readInvitations(db) }));
  serve(inviteCall, ({ db, body }) => invite(db, post, body));
  serve(withdrawInvitationCall, ({ db, params }) => withdrawInvitation(db, params.id));
}

type Settings = Required<ChangeServerSettings>;

const readServerSettings = async (db: Db) =>
  one(await db<Settings[]>`select * from app.server_settings()`);

const changeServerSettings = async (db: Db, change: ChangeServerSettings) =>
  one(
    await db(
      (sql) => sql<Settings[]>`
        select * from app.change_server_settings(${sql.json(change)})
      `,
    ),
  );

/** The settings that anybody may know. */
const readPublicSettings = async (database: Database) =>
  one(
    await database.as({ role: "anon" })<{ sign_up: SignUp; announcement: string }[]>`
      select * from app.public_settings()
    `,
  );

/** The words and rules that a sign-up page shows before anybody fills it in. */
const readSignUpOffer = async (database: Database, invitation: string | undefined) =>
  one(
    await database.as({ role: "anon" })<SignUpOffer[]>`
      select * from app.sign_up_offer(${invitation ?? null})
    `,
  );
