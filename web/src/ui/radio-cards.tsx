import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { RadioChoices } from "./radio-choices.tsx";

interface Choice<Value extends string> {
  value: Value;
  title: string;
  help?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean | undefined;
}

interface Props<Value extends string> {
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  className?: string | undefined;
}

const card = cx(
  "flex cursor-pointer items-start gap-3 rounded-12 bg-raised p-4 text-left inset-ring inset-ring-edge transition-shadow",
  "hover:inset-ring-line-2 data-checked:inset-ring-2 data-checked:inset-ring-ink data-disabled:opacity-50",
  "[&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0",
);

/** Choices that need a line of explanation each. */
export function RadioCards<Value extends string>({ className, ...rest }: Props<Value>) {
  return (
    <RadioChoices
      className={cx("grid gap-3 sm:grid-cols-2", className)}
      choiceLook={card}
      {...rest}
    >
      {({ icon, title, help }) => (
        <>
          {icon}
          <span className="grid gap-0.5">
            <span className="font-medium text-14">{title}</span>
            {help && <span className="text-13 text-ink-2">{help}</span>}
          </span>
        </>
      )}
    </RadioChoices>
  );
}
