import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";

interface Props {
  icon: ReactNode;
  title: string;
  help: string;
  action?: ReactNode;
}

/** A player's place, of its size and darkness, while there is nothing to play. */
export function EmptyStage({ icon, title, help, action }: Props) {
  return (
    <div
      role="status"
      className={cx(
        // Words and a button may need more height than a narrow player has.
        action ? "min-h-72 sm:aspect-video" : "aspect-video",
        "grid w-full place-content-center justify-items-center gap-3 rounded-12 bg-stage p-6 text-center text-on-stage",
      )}
    >
      {icon}
      <p className="font-medium text-16">{title}</p>
      <p className="max-w-[48ch] text-balance text-14 opacity-75">{help}</p>
      {action}
    </div>
  );
}
