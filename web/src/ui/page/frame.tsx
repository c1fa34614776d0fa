import { Dialog as Base } from "@base-ui/react/dialog";
import { Menu as MenuIcon, PanelLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import { stored } from "#web/lib/browser/browser-storage.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { isInToast } from "#web/ui/layers/toast.ts";
import { TipButton, TooltipGroup } from "#web/ui/layers/tooltip.tsx";
import { Mark, Wordmark } from "#web/ui/wordmark.tsx";
import { IsFramed } from "./page-notice.tsx";
import { SidebarPlace, useSidebar } from "./sidebar.tsx";

interface Props {
  /** Names the navigation: 'Main', 'Admin'. */
  name: string;
  head?: ReactNode;
  links: ReactNode;
  foot: ReactNode;
  tools?: ReactNode;
  /** Floats over the foot of the page on phones. */
  phoneAction?: ReactNode;
  children: ReactNode;
}

/** Sidebar and content; on phones a bar at the top and the sidebar as a sheet. */
export function Frame({ phoneAction, children, ...sidebar }: Props) {
  const [collapsed, setCollapsed] = useState(isCollapsedAtFirst);
  const toggle = () => {
    remembered.write(collapsed ? "open" : "collapsed");
    setCollapsed(!collapsed);
  };
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <TooltipGroup>
      <div className="min-h-dvh md:grid md:grid-cols-[auto_minmax(0,1fr)]">
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-8 focus:bg-ink focus:px-4 focus:py-2 focus:text-paper"
        >
          Skip to content
        </a>
        <SidebarPlace value={{ collapsed, onChoose: () => {} }}>
          <Aside {...sidebar} onToggle={toggle} />
        </SidebarPlace>
        <header
          data-bar
          className="sticky top-0 z-20 flex h-14 items-center gap-2 border-line border-b bg-paper px-2 md:hidden"
        >
          <IconButton label="Open menu" icon={<MenuIcon />} onClick={() => setOpen(true)} />
          <Wordmark />
          <div className="ml-auto flex items-center">{sidebar.tools}</div>
        </header>
        <Sheet open={open} onClose={close}>
          <SidebarPlace value={{ collapsed: false, onChoose: close }}>
            <div className="flex h-14 shrink-0 items-center px-5">
              <Wordmark />
            </div>
            <SidebarParts {...sidebar} />
          </SidebarPlace>
        </Sheet>
        <main id="content" tabIndex={-1} className="min-w-0">
          <IsFramed value={true}>{children}</IsFramed>
          {phoneAction && (
            <div
              data-phone-action // other things that float at the foot make room for it
              className="pointer-events-none fixed inset-x-0 bottom-0 z-20 grid place-items-center bg-linear-to-t from-40% from-paper to-transparent pt-12 pb-[max(20px,env(safe-area-inset-bottom))] *:pointer-events-auto empty:hidden md:hidden [body:has(#recorder-dock,[data-fills-phone])_&]:hidden landscape:[body:has([data-in-sight])_&]:static"
            >
              {phoneAction}
            </div>
          )}
        </main>
      </div>
    </TooltipGroup>
  );
}

type SidebarProps = Omit<Props, "children" | "phoneAction">;

function Aside({ onToggle, tools, ...parts }: SidebarProps & { onToggle: () => void }) {
  const { collapsed } = useSidebar();
  const toggle = collapsed ? "Expand sidebar" : "Collapse sidebar";
  return (
    <aside
      aria-label="Sidebar"
      data-sidebar={collapsed ? "narrow" : "wide"}
      className={cx(
        "sticky top-0 hidden h-dvh flex-col border-line border-r bg-paper-2 md:flex",
        collapsed ? "w-16" : "w-[248px]",
      )}
    >
      <div
        className={cx(
          "flex shrink-0 items-center gap-1",
          collapsed ? "flex-col px-3 pt-4" : "h-16 pr-3 pl-5",
        )}
      >
        {collapsed ? <Mark /> : <Wordmark />}
        <div className={cx("flex items-center gap-1", collapsed ? "mt-3 flex-col" : "ml-auto")}>
          {tools}
          <TipButton
            side="right"
            label={toggle}
            icon={<PanelLeft />}
            aria-expanded={!collapsed}
            size="sm"
            onClick={onToggle}
          />
        </div>
      </div>
      <SidebarParts {...parts} />
    </aside>
  );
}

function SidebarParts({ name, head, links, foot }: SidebarProps) {
  const { collapsed } = useSidebar();
  return (
    <>
      <nav
        aria-label={name}
        className={cx(
          "flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto px-3 py-2",
          collapsed && "items-center",
        )}
      >
        {head}
        {links}
      </nav>
      <div className="shrink-0 border-line border-t p-3">{foot}</div>
    </>
  );
}

const remembered = stored({
  key: "kinora.sidebar",
  schema: z.enum(["collapsed", "open"]),
  fallback: null,
  form: "text",
});

/** Until someone chooses, a narrow window starts with icons only. */
const isCollapsedAtFirst = () =>
  (remembered.read() ?? (window.innerWidth < 1100 ? "collapsed" : "open")) === "collapsed";

interface SheetProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function Sheet({ open, onClose, children }: SheetProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(_open, details) => {
        if (isInToast(details.event)) details.cancel();
        else onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="veil fixed inset-0 z-40 bg-veil" />
        <Base.Popup
          className={cx(
            "fixed inset-y-0 z-40 flex w-[min(320px,calc(100vw-48px))] flex-col bg-paper outline-none",
            "overflow-y-auto transition-transform duration-(--calm)",
            "left-0 border-line border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full",
          )}
        >
          <Base.Title className="sr-only">Menu</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
