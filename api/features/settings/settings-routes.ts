import { one } from "#api/http/errors.ts";
import type { Parts } from "#api/parts.ts";
import {
  changeServerSettingsCall,
  getAnnouncementCall,
  getServerSettingsCall,
  getSignUpOfferCall,
  inviteCall,
  listInvitationsCall,
  withdrawInvitationCall,
} from "#contract/settings.ts";
import { invite, readInvitations, withdrawInvitation } from "./invitations.ts";

export function serveSettings({ serve, env, jobs, database }: Parts): void {
  const post = { jobs, canSend: env.SMTP_URL !== undefined };
  const told = (settings: object) => ({ ...settings, domains_proven: post.canSend });
  const anybody = database.as({ role: "anon" });
  const isVisit = true;
  serve(getAnnouncementCall, async () => one(await anybody`select * from app.public_settings()`), {
    isVisit,
  });
  serve(
    getSignUpOfferCall,
    async ({ query: { invitation = null } }) =>
      one(await anybody`select * from app.sign_up_offer(${invitation})`),
    { isVisit },
  );
  serve(getServerSettingsCall, async ({ db }) =>
    told(one(await db<object[]>`select * from app.server_settings()`)),
  );
  serve(changeServerSettingsCall, ({ db, body }) =>
    db(async (sql) =>
      told(one(await sql`select * from app.change_server_settings(${sql.json(body)})`)),
    ),
  );
  serve(listInvitationsCall, async ({ db }) => ({ invitations: await readInvitations(db) }));
  serve(inviteCall, ({ db, body }) => invite(db, post, body));
  serve(withdrawInvitationCall, ({ db, params }) => withdrawInvitation(db, params.id));
}
