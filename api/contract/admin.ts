import { z } from "zod";
import { Role, User } from "./auth.ts";
import { Id, type Operation, Time } from "./common.ts";
import { StorageType } from "./recordings.ts";

const ACTIVE_USERS_PER_PAGE = 12;
const ADMIN_PAGE_SIZE = 20;

const pageQuery = (size: number) => ({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(size),
});

const pageOf = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({
    ...({ [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>), // a computed key widens to string
    total: z.number(),
    page: z.number(),
    per_page: z.number(),
    total_pages: z.number(),
  });

export const AdminStats = z.object({
  total_users: z.number(),
  total_videos: z.number(),
  total_storage_gb: z.number(),
  active_subscriptions: z.number(),
  total_revenue_usd: z.number().describe("Per month, from active paid plans and add-ons"),
});
export type AdminStats = z.infer<typeof AdminStats>;

export const Activity = z.object({
  icon: z.enum(["users", "video", "database"]),
  title: z.string(),
  timestamp: Time,
});
export type Activity = z.infer<typeof Activity>;

export const RecentActivity = z.object({ activities: z.array(Activity) });
export type RecentActivity = z.infer<typeof RecentActivity>;

/** online: under 5 minutes since the last ping; away: 5 to 10; idle: 10 to 15; then gone. */
const Presence = z.enum(["online", "away", "idle"]);

export const ActiveUser = User.pick({
  id: true,
  username: true,
  email: true,
  profile_picture: true,
}).extend({ status: Presence, last_active_at: Time });
export type ActiveUser = z.infer<typeof ActiveUser>;

export const ActiveUsersQuery = z.object(pageQuery(ACTIVE_USERS_PER_PAGE));
export const ActiveUserPage = pageOf("users", ActiveUser);
export type ActiveUserPage = z.infer<typeof ActiveUserPage>;

export const AdminUsersQuery = z.object({
  ...pageQuery(ADMIN_PAGE_SIZE),
  search: z.string().trim().max(200).default(""),
});
export const AdminUser = User.extend({
  email_confirmed: z.boolean().describe("Google, a letter or an admin says that it is theirs"),
});
export type AdminUser = z.infer<typeof AdminUser>;
export const UserPage = pageOf("users", AdminUser);
export type UserPage = z.infer<typeof UserPage>;

export const ChangeRole = z.object({ role: Role });
export const ChangeSuspension = z.object({ suspended: z.boolean() });

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

export const adminOperations: Operation[] = [
  {
    call: "GET /admin/dashboard/stats",
    id: "getAdminStats",
    summary: "Accounts, videos, storage, subscriptions and revenue",
    access: "admin",
    answer: AdminStats,
  },
  {
    call: "GET /admin/dashboard/recent-activity",
    id: "listRecentActivity",
    summary: "What happened last",
    access: "admin",
    answer: RecentActivity,
  },
  {
    call: "GET /admin/dashboard/active-users",
    id: "listActiveUsers",
    summary: "Who was here in the last quarter of an hour",
    access: "admin",
    query: ActiveUsersQuery,
    answer: ActiveUserPage,
  },
  {
    call: "GET /admin/users",
    id: "listUsers",
    summary: "Accounts, a page at a time",
    access: "admin",
    query: AdminUsersQuery,
    answer: UserPage,
  },
  {
    call: "PUT /admin/users/{id}/role",
    id: "changeRole",
    summary: "Change somebody's role (super admins)",
    access: "admin",
    body: ChangeRole,
    answer: User,
  },
  {
    call: "PUT /admin/users/{id}/suspend",
    id: "changeSuspension",
    summary: "Suspend or activate somebody",
    access: "admin",
    body: ChangeSuspension,
    answer: User,
  },
  {
    call: "PUT /admin/users/{id}/confirm-email",
    id: "confirmEmail",
    summary: "Confirm that somebody's e-mail address is theirs: links for it open for them",
    access: "admin",
    answer: User,
  },
  {
    call: "GET /admin/videos",
    id: "listVideos",
    summary: "Every video, a page at a time",
    access: "admin",
    query: AdminVideosQuery,
    answer: VideoPage,
  },
];
