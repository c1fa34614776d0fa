import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const tones = {
  plain: "bg-wash text-ink-2",
  ink: "bg-ink text-paper",
  ok: "bg-ok-tint text-ok",
  warn: "bg-warn-tint text-warn",
  info: "bg-info-tint text-info",
};

interface Props {
  tone?: keyof typeof tones | undefined;
  children: ReactNode;
}

export function Badge({ tone = "plain", children }: Props) {
  return (
    <span
      className={cx(
        "inline-flex h-6 w-fit shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 font-medium text-12",
        "[&_svg]:size-3.5",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

/** The one thing that loops. */
export function LiveDot() {
  return <span aria-hidden="true" className="size-2 animate-live rounded-full bg-red" />;
}
