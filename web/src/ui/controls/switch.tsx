import { Switch as Base } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";
import { cx } from "#web/ui/cx.ts";

interface Props {
  label: string;
  hint?: ReactNode;
  /** The hint stands behind the label, not below it. */
  inLine?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
}

export function Switch({ label, hint, inLine, checked, onChange, disabled }: Props) {
  const id = useId();
  const about = `${id}-about`;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI renders the input inside
    <label className="flex items-start justify-between gap-6">
      <span className={inLine ? undefined : "grid gap-0.5"}>
        <span id={id} className="font-medium text-14">
          {label}
        </span>{" "}
        {hint && (
          <span id={about} className={cx("text-13 text-ink-2", inLine && "ml-1.5")}>
            {hint}
          </span>
        )}
      </span>
      <Base.Root
        aria-labelledby={id}
        aria-describedby={hint ? about : undefined}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled ?? false}
        className="relative h-6 w-10 shrink-0 rounded-full bg-line-2 transition-colors data-checked:bg-ink data-disabled:opacity-50"
      >
        <Base.Thumb className="absolute top-1 left-1 size-4 rounded-full bg-paper transition-transform duration-(--calm) data-checked:translate-x-4" />
      </Base.Root>
    </label>
  );
}
