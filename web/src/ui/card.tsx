import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section className={cx("rounded-12 border border-line bg-raised", className)} {...rest} />;
}

interface Props {
  title: ReactNode;
  help?: ReactNode;
  actions?: ReactNode;
  /** The look of what stands beneath the head. */
  className?: string;
  children?: ReactNode;
}

export function TitledCard({ title, help, actions, className, children }: Props) {
  return (
    <Card className={children ? undefined : "pb-5"}>
      <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-5">
        <div className="grid min-w-0 gap-1">
          <h2 className="font-semibold text-16">{title}</h2>
          {help && <p className="max-w-[60ch] text-13 text-ink-2">{help}</p>}
        </div>
        {actions && <div className="flex items-center gap-2">{actions}</div>}
      </header>
      {children && <div className={cx("p-5", className)}>{children}</div>}
    </Card>
  );
}
