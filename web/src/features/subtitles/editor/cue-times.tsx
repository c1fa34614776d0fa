import { useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { formatCueTime, parseCueTime } from "./cue-time.ts";
import type { Edit, EditedCue } from "./editing.ts";

interface Props {
  cue: EditedCue;
  number: number;
  edit: (edit: Edit) => void;
}

/** The start and end of a cue; typed, and taken with Enter or by leaving the field. */
export function CueTimes({ cue: { id, start, end }, number, edit }: Props) {
  return (
    <div className="flex items-center text-12 text-ink-3 tabular-nums">
      <TimeField
        label={`Line ${number} begins`}
        seconds={start}
        onChange={(changed) => edit({ do: "time", id, start: changed, end })}
      />
      –
      <TimeField
        label={`Line ${number} ends`}
        seconds={end}
        onChange={(changed) => edit({ do: "time", id, start, end: changed })}
      />
    </div>
  );
}

interface FieldProps {
  label: string;
  seconds: number;
  onChange: (seconds: number) => void;
}

function TimeField({ label, seconds, onChange }: FieldProps) {
  const [typed, type] = useState<string>();
  const shown = typed ?? formatCueTime(seconds);
  const isWrong = parseCueTime(shown) === undefined;
  // A text that is no time, or a time that is refused, leaves the old time there.
  const take = () => {
    const read = parseCueTime(shown);
    if (typed !== undefined && read !== undefined) onChange(read);
    type(undefined);
  };
  return (
    <input
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={shown}
      onChange={(event) => type(event.target.value)}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === "Enter") take();
        if (key === "Escape") type(undefined);
      }}
      className={cx(
        "field-sizing-content h-8 min-w-16 rounded-8 bg-transparent px-1.5 text-center text-ink-2 hover:bg-wash focus:bg-wash",
        "aria-invalid:text-red-ink pointer-coarse:text-16",
      )}
    />
  );
}
