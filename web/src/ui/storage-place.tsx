import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface Props {
  icon: ReactNode;
  name: string;
  /** Stands beside the name. */
  badge?: ReactNode;
  help: string;
  helpId?: string;
  className: string;
  children: ReactNode;
}

/** A storage that a person may have, with what leads to it. */
export function StoragePlace({ icon, name, badge, help, helpId, className, children }: Props) {
  return (
    <section aria-label={name} className={cx("flex flex-wrap items-center gap-4", className)}>
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-wash text-ink-2 [&_svg]:size-4.5">
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="flex flex-wrap items-center gap-2 font-medium text-14">
          {name}
          {badge}
        </h3>
        <p id={helpId} className="text-13 text-ink-2">
          {help}
        </p>
      </div>
      {children}
    </section>
  );
}
