import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section className={cx("rounded-12 border border-line bg-raised", className)} {...rest} />;
}

interface HeadProps {
  title: ReactNode;
  help?: ReactNode;
  actions?: ReactNode;
}

export function CardHead({ title, help, actions }: HeadProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-5">
      <div className="grid min-w-0 gap-1">
        <h2 className="font-semibold text-16">{title}</h2>
        {help && <p className="max-w-[60ch] text-13 text-ink-2">{help}</p>}
      </div>
      {actions && <div className="flex items-center gap-2">{actions}</div>}
    </header>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cx("p-5", className)} {...rest} />;
}
