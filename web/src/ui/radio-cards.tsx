import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

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

/** Choices that need a line of explanation each. */
export function RadioCards<Value extends string>(props: Props<Value>) {
  const { label, value, choices, onChange, className } = props;
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={onChange}
      className={cx("grid gap-3 sm:grid-cols-2", className)}
    >
      {choices.map((choice) => (
        <Radio.Root
          key={choice.value}
          value={choice.value}
          disabled={choice.disabled ?? false}
          className={cx(
            "flex cursor-pointer items-start gap-3 rounded-12 bg-raised p-4 text-left inset-ring inset-ring-edge transition-shadow",
            "hover:inset-ring-line-2 data-checked:inset-ring-2 data-checked:inset-ring-ink data-disabled:opacity-50",
            "[&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0",
          )}
        >
          {choice.icon}
          <span className="grid gap-0.5">
            <span className="font-medium text-14">{choice.title}</span>
            {choice.help && <span className="text-13 text-ink-2">{choice.help}</span>}
          </span>
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
