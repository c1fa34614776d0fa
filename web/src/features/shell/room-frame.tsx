import { type LucideIcon, Search } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useShortcut } from "#web/lib/shortcuts.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { Keys } from "#web/ui/keys.tsx";
import { Frame } from "#web/ui/page/frame.tsx";
import { SidebarButton, SidebarLink } from "#web/ui/page/sidebar.tsx";
import { AccountFoot } from "./account-foot.tsx";

const Palette = lazy(() => import("./palette.tsx"));
const ShortcutsSheet = lazy(() => import("./shortcuts-sheet.tsx"));

const openPalette = { keys: "mod+k", label: "Go to, find or start anything", group: "Everywhere" };
const showShortcuts = { keys: "?", label: "Show the shortcuts of this page", group: "Everywhere" };

interface Props {
  name: string;
  rooms: readonly { to: string; Icon: LucideIcon; name: string }[];
  /** Stands under the name of the account. */
  detail: string;
  /** Small controls of other features beside the wordmark, e.g. notices. */
  tools: ReactNode;
  head?: ReactNode;
  phoneAction?: ReactNode;
  children: ReactNode;
}

/** The frame of the pages behind a sign-in: the ways to its rooms, the search and the account. */
export function RoomFrame({ rooms, detail, tools, head, children, ...frame }: Props) {
  const { search, layer } = usePalette();
  const shortcut = <Keys keys={openPalette.keys} className="pointer-coarse:hidden" />;
  return (
    <Frame
      {...frame}
      tools={
        <>
          {tools}
          <IconButton label="Search" icon={<Search />} className="md:hidden" onClick={search} />
        </>
      }
      head={
        <>
          {head}
          <SidebarButton icon={<Search />} aside={shortcut} onClick={search}>
            Search
          </SidebarButton>
        </>
      }
      links={rooms.map(({ to, Icon, name }) => (
        <SidebarLink key={to} to={to} icon={<Icon />} exact={to === "/admin"}>
          {name}
        </SidebarLink>
      ))}
      foot={<AccountFoot detail={detail} />}
    >
      {children}
      {layer}
    </Frame>
  );
}

/** The palette and the list of shortcuts, by their keys and by the button that opens the palette. */
export function usePalette(): { search: () => void; layer: ReactNode } {
  const [shown, setShown] = useState<"palette" | "shortcuts">();
  const close = () => setShown(undefined);
  const search = () => setShown("palette");
  useShortcut(openPalette, search);
  useShortcut(showShortcuts, () => setShown("shortcuts"));
  const layer = (
    <Suspense>
      {shown === "palette" && <Palette onClose={close} />}
      {shown === "shortcuts" && <ShortcutsSheet onClose={close} />}
    </Suspense>
  );
  return { search, layer };
}
