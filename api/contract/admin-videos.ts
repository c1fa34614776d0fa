import { z } from "zod";
import { ADMIN_PAGE_SIZE, AtLeast, pageOf, pageQuery } from "./admin-pages.ts";
import { Done, forAdmin, Id, Time } from "./common.ts";
import { StorageType } from "./recordings.ts";

export const AdminVideo = z.object({
  id: Id,
  filename: z.string(),
  thumbnail_url: z.string().nullable(),
  has_subtitles: z.boolean(),
  user: z.object({ id: Id, username: z.string(), email: z.string() }),
  size_mb: z.number(),
  duration_seconds: z.number().nullable(),
  storage_type: StorageType,
  storage_path: z.string(),
  created_at: Time,
});
export type AdminVideo = z.infer<typeof AdminVideo>;

export const StorageFilter = z.enum(["all", ...StorageType.options]);

export const AdminVideosQuery = z.object({
  ...pageQuery(ADMIN_PAGE_SIZE),
  search: z.string().trim().max(200).default(""),
  storage: StorageFilter.default("all"),
  owner: Id.optional().describe("Of one person alone"),
});
export type AdminVideosQuery = z.infer<typeof AdminVideosQuery>;

export const VideoPage = pageOf("videos", AdminVideo).extend({ at_least: AtLeast });

export const DeleteVideos = z.object({ ids: z.array(Id).min(1, "No videos selected").max(100) });

export const DeletedVideos = z.object({
  deleted: z.array(Id),
  failed: z.array(z.object({ id: Id, error: z.string() })),
});

export const listVideosCall = forAdmin("GET /admin/videos", {
  summary: "Every recording, a page at a time",
  query: AdminVideosQuery,
  answer: VideoPage,
});

export const getVideoCall = forAdmin("GET /admin/videos/{id}", {
  summary: "One recording, and whose it is",
  answer: AdminVideo,
});

export const deleteVideoCall = forAdmin("DELETE /admin/videos/{id}", {
  summary: "Delete somebody's recording for good; its owner is told",
  answer: Done,
});

export const deleteVideosCall = forAdmin("POST /admin/videos/delete", {
  summary: "Delete several; one that cannot be deleted keeps none of the others",
  body: DeleteVideos,
  answer: DeletedVideos,
});
