import type { ReactNode } from "react";
import { Badge } from "./badge.tsx";

interface Props {
  name: string;
  /** Marks the one that is in use. */
  mark?: string | false;
  help: ReactNode;
  children: ReactNode;
}

/** A thing in the list of a card, with its acts. */
export function Item({ name, mark, help, children }: Props) {
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium text-14 [overflow-wrap:anywhere]">
          {name}
          {mark && <Badge tone="ok">{mark}</Badge>}
        </p>
        <p className="text-13 text-ink-2">{help}</p>
      </div>
      {children}
    </li>
  );
}
