import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import { cx } from "#web/ui/cx.ts";
import { itemLook, popupLook } from "#web/ui/layers/menu.tsx";
import { controlLook } from "./field.tsx";

interface Option<Value extends string> {
  value: Value;
  label: string;
  hint?: string | undefined;
  disabled?: boolean | undefined;
}

const looks = {
  sm: cx(controlLook, "h-8 justify-between gap-2 text-13"),
  md: cx(controlLook, "h-10 justify-between gap-2"),
  word: "h-8 min-w-0 gap-1 rounded-8 bg-wash px-2 font-medium hover:bg-wash-2",
};

interface Props<Value extends string> {
  label: string;
  /** The label stands elsewhere on the page, or is plain from the place. */
  labelHidden?: boolean | undefined;
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
  /** The last choice is under way: the control keeps the focus. */
  busy?: boolean | undefined;
  /** A `word` stands in a sentence. */
  size?: keyof typeof looks | undefined;
  className?: string | undefined;
}

export function Select<Value extends string>(props: Props<Value>) {
  const { label, labelHidden, value, options, onChange, busy, size = "md", className } = props;
  return (
    <Base.Root<Value>
      value={value}
      items={options}
      readOnly={busy ?? false}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <div className={cx("grid gap-1.5", className)}>
        <Base.Label className={labelHidden ? "sr-only" : "w-fit font-medium text-13"}>
          {label}
        </Base.Label>
        <Base.Trigger
          className={cx("flex items-center text-left data-readonly:opacity-60", looks[size])}
        >
          <Base.Value dir="auto" className="truncate" />
          <ChevronsUpDown className="size-4 shrink-0 text-ink-3" />
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner
          alignItemWithTrigger={false}
          sideOffset={6}
          className="z-50 min-w-(--anchor-width)"
        >
          <Base.Popup className={popupLook}>
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className={cx(itemLook, "justify-between py-1.5")}
              >
                <span className="grid">
                  <Base.ItemText dir="auto">{option.label}</Base.ItemText>
                  {option.hint && <span className="text-12 text-ink-3">{option.hint}</span>}
                </span>
                <Base.ItemIndicator>
                  <Check />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
