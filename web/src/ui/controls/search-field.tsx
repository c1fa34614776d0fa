import { Search } from "lucide-react";
import { type ComponentProps, useDeferredValue, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { Input } from "./field.tsx";

interface Props extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** The number of results, which a screen reader is told. */
  found: number | undefined;
}

/** Text is seen as it is typed, also where the value comes later, as that of an address does. */
export function SearchField({ label, value, onChange, found, className, ...input }: Props) {
  const [typed, setTyped] = useState<string>();
  // Together with a list that is read in a deferred drawing.
  const sought = useDeferredValue(value).trim();
  // The field follows its value from here on: others may change it.
  if (typed === value) setTyped(undefined);
  return (
    <div className={cx("relative", className)}>
      <Search className="pointer-events-none absolute top-3 left-3 size-4 text-ink-3" />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        className="pl-9"
        maxLength={200}
        value={typed ?? value}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(target.value);
        }}
        {...input}
      />
      <span role="status" className="sr-only">
        {sought && found !== undefined && `${found.toLocaleString("en")} found`}
      </span>
    </div>
  );
}
