import { LogOut } from "lucide-react";
import { useUser } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/cx.ts";
import { confirm } from "#web/ui/layers/confirm.tsx";
import { toast } from "#web/ui/layers/toast.ts";
import { TipButton } from "#web/ui/layers/tooltip.tsx";
import { useSidebar } from "./sidebar.tsx";

interface Props {
  /** Stands under the name: the email, or an admin's role. */
  detail: string;
  logOut: () => void;
}

export function AccountFoot({ detail, logOut }: Props) {
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
        onClick={() => void askToLogOut(logOut)}
      />
    </div>
  );
}

/** The question before a logout; the palette asks it, too. */
export async function askToLogOut(logOut: () => void) {
  if (!(await confirm({ title: "Are you sure you want to logout?" }))) return;
  logOut();
  toast.success("Logged out successfully!");
}
