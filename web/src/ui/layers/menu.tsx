import { Menu as Base } from "@base-ui/react/menu";
import { Check, Ellipsis } from "lucide-react";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";

interface Props {
  trigger: ReactElement<Record<string, unknown>>;
  align?: "start" | "center" | "end" | undefined;
  children: ReactNode;
}

export const popupLook = cx(
  "pop max-h-(--available-height) min-w-44 overflow-y-auto rounded-12 border border-line bg-raised p-1 shadow-lift outline-none",
);

export const itemLook = cx(
  "flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-8 px-2.5 text-14 outline-none",
  "data-disabled:opacity-50 data-highlighted:bg-wash [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3",
);

export function Menu({ trigger, align = "end", children }: Props) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} disabled={trigger.props.disabled === true} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-50">
          <Base.Popup className={popupLook}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MoreProps extends Omit<ComponentProps<typeof IconButton>, "icon">, Pick<Props, "align"> {}

/** A menu of the acts on one thing, behind three dots. */
export function MoreMenu({ align, children, ...button }: MoreProps) {
  const trigger = <IconButton icon={<Ellipsis />} size="sm" {...button} />;
  return (
    <Menu trigger={trigger} align={align}>
      {children}
    </Menu>
  );
}

interface ItemProps extends Omit<ComponentProps<typeof Base.Item>, "children"> {
  icon?: ReactNode;
  text: string;
  danger?: boolean | undefined;
}

export function MenuItem({ icon, text, danger, ...rest }: ItemProps) {
  return (
    <Base.Item className={cx(itemLook, danger && "text-red-ink [&_svg]:text-red-ink")} {...rest}>
      {icon}
      {text}
    </Base.Item>
  );
}

interface ChoicesProps<Value> {
  /** Stands above the choices, or names them where their short labels stand beside each other. */
  label?: string;
  isRow?: boolean;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

export function MenuChoices<Value extends string | number | null>(props: ChoicesProps<Value>) {
  const { label, isRow, value, options, onChange } = props;
  const look = isRow ? "!px-1.5 justify-center data-checked:bg-wash-2" : "justify-between";
  return (
    <Base.Group>
      {label && !isRow && (
        <Base.GroupLabel className="px-2.5 pt-2 pb-1 font-medium text-12 text-ink-3">
          {label}
        </Base.GroupLabel>
      )}
      <Base.RadioGroup
        aria-label={label}
        value={value}
        onValueChange={onChange}
        className={isRow ? "grid grid-cols-5" : undefined}
      >
        {options.map((option) => (
          <Base.RadioItem
            key={option.label}
            value={option.value}
            closeOnClick
            className={cx(itemLook, look)}
          >
            {option.label}
            {!isRow && (
              <Base.RadioItemIndicator>
                <Check />
              </Base.RadioItemIndicator>
            )}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}
