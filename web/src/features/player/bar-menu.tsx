import { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { type ReactElement, type ReactNode, useContext, useRef } from "react";
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
  /** The element with the focus before a pointer opened the menu: it has it again afterwards, for the player's keys. */
  const before = useRef<Element>(null);
  return (
    <Menu.Root modal={false} onOpenChange={(open) => onOpenChange?.(open)}>
      <span
        className="contents"
        onPointerDownCapture={() => {
          before.current = document.activeElement;
        }}
        onKeyDownCapture={() => {
          before.current = null;
        }}
      >
        <Menu.Trigger render={trigger} />
      </span>
      <Menu.Portal container={frame}>
        <Menu.Positioner side="top" align="end" sideOffset={8} className="z-10">
          <Menu.Popup
            finalFocus={() => focusAfter(before.current)}
            className={cx(popupLook, "text-ink")}
          >
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** The focus goes to the trigger, unless a pointer came from another element. */
function focusAfter(before: Element | null) {
  if (!(before instanceof HTMLElement && before.isConnected)) return true;
  return before === document.body ? false : before;
}

interface ChoiceProps<Value> {
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** The labels are short enough to stand beside each other, where a player has no height for a list. */
  isShort?: boolean | undefined;
}

/** A choice among several values, the present one checked. */
export function BarChoice<Value>({ value, choices, onChange, isShort }: ChoiceProps<Value>) {
  return (
    <Menu.RadioGroup
      value={value}
      onValueChange={onChange}
      className={isShort ? "max-lg:grid max-lg:grid-cols-4" : undefined}
    >
      {choices.map((choice) => (
        <Menu.RadioItem
          key={choice.label}
          value={choice.value}
          closeOnClick
          className={cx(
            itemLook,
            "justify-between",
            isShort && "max-lg:justify-center max-lg:data-checked:bg-wash-2",
          )}
        >
          {choice.label}
          <Menu.RadioItemIndicator className={isShort ? "max-lg:hidden" : undefined}>
            <Check aria-hidden="true" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
