import type { Serve } from "#api/access/serve.ts";
import type { Base } from "#api/http/context.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
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

type Deps = Base & { serve: Serve; jobs: Pick<Jobs, "send"> };

export function serveSettings({ serve, env, jobs, database }: Deps): void {
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
