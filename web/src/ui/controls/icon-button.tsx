import type { ComponentProps, ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import { pressed } from "./button.tsx";

interface Props extends ComponentProps<"button"> {
  /** The effect of the button: an icon alone has no name. */
  label: string;
  icon: ReactNode;
  size?: "sm" | "md" | undefined;
  tone?: "quiet" | "outline" | "danger" | "stage" | undefined;
}

const tones = {
  quiet: "text-ink-2 hover:bg-wash hover:text-ink aria-pressed:bg-wash-2 aria-pressed:text-ink",
  outline: "bg-raised text-ink inset-ring inset-ring-edge hover:bg-wash",
  danger: "text-ink-2 hover:bg-red-tint hover:text-red-ink",
  stage: "text-on-stage hover:bg-on-stage/15 focus-visible:outline-on-stage",
};

export function IconButton(props: Props) {
  const { label, icon, size = "md", tone = "quiet", className, children, ...rest } = props;
  return (
    <button
      type="button"
      aria-label={label}
      className={cx(
        "inline-grid shrink-0 place-items-center rounded-8 transition active:scale-95",
        "aria-disabled:pointer-events-none aria-disabled:opacity-50",
        size === "sm" ? "size-8 [&_svg]:size-4" : "size-10 [&_svg]:size-4.5",
        tones[tone],
        className,
      )}
      {...rest}
      {...pressed(rest)}
    >
      {icon}
      {children}
    </button>
  );
}
