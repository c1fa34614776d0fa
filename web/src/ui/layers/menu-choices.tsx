import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { cx } from "#web/ui/cx.ts";
import { itemLook } from "./menu.tsx";

interface ChoicesProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

export function MenuChoices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, value, options, onChange } = props;
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-2 pb-1 font-medium text-12 text-ink-3">
        {label}
      </Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={onChange}>
        {options.map((option) => (
          <Base.RadioItem
            key={option.value}
            value={option.value}
            closeOnClick
            className={cx(itemLook, "justify-between")}
          >
            {option.label}
            <Base.RadioItemIndicator>
              <Check aria-hidden="true" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}
