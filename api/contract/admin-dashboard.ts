import { z } from "zod";
import { pageOf, pageQuery } from "./admin-pages.ts";
import { User } from "./auth.ts";
import { forAdmin, Time } from "./common.ts";

const ACTIVE_USERS_PER_PAGE = 12;

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

export const getAdminStatsCall = forAdmin("GET /admin/dashboard/stats", {
  summary: "Accounts, recordings, storage, subscriptions and revenue",
  answer: AdminStats,
});

export const listRecentActivityCall = forAdmin("GET /admin/dashboard/recent-activity", {
  summary: "What happened last",
  answer: RecentActivity,
});

export const listActiveUsersCall = forAdmin("GET /admin/dashboard/active-users", {
  summary: "Who was here in the last quarter of an hour",
  query: ActiveUsersQuery,
  answer: ActiveUserPage,
});
