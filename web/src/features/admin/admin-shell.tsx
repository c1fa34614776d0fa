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
import { AccountFoot } from "#web/ui/account-foot.tsx";
import { Frame } from "#web/ui/frame.tsx";
import { SidebarLink } from "#web/ui/sidebar.tsx";
import { roleName } from "./role-name.ts";

/** The same frame as for users, with the admin area's own rooms. */
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

function Links() {
  const isSuperAdmin = useUser().role === "super_admin";
  return (
    <>
      <SidebarLink to="/admin" icon={<LayoutDashboard />} exact>
        Dashboard
      </SidebarLink>
      <SidebarLink to="/admin/users" icon={<Users />}>
        User Management
      </SidebarLink>
      <SidebarLink to="/admin/videos" icon={<Video />}>
        Video Management
      </SidebarLink>
      <SidebarLink to="/admin/analytics" icon={<ChartColumn />}>
        Analytics
      </SidebarLink>
      <SidebarLink to="/admin/audit" icon={<ScrollText />}>
        Audit Log
      </SidebarLink>
      {isSuperAdmin && (
        <SidebarLink to="/admin/server" icon={<SlidersHorizontal />}>
          Server Settings
        </SidebarLink>
      )}
      {isSuperAdmin && (
        <SidebarLink to="/admin/operations" icon={<Activity />}>
          Operations
        </SidebarLink>
      )}
      <SidebarLink to="/dashboard" icon={<ArrowLeft />}>
        Back to App
      </SidebarLink>
    </>
  );
}
