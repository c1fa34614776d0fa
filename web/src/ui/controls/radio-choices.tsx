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
  /** The look of each choice; `children` draws its content. */
  choiceLook: string;
  children: (choice: One) => ReactNode;
}

/** A choice of one among several; the caller decides how each looks. */
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
