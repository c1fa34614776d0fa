import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  title: string;
  /** Before anybody opens or closes it. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A row that opens to its answer; the browser's own element, found by its search too. */
export function Disclosure({ title, isOpen = false, children }: Props) {
  return (
    <details open={isOpen} className="group border-line border-b last:border-0">
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-8 font-medium text-14 [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 text-ink-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="max-w-[72ch] pb-4 text-14 text-ink-2">{children}</div>
    </details>
  );
}
