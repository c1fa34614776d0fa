import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";

interface Props<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; icon?: ReactNode; label: string }[];
  onChange: (value: Value) => void;
}

const segment = cx(
  "inline-flex h-8 min-w-0 flex-1 select-none items-center justify-center gap-2 whitespace-nowrap rounded-[6px] px-3 font-medium text-13 text-ink-2 transition-colors",
  "hover:text-ink data-checked:bg-chosen data-checked:text-ink data-checked:inset-ring data-checked:inset-ring-line",
  "[&_svg]:size-4 [&_svg]:shrink-0",
);

export function Segmented<Value extends string>(props: Props<Value>) {
  const { label, value, choices, onChange } = props;
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={onChange}
      className="inline-flex w-fit max-w-full gap-0.5 rounded-8 bg-wash p-0.5"
    >
      {choices.map((choice) => (
        <Radio.Root key={choice.value} value={choice.value} className={segment}>
          {choice.icon}
          {choice.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
