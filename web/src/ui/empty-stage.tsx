import type { ReactNode } from "react";

interface Props {
  icon: ReactNode;
  title: string;
  help: string;
  /** What can be done. */
  action?: ReactNode;
}

/** A player's place, of its size and darkness, while there is nothing to play. */
export function EmptyStage({ icon, title, help, action }: Props) {
  return (
    <div
      role="status"
      className="grid aspect-video w-full place-content-center justify-items-center gap-3 rounded-12 bg-stage p-6 text-center text-on-stage"
    >
      {icon}
      <p className="font-medium text-16">{title}</p>
      <p className="max-w-[48ch] text-balance text-14 opacity-75">{help}</p>
      {action}
    </div>
  );
}
