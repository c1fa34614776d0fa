import {
  Activity,
  ArrowLeft,
  ChartColumn,
  LayoutDashboard,
  ScrollText,
  SlidersHorizontal,
  Users,
  Video,
} from "lucide-react";
import type { ReactNode } from "react";
import { useLiveAdmin } from "#web/data/admin-live.ts";
import { useUser } from "#web/lib/session.ts";
import { RoomFrame } from "./room-frame.tsx";

const rooms = [
  { to: "/admin", Icon: LayoutDashboard, name: "Dashboard" },
  { to: "/admin/users", Icon: Users, name: "User Management" },
  { to: "/admin/videos", Icon: Video, name: "Video Management" },
  { to: "/admin/analytics", Icon: ChartColumn, name: "Analytics" },
  { to: "/admin/audit", Icon: ScrollText, name: "Audit Log" },
  { to: "/admin/server", Icon: SlidersHorizontal, name: "Server Settings", closed: true },
  { to: "/admin/operations", Icon: Activity, name: "Operations", closed: true },
  { to: "/dashboard", Icon: ArrowLeft, name: "Back to App" },
];

/** `detail`: the name of the admin's role. */
export function AdminShell(props: { detail: string; tools: ReactNode; children: ReactNode }) {
  const { role } = useUser();
  useLiveAdmin();
  const open = rooms.filter(({ closed }) => !closed || role === "super_admin");
  return <RoomFrame name="Admin" rooms={open} {...props} />;
}
