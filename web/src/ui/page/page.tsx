import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";

interface Props {
  /** `reading`: settings, forms and text, where long lines tire. */
  width?: "wide" | "reading" | undefined;
  children: ReactNode;
}

/** The column every page of the frame stands in. */
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
