import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";

interface Props {
  /** `reading`: settings, forms and text, where long lines tire. */
  width?: "wide" | "reading" | undefined;
  children: ReactNode;
}

export function Page({ width = "wide", children }: Props) {
  return (
    <div
      className={cx(
        "mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-8 px-4 pt-6 pb-32 md:px-8 md:pt-10 md:pb-16",
        width === "wide" ? "max-w-[1184px]" : "max-w-[824px]",
      )}
    >
      {children}
    </div>
  );
}

interface PageHeadProps {
  title: ReactNode;
  help?: ReactNode;
  actions?: ReactNode;
}

export function PageHead({ title, help, actions }: PageHeadProps) {
  return (
    <header data-page-head className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="grid min-w-0 gap-1">
        <h1 className="font-semibold text-28 [overflow-wrap:anywhere]">{title}</h1>
        {help && <p className="max-w-[72ch] text-14 text-ink-2 [overflow-wrap:anywhere]">{help}</p>}
      </div>
      {actions && (
        <div className="flex flex-wrap items-center gap-2 has-[input]:max-md:w-full">{actions}</div>
      )}
    </header>
  );
}
