import { Activity, ChartColumn, ScrollText, SlidersHorizontal, Users, Video } from "lucide-react";
import type { Role } from "#contract/auth.ts";

/** The rooms of the admin area beside its first page; `words`: others by which somebody may look for them. */
const rooms = [
  { to: "/admin/users", Icon: Users, name: "User Management", words: "people accounts" },
  { to: "/admin/videos", Icon: Video, name: "Video Management", words: "" },
  { to: "/admin/analytics", Icon: ChartColumn, name: "Analytics", words: "reports export" },
  { to: "/admin/audit", Icon: ScrollText, name: "Audit Log", words: "history" },
];
const ofSuperAdmins = [
  { to: "/admin/server", Icon: SlidersHorizontal, name: "Server Settings", words: "" },
  { to: "/admin/operations", Icon: Activity, name: "Operations", words: "jobs storage" },
];

export const adminRooms = (role: Role) =>
  role === "super_admin" ? [...rooms, ...ofSuperAdmins] : rooms;
