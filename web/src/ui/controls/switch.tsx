import { Switch as Base } from "@base-ui/react/switch";
import type { ReactNode } from "react";

interface Props {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
}

export function Switch({ label, hint, checked, onChange, disabled }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI renders the input inside
    <label className="flex items-start justify-between gap-6">
      <span className="grid gap-0.5">
        <span className="font-medium text-14">{label}</span>
        {hint && <span className="text-13 text-ink-2">{hint}</span>}
      </span>
      <Base.Root
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
