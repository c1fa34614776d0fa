import { ArrowLeft, LayoutDashboard } from "lucide-react";
import type { ReactNode } from "react";
import { useLiveAdmin } from "#web/data/admin-live.ts";
import { useUser } from "#web/lib/session.ts";
import { adminRooms } from "./admin-rooms.ts";
import { RoomFrame } from "./room-frame.tsx";

const first = { to: "/admin", Icon: LayoutDashboard, name: "Dashboard" };
const back = { to: "/dashboard", Icon: ArrowLeft, name: "Back to App" };

/** `detail`: the name of the admin's role. */
export function AdminShell(props: { detail: string; tools: ReactNode; children: ReactNode }) {
  const { role } = useUser();
  useLiveAdmin();
  return <RoomFrame name="Admin" rooms={[first, ...adminRooms(role), back]} {...props} />;
}
