import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import { isInToast } from "./toast.ts";

interface Props {
  open: boolean;
  onClose: () => void;
  /** Its accessible name; the content draws its own head. */
  title: string;
  children: ReactNode;
}

/** A panel over the page from its left edge, with the page veiled behind it. */
export function Sheet({ open, onClose, title, children }: Props) {
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
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
