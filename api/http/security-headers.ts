import { createMiddleware } from "hono/factory";
import type { Env } from "#api/env.ts";

const EMBED = /^\/embed\/[\w-]+$/;
const RETURN_FROM_GOOGLE = "/auth/google-drive/callback";
const PICTURE = /^\/api\/(shared|recordings)\/[^/]+\/(thumbnail|contact-sheet)$/;

/**
 * The addresses that the embedded player needs. In a frame with `sandbox` a page has the origin `null`, which every
 * site can give itself, so every site may read these. Their key is in the address; no cookie and no session goes along.
 */
const OF_EMBED =
  /^\/(assets\/.+|before\.js|api\/(config|oembed|realtime\/token|shared\/[^/]+|recordings\/[^/]+\/(chapters|contact-sheet|live|stream|subtitles(\/[^/]+\/track)?|thumbnail|watched)))$/;
const READABLE = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "*" };

/** Tells a browser before such a call what may go with it: the key of a link, and never a session. */
export const preflight = createMiddleware(async (c, next) => {
  if (c.req.method !== "OPTIONS" || !OF_EMBED.test(c.req.path)) return next();
  c.header("Access-Control-Allow-Headers", "Content-Type, X-Client-IP, X-Share-Token");
  return c.body(null, 204);
});

const WHO_ASKS = "Authorization, X-Share-Token, X-Share-Unlock, X-Guest-Token";

/** Pages may record the screen, speak to this server, and nothing else. */
export function securityHeaders(env: Env) {
  const answer = ofAll(env);
  // Messengers show the picture of a link. The key is in the address, so no cookie opens the picture to them.
  const picture = { ...answer, "Cross-Origin-Resource-Policy": "cross-origin" };
  // The embed page exists to stand in other people's pages; every other page must not.
  const embed = { ...ofAll(env, "*"), ...OF_PAGES };
  const page = { ...answer, ...OF_PAGES, "X-Frame-Options": "DENY" };
  // Behind a page of Google's, any other policy cuts the window off from the window that opened it.
  const comingBack = { ...page, "Cross-Origin-Opener-Policy": "unsafe-none" };
  const headersAt = (path: string): Record<string, string> => {
    if (path.startsWith("/api/")) return PICTURE.test(path) ? picture : answer;
    if (path === RETURN_FROM_GOOGLE) return comingBack;
    return EMBED.test(path) ? embed : page;
  };
  return (path: string, headers: Headers) => {
    const more = { ...headersAt(path), ...(OF_EMBED.test(path) ? READABLE : {}) };
    for (const [name, value] of Object.entries(more)) headers.set(name, value);
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
    // An answer that may be stored is stored for its caller alone.
    else if (path.startsWith("/api/")) headers.append("Vary", WHO_ASKS);
  };
}

/** Headers of pages alone: an answer of the API opens no window and uses no camera. */
const OF_PAGES = {
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups", // the sign-in popup must reach its opener
  "Permissions-Policy":
    "display-capture=(self), microphone=(self), camera=(self), fullscreen=(self), picture-in-picture=(self), clipboard-write=(self), geolocation=(), payment=(), usb=()",
};

function ofAll(env: Env, frameAncestors = "'none'") {
  const google = env.GOOGLE_CLIENT_ID ? " https://accounts.google.com/gsi/" : "";
  const portraits = env.GOOGLE_CLIENT_ID ? " https://*.googleusercontent.com" : "";
  const { SUPABASE_URL: url } = env;
  const supabase = url ? ` ${url}` : "";
  const realtime = url ? ` ${url.replace(/^http/, "ws")}` : "";
  const policy = [
    "default-src 'self'",
    `script-src 'self'${google}`,
    // Positions of menus and bars are style attributes; no style sheet is ever made from user text.
    `style-src 'self' 'unsafe-inline'${google}`,
    `img-src 'self' data: blob:${portraits}`,
    `media-src 'self' blob:${supabase}${realtime}${bucketFor(env)}`,
    `connect-src 'self'${google}${supabase}${realtime}${addressLookup(env)}`,
    "worker-src 'self' blob:",
    "font-src 'self'",
    `frame-src 'self'${google}`, // the share dialog shows how an embedded player will look
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    ...(env.PUBLIC_URL?.startsWith("https:") && {
      "Strict-Transport-Security": "max-age=31536000",
    }),
  };
}

/** The bucket that players are sent to for their bytes. */
function bucketFor({ S3_BUCKET, S3_ENDPOINT, S3_PUBLIC_ENDPOINT, S3_STYLE, PREFER_REDIRECT }: Env) {
  const endpoint = S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT;
  if (!endpoint || PREFER_REDIRECT === "off") return "";
  return ` ${S3_STYLE === "host" ? endpoint.replace("://", `://${S3_BUCKET}.`) : endpoint}`;
}

/** The service that tells visitors their public address, where the operator has named one. */
const addressLookup = (env: Env) =>
  env.CLIENT_IP_URL ? ` ${new URL(env.CLIENT_IP_URL).origin}` : "";
