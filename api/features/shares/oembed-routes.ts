import { html } from "hono/html";
import type { Asked } from "#api/access/serve.ts";
import { originOf } from "#api/http/public-url.ts";
import type { Parts } from "#api/parts.ts";
import { getOEmbedCall, type OEmbed, type OEmbedQuery } from "#contract/oembed.ts";
import { shareUnavailable } from "./open-share.ts";
import { type PublicShare, playerSize, publicShare } from "./public-share.ts";

const THUMBNAIL_SIDE = 800;

/** Rich links for other sites: https://oembed.com. */
export function serveOEmbed({ serve, env, database }: Parts): void {
  const service = database.asService("a public link describes itself to everybody");
  const answer = async ({ query, c }: Asked<typeof getOEmbedCall>) => {
    const origin = originOf(env, c);
    const token = tokenOf(query.url, origin);
    const share = token && (await publicShare(service, token));
    if (!token || !share || share.is_folder) throw shareUnavailable();
    return richLink(origin, token, share, query);
  };
  serve(getOEmbedCall, answer, { isVisit: true });
}

function tokenOf(url: string, origin: string): string | undefined {
  if (!URL.canParse(url) || new URL(url).origin !== new URL(origin).origin) return undefined;
  return /^\/(?:shared|embed)\/([\w-]+)\/?$/.exec(new URL(url).pathname)?.[1];
}

function richLink(origin: string, token: string, share: PublicShare, query: OEmbedQuery): OEmbed {
  const { width, height } = playerSize(share, query.maxwidth, query.maxheight);
  const player = html`<iframe src="${origin}/embed/${token}" width="${width}" height="${height}" title="${share.title}" allow="picture-in-picture" allowfullscreen style="border:0"></iframe>`;
  return {
    version: "1.0",
    type: "video",
    provider_name: "Kinora",
    provider_url: origin,
    title: share.title,
    author_name: share.author_name,
    html: String(player),
    width,
    height,
    ...(share.has_thumbnail && {
      thumbnail_url: `${origin}/api/shared/${token}/thumbnail`,
      thumbnail_width: THUMBNAIL_SIDE,
      thumbnail_height: THUMBNAIL_SIDE,
    }),
  };
}
