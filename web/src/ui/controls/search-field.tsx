import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "#web/ui/cx.ts";
import { Input } from "./field.tsx";

interface Props extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  label: string;
  onChange: (text: string) => void;
}

export function SearchField({ label, onChange, className, ...input }: Props) {
  return (
    <div className={cx("relative", className)}>
      <Search className="pointer-events-none absolute top-3 left-3 size-4 text-ink-3" />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        className="pl-9"
        onChange={(event) => onChange(event.target.value)}
        {...input}
      />
    </div>
  );
}
