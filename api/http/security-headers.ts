import { createMiddleware } from "hono/factory";
import { type SecureHeadersVariables, secureHeaders } from "hono/secure-headers";
import type { Env } from "#api/env.ts";

const EMBED = /^\/embed\/[\w-]+$/;
const RETURN_FROM_GOOGLE = "/auth/google-drive/callback";
const THUMBNAIL = /^\/api\/(shared|recordings)\/[^/]+\/thumbnail$/;

const WHO_ASKS = "Authorization, X-Share-Token, X-Share-Unlock, X-Guest-Token";

type Vars = { Variables: SecureHeadersVariables };

/** Pages may record the screen, speak to this server, and nothing else. */
export function securityHeaders(env: Env) {
  const page = secureHeaders({ ...common(env), ...OF_PAGES });
  const embed = secureHeaders({ ...common(env, ["*"]), ...OF_PAGES, xFrameOptions: false });
  // Behind a page of Google's, any other policy cuts the window off from the window that opened it.
  const comingBack = secureHeaders({
    ...common(env),
    ...OF_PAGES,
    crossOriginOpenerPolicy: "unsafe-none",
  });
  const answer = secureHeaders(common(env));
  const picture = secureHeaders({ ...common(env), crossOriginResourcePolicy: "cross-origin" });
  return createMiddleware<Vars>(async (c, next) => {
    const { path } = c.req;
    if (path.startsWith("/api/")) {
      // Messengers show the picture of a link. The key is in the address, so no cookie opens the picture to them.
      await (THUMBNAIL.test(path) ? picture : answer)(c, next);
      return keepPrivate(c.res.headers);
    }
    if (path === RETURN_FROM_GOOGLE) return comingBack(c, next);
    // The embed page exists to stand in other people's pages; every other page must not.
    return EMBED.test(path) ? embed(c, next) : page(c, next);
  });
}

/** An answer is private and soon outdated: it is not stored, unless it says so, and then for its caller alone. */
function keepPrivate(headers: Headers) {
  if (headers.has("Cache-Control")) headers.append("Vary", WHO_ASKS);
  else headers.set("Cache-Control", "no-store");
}

/** Headers that no browser of today reads, that say its default, or that nothing here sets. */
const OUTDATED = {
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  removePoweredBy: false,
};

/** Headers of pages alone: an answer of the API opens no window and uses no camera. */
const OF_PAGES = {
  xFrameOptions: "DENY",
  crossOriginOpenerPolicy: "same-origin-allow-popups", // the sign-in popup must reach its opener
  permissionsPolicy: {
    displayCapture: ["self"],
    microphone: ["self"],
    camera: ["self"],
    fullscreen: ["self"],
    pictureInPicture: ["self"],
    clipboardWrite: ["self"],
    geolocation: [],
    payment: [],
    usb: [],
  },
};

function common(env: Env, frameAncestors = ["'none'"]) {
  const google = env.GOOGLE_CLIENT_ID ? ["https://accounts.google.com/gsi/"] : [];
  const portraits = env.GOOGLE_CLIENT_ID ? ["https://*.googleusercontent.com"] : [];
  const supabase = env.SUPABASE_URL ? [env.SUPABASE_URL, websocket(env.SUPABASE_URL)] : [];
  return {
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...google],
      // Positions of menus and bars are style attributes; no style sheet is ever made from user text.
      styleSrc: ["'self'", "'unsafe-inline'", ...google],
      imgSrc: ["'self'", "data:", "blob:", ...portraits],
      mediaSrc: ["'self'", "blob:", ...supabase, ...bucketFor(env)],
      connectSrc: ["'self'", ...google, ...supabase, ...addressLookup(env)],
      workerSrc: ["'self'", "blob:"],
      fontSrc: ["'self'"],
      frameSrc: ["'self'", ...google], // the share dialog shows how an embedded player will look
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors,
    },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: "same-origin",
    referrerPolicy: "strict-origin-when-cross-origin",
    xFrameOptions: false,
    ...OUTDATED,
    strictTransportSecurity: env.PUBLIC_URL?.startsWith("https:")
      ? "max-age=31536000; includeSubDomains"
      : false,
  };
}

const websocket = (url: string) => url.replace(/^http/, "ws");

/** Where players are sent to for their bytes. */
function bucketFor({ S3_BUCKET, S3_ENDPOINT, S3_PUBLIC_ENDPOINT, S3_STYLE, PREFER_REDIRECT }: Env) {
  const endpoint = S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT;
  if (!endpoint || PREFER_REDIRECT === "off") return [];
  return [S3_STYLE === "host" ? endpoint.replace("://", `://${S3_BUCKET}.`) : endpoint];
}

/** The service that tells visitors their public address, where the operator has named one. */
const addressLookup = (env: Env) => (env.CLIENT_IP_URL ? [new URL(env.CLIENT_IP_URL).origin] : []);
