import { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { type ReactElement, type ReactNode, useContext } from "react";
import { cx } from "#web/ui/cx.ts";
import { itemLook, popupLook } from "#web/ui/menu.tsx";
import { Frame } from "./frame.ts";

interface Props {
  trigger: ReactElement<Record<string, unknown>>;
  onOpenChange?: ((open: boolean) => void) | undefined;
  children: ReactNode;
}

export function BarMenu({ trigger, onOpenChange, children }: Props) {
  const frame = useContext(Frame);
  return (
    <Menu.Root modal={false} onOpenChange={(open) => onOpenChange?.(open)}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal container={frame}>
        <Menu.Positioner side="top" align="end" sideOffset={8} className="z-10">
          <Menu.Popup className={cx(popupLook, "text-ink")}>{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface ChoiceProps<Value> {
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** One of several, the present one checked. */
export function BarChoice<Value>({ value, choices, onChange }: ChoiceProps<Value>) {
  return (
    <Menu.RadioGroup value={value} onValueChange={onChange}>
      {choices.map((choice) => (
        <Menu.RadioItem
          key={choice.label}
          value={choice.value}
          closeOnClick
          className={cx(itemLook, "justify-between")}
        >
          {choice.label}
          <Menu.RadioItemIndicator>
            <Check aria-hidden="true" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
