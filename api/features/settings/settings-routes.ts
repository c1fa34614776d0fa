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
import {
  changeServerSettings,
  readPublicSettings,
  readServerSettings,
  readSignUpOffer,
} from "./server-settings.ts";

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
