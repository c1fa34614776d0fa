import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#web/ui/controls/button.tsx";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { isInToast } from "./toast.ts";

interface Props {
  /** Left out where the dialog is drawn only while it is open. */
  open?: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** The first of them cancels. */
  cancels?: boolean;
  width?: "sm" | "md" | undefined;
  /** While work is under way it can be closed by nothing. */
  locked?: boolean | undefined;
  /** Where it opens, if not over the page: an element in full screen hides all others. */
  container?: HTMLElement | undefined;
}

const widths = { sm: "max-w-[400px]", md: "max-w-[520px]" };

export function Dialog(props: Props) {
  const { open = true, onClose, title, description, children, footer } = props;
  const { cancels, width = "md", locked, container } = props;
  return (
    <Base.Root
      open={open}
      onOpenChange={(_open, details) => {
        if (locked || isInToast(details.event)) details.cancel();
        else onClose();
      }}
    >
      <Base.Portal container={container}>
        <Base.Backdrop className="veil fixed inset-0 z-40 bg-veil" />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
          <Base.Popup
            className={cx(
              "pop relative w-full rounded-12 border border-line bg-raised shadow-lift outline-none",
              widths[width],
            )}
          >
            <header className={cx("grid gap-1 p-5 pr-14", Boolean(children) && "pb-0")}>
              <Base.Title className="font-semibold text-16">{title}</Base.Title>
              {description && (
                <Base.Description className="text-13 text-ink-2 [overflow-wrap:anywhere]">
                  <bdi>{description}</bdi>
                </Base.Description>
              )}
            </header>
            {children && <div className="p-5">{children}</div>}
            {footer && (
              <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-4 max-sm:*:flex-auto">
                {cancels && (
                  <Button disabled={locked} onClick={onClose}>
                    Cancel
                  </Button>
                )}
                {footer}
              </footer>
            )}
            {/* Last, so that opening puts the focus on what the dialog is for. */}
            {!locked && (
              <Base.Close
                render={
                  <IconButton
                    label="Close"
                    icon={<X />}
                    size="sm"
                    className="absolute top-4 right-4"
                  />
                }
              />
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
