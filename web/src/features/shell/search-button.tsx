import { Search } from "lucide-react";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { Keys } from "#web/ui/keys.tsx";
import { SidebarButton } from "#web/ui/page/sidebar.tsx";
import { openPalette } from "./use-palette.tsx";

/** In the sidebar, where its key is named. */
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

/** In the bar of a phone. */
export function SearchInBar({ onSearch }: { onSearch: () => void }) {
  return (
    <IconButton label="Search" className="md:hidden" onClick={onSearch}>
      <Search />
    </IconButton>
  );
}
