import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import { RadioChoices } from "./radio-choices.tsx";

interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
  disabled?: boolean | undefined;
}

interface Props<Value extends string> {
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

const segment = cx(
  "inline-flex h-8 min-w-0 flex-1 select-none items-center justify-center gap-2 whitespace-nowrap rounded-[6px] px-3 font-medium text-13 text-ink-2 transition-colors",
  "hover:text-ink data-checked:bg-chosen data-checked:text-ink data-checked:inset-ring data-checked:inset-ring-line data-disabled:opacity-50",
  "[&_svg]:size-4 [&_svg]:shrink-0",
);

/** A few choices side by side, one of them on. */
export function Segmented<Value extends string>({ className, ...rest }: Props<Value>) {
  return (
    <RadioChoices
      className={cx("inline-flex w-fit max-w-full gap-0.5 rounded-8 bg-wash p-0.5", className)}
      choiceLook={segment}
      {...rest}
    >
      {({ label }) => label}
    </RadioChoices>
  );
}
