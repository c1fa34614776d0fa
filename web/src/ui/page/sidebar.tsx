import { Link } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext } from "react";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Tooltip } from "#web/ui/layers/tooltip.tsx";

interface SidebarState {
  /** Only icons are shown; names are in tooltips. */
  collapsed: boolean;
  /** Something was chosen: on phones the sheet closes. */
  onChoose: () => void;
}

export const SidebarPlace = createContext<SidebarState>({ collapsed: false, onChoose: () => {} });

export const useSidebar = () => useContext(SidebarPlace);

interface Props {
  to: string;
  icon: ReactNode;
  children: string;
  /** Only this address counts as the link's page, none beneath it. */
  exact?: boolean | undefined;
}

const look = cx(
  "flex h-10 shrink-0 items-center gap-3 rounded-8 text-14 text-ink-2 transition-colors hover:bg-wash hover:text-ink",
  "[&_svg]:size-4.5 [&_svg]:shrink-0",
);

export function SidebarLink({ to, icon, children, exact }: Props) {
  const { collapsed, onChoose } = useSidebar();
  return (
    <Tooltip text={children} side="right" off={!collapsed}>
      <Link
        to={to}
        activeOptions={{ exact: exact ?? false, includeSearch: false }}
        activeProps={{ className: "bg-wash-2 font-medium text-ink!" }}
        className={cx(look, collapsed ? "w-10 justify-center" : "px-3")}
        onClick={onChoose}
      >
        {icon}
        <span className={collapsed ? "sr-only" : "truncate"}>{children}</span>
      </Link>
    </Tooltip>
  );
}

interface ActProps {
  label: string;
  icon?: ReactNode;
  /** Other words than the label's. */
  children?: ReactNode;
  onAct: () => void;
}

/** Stands in the place where recording starts. */
export function SidebarAct({ label, icon, children = label, onAct }: ActProps) {
  const { collapsed, onChoose } = useSidebar();
  return (
    <Tooltip text={label} side="right" off={!collapsed}>
      <Button
        aria-label={collapsed ? label : undefined}
        className={collapsed ? "mb-3 w-10 px-0!" : "mb-3 w-full"}
        icon={icon}
        onClick={() => {
          onChoose();
          onAct();
        }}
      >
        {!collapsed && children}
      </Button>
    </Tooltip>
  );
}

interface ButtonProps {
  icon: ReactNode;
  children: string;
  /** Stands at the far end, e.g. its shortcut. */
  aside?: ReactNode;
  onClick: () => void;
}

export function SidebarButton({ icon, children, aside, onClick }: ButtonProps) {
  const { collapsed, onChoose } = useSidebar();
  return (
    <Tooltip text={children} side="right" off={!collapsed}>
      <button
        type="button"
        className={cx(look, collapsed ? "w-10 justify-center" : "w-full px-3")}
        onClick={() => {
          onChoose();
          onClick();
        }}
      >
        {icon}
        <span className={collapsed ? "sr-only" : "flex-1 truncate text-left"}>{children}</span>
        {!collapsed && aside}
      </button>
    </Tooltip>
  );
}
