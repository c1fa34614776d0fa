import { z } from "zod";
import { ADMIN_PAGE_SIZE, pageOf, pageQuery } from "./admin-pages.ts";
import { Id, type Operation, Time } from "./common.ts";
import { StorageType } from "./recordings.ts";

export const AdminVideo = z.object({
  id: Id,
  filename: z.string(),
  thumbnail_url: z.string().nullable(),
  has_subtitles: z.boolean(),
  user: z.object({ username: z.string(), email: z.string() }),
  size_mb: z.number(),
  duration_seconds: z.number().nullable(),
  storage_type: StorageType,
  storage_path: z.string(),
  created_at: Time,
});
export type AdminVideo = z.infer<typeof AdminVideo>;

export const StorageFilter = z.enum(["all", ...StorageType.options]);
export type StorageFilter = z.infer<typeof StorageFilter>;

export const AdminVideosQuery = z.object({
  ...pageQuery(ADMIN_PAGE_SIZE),
  search: z.string().trim().max(200).default(""),
  storage: StorageFilter.default("all"),
});
export const VideoPage = pageOf("videos", AdminVideo);
export type VideoPage = z.infer<typeof VideoPage>;

export const adminVideoOperations: Operation[] = [
  {
    call: "GET /admin/videos",
    id: "listVideos",
    summary: "Every video, a page at a time",
    access: "admin",
    query: AdminVideosQuery,
    answer: VideoPage,
  },
];
