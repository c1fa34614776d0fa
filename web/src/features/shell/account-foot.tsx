import { LogOut } from "lucide-react";
import { logOut } from "#web/data/auth.ts";
import { useUser } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/cx.ts";
import { askBefore } from "#web/ui/layers/confirm.tsx";
import { toast } from "#web/ui/layers/toast.ts";
import { TipButton } from "#web/ui/layers/tooltip.tsx";
import { useSidebar } from "#web/ui/page/sidebar.tsx";

/** `detail`: stands under the name, the email or an admin's role. */
export function AccountFoot({ detail }: { detail: string }) {
  const { username, profile_picture } = useUser();
  const { collapsed } = useSidebar();
  return (
    <div className={cx("flex items-center gap-3", collapsed ? "flex-col" : "pl-1")}>
      <Avatar username={username} picture={profile_picture} />
      <div className={collapsed ? "sr-only" : "min-w-0 flex-1"}>
        <bdi className="block truncate font-medium text-13">{username}</bdi>
        <p className="truncate text-12 text-ink-3">{detail}</p>
      </div>
      <TipButton
        side={collapsed ? "right" : "top"}
        label="Logout"
        icon={<LogOut />}
        size="sm"
        onClick={askToLogOut}
      />
    </div>
  );
}

/** The question before a logout; the palette asks it, too. */
export const askToLogOut = askBefore(
  () => {
    logOut();
    toast.success("Logged out successfully!");
  },
  { title: "Are you sure you want to logout?" },
);
