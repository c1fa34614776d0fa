import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import type { ReactNode } from "react";

interface Choice<Value extends string> {
  value: Value;
  disabled?: boolean | undefined;
}

interface Props<Value extends string, One extends Choice<Value>> {
  label: string;
  value: Value;
  choices: readonly One[];
  onChange: (value: Value) => void;
  disabled?: boolean | undefined;
  className: string;
  /** How each of them looks, and what stands in it. */
  choiceLook: string;
  children: (choice: One) => ReactNode;
}

/** One of several; how they look is the matter of whoever draws them. */
export function RadioChoices<Value extends string, One extends Choice<Value>>({
  label,
  value,
  choices,
  onChange,
  disabled,
  className,
  choiceLook,
  children,
}: Props<Value, One>) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={onChange}
      disabled={disabled ?? false}
      className={className}
    >
      {choices.map((choice) => (
        <Radio.Root
          key={choice.value}
          value={choice.value}
          disabled={choice.disabled ?? false}
          className={choiceLook}
        >
          {children(choice)}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
