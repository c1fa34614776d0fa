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
  const page = secureHeaders({ ...common(env), xFrameOptions: "DENY" });
  const embed = secureHeaders({ ...common(env, ["*"]), xFrameOptions: false });
  const picture = secureHeaders({ ...common(env), crossOriginResourcePolicy: "cross-origin" });
  const comingBack = secureHeaders({
    ...common(env),
    xFrameOptions: "DENY",
    // Behind a page of Google's, any other policy cuts the window off from the window that opened it.
    crossOriginOpenerPolicy: "unsafe-none",
  });
  return createMiddleware<Vars>((c, next) => {
    if (c.req.path === RETURN_FROM_GOOGLE) return comingBack(c, next);
    // The embed page exists to stand in other people's pages; every other page must not.
    if (EMBED.test(c.req.path)) return embed(c, next);
    // Messengers show the picture of a link. The key is in the address, so no cookie opens the picture to them.
    if (THUMBNAIL.test(c.req.path)) return picture(c, next);
    return page(c, next);
  });
}

/** An answer is private and soon outdated: it is not stored, unless it says so, and then for its caller alone. */
export const noStore = createMiddleware(async (c, next) => {
  await next();
  const { headers } = c.res;
  if (headers.has("Cache-Control")) headers.append("Vary", WHO_ASKS);
  else headers.set("Cache-Control", "no-store");
});

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
    crossOriginOpenerPolicy: "same-origin-allow-popups", // the sign-in popup must reach its opener
    crossOriginResourcePolicy: "same-origin",
    referrerPolicy: "strict-origin-when-cross-origin",
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
