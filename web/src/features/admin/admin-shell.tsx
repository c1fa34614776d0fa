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
import { logOut } from "#web/data/auth.ts";
import { useUser } from "#web/lib/session.ts";
import { AccountFoot } from "#web/ui/page/account-foot.tsx";
import { Frame } from "#web/ui/page/frame.tsx";
import { SidebarLink } from "#web/ui/page/sidebar.tsx";
import { roleName } from "./roles.tsx";

interface Props {
  /** Small controls of other features beside the wordmark, and above the links. */
  tools: ReactNode;
  head: ReactNode;
  children: ReactNode;
}

export function AdminShell({ tools, head, children }: Props) {
  const user = useUser();
  useLiveAdmin();
  return (
    <Frame
      name="Admin"
      tools={tools}
      head={head}
      links={<Links />}
      foot={<AccountFoot detail={roleName(user.role)} logOut={logOut} />}
    >
      {children}
    </Frame>
  );
}

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

function Links() {
  const { role } = useUser();
  const open = rooms.filter(({ closed }) => !closed || role === "super_admin");
  return open.map(({ to, Icon, name }) => (
    <SidebarLink key={to} to={to} icon={<Icon />} exact={to === "/admin"}>
      {name}
    </SidebarLink>
  ));
}
