import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";

interface Props {
  /** Its name; where the text stands beside it, pass the same text. */
  label: string;
  checked: boolean;
  /** Some of the things that the box stands for are checked. */
  partly?: boolean | undefined;
  onChange: (checked: boolean, how: { shift: boolean }) => void;
}

export function Checkbox({ label, checked, partly, onChange }: Props) {
  return (
    <Base.Root
      aria-label={label}
      checked={checked}
      indeterminate={partly ?? false}
      onCheckedChange={(now, { event }) =>
        onChange(now, { shift: event instanceof MouseEvent && event.shiftKey })
      }
      className="relative grid size-5 shrink-0 place-items-center rounded-[6px] bg-raised text-paper inset-ring inset-ring-line-2 data-checked:bg-ink data-indeterminate:bg-ink data-checked:inset-ring-ink after:absolute after:-inset-0.5"
    >
      <Base.Indicator className="[&_svg]:size-3.5">
        {partly ? <Minus strokeWidth={3} /> : <Check strokeWidth={3} />}
      </Base.Indicator>
    </Base.Root>
  );
}
