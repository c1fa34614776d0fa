import { useQuery } from "@tanstack/react-query";
import { CirclePlay, CreditCard, House, Settings, ShieldCheck, Users, Video } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { logOut } from "#web/data/auth.ts";
import { sharedWithMeQuery } from "#web/data/shared-with-me.ts";
import { isAdmin, useUser } from "#web/lib/session.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";
import { AccountFoot } from "#web/ui/page/account-foot.tsx";
import { Frame } from "#web/ui/page/frame.tsx";
import { SidebarLink } from "#web/ui/page/sidebar.tsx";
import { RecordButton, RoundRecordButton } from "./record-button.tsx";
import { SearchInBar, SearchInSidebar } from "./search-button.tsx";
import { usePalette } from "./use-palette.tsx";

interface Props {
  /** Small controls of other features beside the wordmark, e.g. notices. */
  tools?: ReactNode;
  /** Draws the place where recording starts, given the button that starts it. */
  recorder: (start: ReactNode) => ReactNode;
  children: ReactNode;
}

export function Shell({ tools, recorder, children }: Props) {
  const user = useUser();
  const { search, layer } = usePalette();
  useEffect(() => void loadToasts(), []);
  return (
    <Frame
      name="Main"
      tools={
        <>
          {tools}
          <SearchInBar onSearch={search} />
        </>
      }
      head={
        <>
          {recorder(<RecordButton />)}
          <SearchInSidebar onSearch={search} />
        </>
      }
      links={<Links admin={isAdmin(user)} />}
      foot={<AccountFoot detail={user.email} logOut={logOut} />}
      phoneAction={<RoundRecordButton />}
    >
      {children}
      {layer}
    </Frame>
  );
}

function Links({ admin }: { admin: boolean }) {
  // A sidebar of few links: this one comes with the first recording that somebody shares.
  const { data: shared } = useQuery({ ...sharedWithMeQuery(1), staleTime: 60_000 });
  return (
    <>
      <SidebarLink to="/dashboard" icon={<House />}>
        Dashboard
      </SidebarLink>
      <SidebarLink to="/new-recording" icon={<CirclePlay />}>
        New Recording
      </SidebarLink>
      <SidebarLink to="/my-recordings" icon={<Video />}>
        My Videos
      </SidebarLink>
      {shared && shared.recordings.length > 0 && (
        <SidebarLink to="/shared-with-me" icon={<Users />}>
          Shared with me
        </SidebarLink>
      )}
      <SidebarLink to="/subscription" icon={<CreditCard />}>
        Subscription
      </SidebarLink>
      <SidebarLink to="/settings" icon={<Settings />}>
        Settings
      </SidebarLink>
      {admin && (
        <SidebarLink to="/admin" icon={<ShieldCheck />}>
          Admin Panel
        </SidebarLink>
      )}
    </>
  );
}
