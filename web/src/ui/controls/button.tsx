import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";

const tones = {
  primary: "bg-ink text-paper hover:opacity-85",
  secondary: "bg-raised text-ink inset-ring inset-ring-edge hover:bg-wash",
  quiet: "text-ink-2 hover:bg-wash hover:text-ink",
  danger: "bg-raised text-red-ink inset-ring inset-ring-edge hover:bg-red-tint",
  record: "bg-red text-on-red hover:brightness-95",
};

const sizes = {
  sm: "h-8 gap-1.5 px-3 text-13",
  md: "h-10 gap-2 px-4 text-14",
  lg: "h-12 gap-2.5 px-6 text-16",
};

interface Look {
  tone?: keyof typeof tones | undefined;
  size?: keyof typeof sizes | undefined;
  block?: boolean | undefined;
}

/** A button's look for elements that are not buttons, above all links. */
export function buttonLook({ tone = "secondary", size = "md", block }: Look = {}) {
  return cx(
    "inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-8 font-medium transition",
    "active:scale-[0.985] aria-disabled:opacity-50 aria-disabled:not-aria-busy:pointer-events-none forced-colors:border",
    "[&_svg]:size-4 [&_svg]:shrink-0",
    tones[tone],
    sizes[size],
    block && "w-full",
  );
}

interface Props extends ComponentProps<"button">, Look {
  /** Work is under way: the button keeps its width and the focus, cannot be pressed again, and says so. */
  busy?: boolean | undefined;
  icon?: ReactNode;
}

export function Button(props: Props) {
  const { tone, size, block, busy, icon, className, children, ...rest } = props;
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      className={cx(buttonLook({ tone, size, block }), className)}
      {...rest}
      {...pressed({ ...rest, disabled: busy || rest.disabled })}
    >
      {icon}
      {children}
    </button>
  );
}

/** A button that is off can still have the focus: its own press may have put it off, as at the last page. */
export const pressed = ({ onClick, disabled }: ComponentProps<"button">) => ({
  disabled: false,
  "aria-disabled": disabled || undefined,
  // Enter in a field of a form presses its button, too: what this prevents is not sent.
  onClick: disabled ? (event: MouseEvent) => event.preventDefault() : onClick,
});
