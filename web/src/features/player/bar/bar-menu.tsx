import { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { type ReactElement, type ReactNode, useContext, useRef } from "react";
import { Frame } from "#web/features/player/frame.ts";
import { cx } from "#web/ui/cx.ts";
import { itemLook, popupLook } from "#web/ui/layers/menu.tsx";

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
  /** Named where a menu holds more than the choice; its short labels then stand beside each other. */
  label?: string | undefined;
}

/** A choice among several values, the present one checked. */
export function BarChoice<Value>({ value, choices, onChange, label }: ChoiceProps<Value>) {
  return (
    <Menu.RadioGroup
      value={value}
      onValueChange={onChange}
      aria-label={label}
      className={label && "grid grid-cols-5"}
    >
      {choices.map((choice) => (
        <Menu.RadioItem
          key={choice.label}
          value={choice.value}
          closeOnClick
          className={cx(
            itemLook,
            label ? "!px-1.5 justify-center data-checked:bg-wash-2" : "justify-between",
          )}
        >
          {choice.label}
          {!label && (
            <Menu.RadioItemIndicator>
              <Check aria-hidden="true" />
            </Menu.RadioItemIndicator>
          )}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
