import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  title: string;
  /** Before anybody opens or closes it. */
  isOpen?: boolean;
  /** As wide as its place: for cards, where a text would be too long to read. */
  wide?: boolean;
  children: ReactNode;
}

/** A row that opens to its answer; the browser's own element, found by its search too. */
export function Disclosure({ title, isOpen = false, wide = false, children }: Props) {
  return (
    <details open={isOpen} className="border-line border-b last:border-0">
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-8 font-medium text-14 [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 text-ink-3 transition-transform [[open]>summary>&]:rotate-180"
        />
      </summary>
      <div className={wide ? "pt-4" : "max-w-[72ch] pb-4 text-14 text-ink-2"}>{children}</div>
    </details>
  );
}
