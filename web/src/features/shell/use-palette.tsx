import { Search } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useShortcut } from "#web/lib/shortcuts.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { Keys } from "#web/ui/keys.tsx";
import { SidebarButton } from "#web/ui/page/sidebar.tsx";

const Palette = lazy(() => import("./palette.tsx"));
const ShortcutsSheet = lazy(() => import("./shortcuts-sheet.tsx"));

const openPalette = {
  keys: "mod+k",
  label: "Go to, find or start anything",
  group: "Everywhere",
};
const showShortcuts = { keys: "?", label: "Show the shortcuts of this page", group: "Everywhere" };

/** The palette and the list of shortcuts, by their keys and by the buttons that open them. */
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

export function SearchInSidebar({ onSearch }: { onSearch: () => void }) {
  return (
    <SidebarButton
      icon={<Search />}
      aside={<Keys keys={openPalette.keys} className="pointer-coarse:hidden" />}
      onClick={onSearch}
    >
      Search
    </SidebarButton>
  );
}

export function SearchInBar({ onSearch }: { onSearch: () => void }) {
  return (
    <IconButton label="Search" className="md:hidden" onClick={onSearch}>
      <Search />
    </IconButton>
  );
}
