import { join } from "node:path";
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { html, raw } from "hono/html";
import type { AppEnv } from "#api/http/context.ts";
import { handleError } from "#api/http/handle-error.ts";
import { visits } from "#api/http/limits/rate-limit.ts";
import { originOf, publicUrl } from "#api/http/public-url.ts";
import type { Parts } from "#api/parts.ts";
import { type PublicShare, playerSize, publicShare } from "./public-share.ts";

/**
 * The pages of a link, with what a messenger shows of it written into the head: crawlers run no
 * script. A link that does not open for everybody says nothing about itself.
 */
export function sharePageRoutes({ env, database, takeToken, webDirectory }: Parts) {
  const service = database.asService("a public link describes itself to everybody");
  const answer = createMiddleware<AppEnv, "/:token">(async (c, next) => {
    const page = Bun.file(join(webDirectory, "link.html"));
    if (!(await page.exists())) return next();
    const token = c.req.param("token");
    c.header("Cache-Control", "no-cache");
    c.header("X-Robots-Tag", "noindex");
    const text = await page.text();
    try {
      await takeToken(visits, c.var.address());
      const share = await publicShare(service, token);
      const tags = share && (await headTags(originOf(env, c), token, share));
      return c.html(tags ? text.replace("</head>", () => `${tags}</head>`) : text);
    } catch (error) {
      // A person gets the page all the same, which asks again and says in words what is wrong.
      const { status, headers } = handleError(error as Error, c); // whatever is thrown is one
      headers.set("Content-Type", "text/html; charset=UTF-8");
      return new Response(text, { status, headers });
    }
  });

  return new Hono<AppEnv>()
    .get("/shared/:token", answer)
    .get("/embed/:token", answer)
    .get("/:screen{shared|embed}/:token/", (c) => {
      // Any other spelling of the address would be the application itself, with what it allows.
      const { pathname, search } = new URL(c.req.url, publicUrl(env));
      return c.redirect(pathname.slice(0, -1) + search, 308);
    });
}

function headTags(origin: string, token: string, share: PublicShare) {
  const { width, height } = playerSize(share, 1280);
  const link = `${origin}/shared/${token}`;
  const player = `${origin}/embed/${token}`;
  const oembed = `${origin}/api/oembed?url=${encodeURIComponent(link)}&format=json`;
  const image = `${origin}/api/shared/${token}/thumbnail`;
  const description = `${share.author_name} shared a ${share.is_folder ? "folder" : "recording"} with Kinora`;
  const thumbnail = share.has_thumbnail
    ? html`<meta property="og:image" content="${image}" />`
    : raw("");
  const words = html`
    <meta property="og:site_name" content="Kinora" />
    <meta property="og:title" content="${share.title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${link}" />
  `;
  if (share.is_folder) return words; // other sites have no player for it
  return html`
    <meta property="og:type" content="video.other" />
    ${words} ${thumbnail}
    <meta property="og:video" content="${player}" />
    <meta property="og:video:secure_url" content="${player}" />
    <meta property="og:video:type" content="text/html" />
    <meta property="og:video:width" content="${width}" />
    <meta property="og:video:height" content="${height}" />
    <meta name="twitter:card" content="player" />
    <meta name="twitter:player" content="${player}" />
    <meta name="twitter:player:width" content="${width}" />
    <meta name="twitter:player:height" content="${height}" />
    <link rel="alternate" type="application/json+oembed" href="${oembed}" title="${share.title}" />
  `;
}
