import { z } from "zod";
import { forPublic } from "./common.ts";

export const OEmbedQuery = z.object({
  url: z.url().max(2048),
  format: z.enum(["json"]).default("json"),
  maxwidth: z.coerce.number().int().min(1).optional(),
  maxheight: z.coerce.number().int().min(1).optional(),
});
export type OEmbedQuery = z.infer<typeof OEmbedQuery>;

/** A rich link as oembed.com defines it. */
export const OEmbed = z.object({
  version: z.literal("1.0"),
  type: z.literal("video"),
  provider_name: z.string(),
  provider_url: z.string(),
  title: z.string(),
  author_name: z.string(),
  html: z.string(),
  width: z.number(),
  height: z.number(),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.number().optional(),
  thumbnail_height: z.number().optional(),
});
export type OEmbed = z.infer<typeof OEmbed>;

export const getOEmbedCall = forPublic("GET /oembed", {
  summary: "A public link as a rich link for other sites",
  query: OEmbedQuery,
  answer: OEmbed,
  refusals: [404, 429],
});
