import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import { nouns } from "#contract/operations.ts";
import { fairTurns } from "./access/fair-turns.ts";
import { serveOn } from "./access/serve.ts";
import { serveAccount } from "./features/account/account-routes.ts";
import { serveDashboard } from "./features/admin/dashboard-routes.ts";
import { serveUsers } from "./features/admin/user-routes.ts";
import { serveVideos } from "./features/admin/video-routes.ts";
import { serveAnalytics } from "./features/analytics/analytics-routes.ts";
import { serveAudit } from "./features/audit/audit-routes.ts";
import { serveAuth } from "./features/auth/auth-routes.ts";
import { serveChapters } from "./features/chapters/chapter-routes.ts";
import { serveConfig } from "./features/config/config-routes.ts";
import { serveDiscussion } from "./features/discussion/discussion-routes.ts";
import { serveDrive } from "./features/drive/drive-routes.ts";
import { serveEdits } from "./features/edits/edit-routes.ts";
import { moveHomeward } from "./features/moves/move-homeward.ts";
import { serveMoves } from "./features/moves/move-routes.ts";
import { serveNotices } from "./features/notices/notice-routes.ts";
import { serveOperations } from "./features/operations/operations-routes.ts";
import { serveRecordings } from "./features/recordings/recording-routes.ts";
import { serveReports } from "./features/reports/report-routes.ts";
import { serveSecondFactor } from "./features/second-factor/second-factor-routes.ts";
import { serveSettings } from "./features/settings/settings-routes.ts";
import { serveOEmbed } from "./features/shares/oembed-routes.ts";
import { sharePageRoutes } from "./features/shares/share-page-routes.ts";
import { serveShares } from "./features/shares/share-routes.ts";
import { serveShared } from "./features/shares/shared-routes.ts";
import { serveSharedWithMe } from "./features/shares/shared-with-me-routes.ts";
import { accountCloser } from "./features/subscriptions/check-out.ts";
import { serveSubscriptions } from "./features/subscriptions/subscription-routes.ts";
import { serveSubtitles } from "./features/subtitles/subtitle-routes.ts";
import { serveTakeout } from "./features/takeout/takeout-routes.ts";
import { serveUploads } from "./features/uploads/upload-routes.ts";
import { serveViewers } from "./features/viewers/viewer-routes.ts";
import { serveWatchers } from "./features/watchers/watcher-routes.ts";
import { clientAddress } from "./http/address.ts";
import { type Ahead, answerAhead } from "./http/ahead.ts";
import type { AppEnv } from "./http/context.ts";
import { notFound } from "./http/errors.ts";
import { handleError } from "./http/handle-error.ts";
import { documentation } from "./http/openapi/documentation.ts";
import { operatorOnly } from "./http/operator.ts";
import { otherMethods } from "./http/other-methods.ts";
import { logged, requestLog } from "./http/request-log.ts";
import { preflight, securityHeaders } from "./http/security-headers.ts";
import { webClient } from "./http/web-client.ts";
import { LiveTakes } from "./media/live/live-takes.ts";
import type { Deps, Parts } from "./parts.ts";

/** The table of contents: what exists. The contract says who may make each call: `access/guards.ts`. */
const contents = [
  serveAuth,
  serveSecondFactor,
  serveAccount,
  serveTakeout,
  serveSubscriptions,
  serveDashboard,
  serveAudit,
  serveUsers,
  serveVideos,
  serveAnalytics,
  serveReports,
  serveOperations,
  serveUploads,
  serveMoves,
  serveEdits,
  serveSubtitles,
  serveChapters,
  serveRecordings,
  serveShares,
  serveDiscussion,
  serveWatchers,
  serveViewers,
  serveDrive,
  serveNotices,
  serveShared,
  serveSharedWithMe,
  serveOEmbed,
  serveSettings,
  serveConfig,
];

export function createApp(given: Deps) {
  const { env, log, metrics, guards, takeToken } = given;
  const api = new Hono<AppEnv>();
  const ahead: Ahead[] = [];
  const parts: Parts = {
    ...given,
    ...aboutAccounts(given),
    api,
    ahead,
    serve: serveOn(api, guards, takeToken),
    live: new LiveTakes(given.database.asService(LIVE), given.objects),
    // A server of one's own has nothing to sell: without payments and Drive, everyone has all there is.
    firstPlan:
      env.DEFAULT_PLAN ?? (env.STRIPE_SECRET_KEY || env.GOOGLE_CLIENT_SECRET ? "Free" : "Premium"),
  };
  for (const serve of contents) serve(parts);
  api.route("/", documentation(nouns, takeToken));
  api.all("/*", preflight, otherMethods(api, "/api"));

  const app = new Hono<AppEnv>({ getPath: pathOf });
  const trustProxy = env.TRUST_PROXY ?? false;
  const requests = requestLog(log, metrics);
  const secured = securityHeaders(env);
  app.use(clientAddress(trustProxy), logged(log, requests), async (c, next) => {
    await next();
    secured(c.req.path, c.res.headers);
  });
  app.get("/healthz", (c) => c.json({ ok: true }));
  app.get("/readyz", async (c) => {
    const readiness = await given.ready();
    return c.json(readiness, readiness.ready ? 200 : 503);
  });
  app.get("/metrics", operatorOnly(env), (c) => c.text(metrics.text()));
  app.use(fairTurns(given.keys));
  app.route("/api", api);
  app.route("/", sharePageRoutes(parts));
  app.use(webClient(given.webDirectory));
  app.notFound((c) => handleError(notFound(), c)).onError(handleError);
  return answerAhead(app, ahead, { log: requests, secured, trustProxy });
}

/** Without the name of a host, as load balancers ask by HTTP/1.0, the address of a request is its path alone. */
const pathOf = (request: Request) =>
  getPath(request.url.startsWith("/") ? new Request(`http://kinora${request.url}`) : request);

const LIVE = "parts of what runs, for callers who may see it";

/** The consequences elsewhere of an account that goes, or leaves its plan. */
function aboutAccounts({ database, payments, log, objects, jobs }: Deps) {
  const service = database.asService("an account that goes, or leaves its plan");
  return {
    closeAccount: accountCloser(database, payments && { service, payments, log }, jobs),
    // Where Google is slow, nobody waits for it: the sweep begins what could not begin now.
    goHome: (account: string) =>
      Promise.race([moveHomeward({ service, objects, jobs, log }, account), Bun.sleep(5000)]),
  };
}
