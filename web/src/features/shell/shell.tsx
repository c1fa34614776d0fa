import { CirclePlay, CreditCard, House, Search, Settings, ShieldCheck, Video } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { logOut } from "#web/data/auth.ts";
import { isAdmin, useUser } from "#web/lib/session.ts";
import { useShortcut } from "#web/lib/shortcuts.ts";
import { AccountFoot } from "#web/ui/account-foot.tsx";
import { Frame } from "#web/ui/frame.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Keys } from "#web/ui/keys.tsx";
import { SidebarButton, SidebarLink } from "#web/ui/sidebar.tsx";
import { loadToasts } from "#web/ui/toast.ts";
import { RecordButton, RoundRecordButton } from "./record-button.tsx";

const Palette = lazy(() => import("./palette.tsx"));
const ShortcutsSheet = lazy(() => import("./shortcuts-sheet.tsx"));

const openPalette = { keys: "mod+k", label: "Go to, find or start anything", group: "Everywhere" };
const showShortcuts = { keys: "?", label: "Show the shortcuts of this page", group: "Everywhere" };

interface Props {
  /** Small controls of other features beside the wordmark, e.g. notices. */
  tools?: ReactNode;
  /** What stands where recording starts, given the button that starts it. */
  recorder: (start: ReactNode) => ReactNode;
  children: ReactNode;
}

export function Shell({ tools, recorder, children }: Props) {
  const user = useUser();
  const [shown, setShown] = useState<"palette" | "shortcuts">();
  const close = () => setShown(undefined);
  useShortcut(openPalette, () => setShown("palette"));
  useShortcut(showShortcuts, () => setShown("shortcuts"));
  useEffect(() => void loadToasts(), []);
  const search = () => setShown("palette");
  return (
    <Frame
      name="Main"
      tools={
        <>
          {tools}
          <IconButton label="Search" className="md:hidden" onClick={search}>
            <Search />
          </IconButton>
        </>
      }
      head={<Head record={recorder(<RecordButton />)} onSearch={search} />}
      links={<Links admin={isAdmin(user)} />}
      foot={<AccountFoot detail={user.email} logOut={logOut} />}
      phoneAction={<RoundRecordButton />}
    >
      {children}
      <Suspense>
        {shown === "palette" && <Palette onClose={close} />}
        {shown === "shortcuts" && <ShortcutsSheet onClose={close} />}
      </Suspense>
    </Frame>
  );
}

function Head({ record, onSearch }: { record: ReactNode; onSearch: () => void }) {
  return (
    <>
      {record}
      <SidebarButton
        icon={<Search />}
        aside={<Keys keys={openPalette.keys} className="pointer-coarse:hidden" />}
        onClick={onSearch}
      >
        Search
      </SidebarButton>
    </>
  );
}

function Links({ admin }: { admin: boolean }) {
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
