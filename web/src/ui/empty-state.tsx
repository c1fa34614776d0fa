import type { ReactNode } from "react";

interface Props {
  icon?: ReactNode;
  title: string;
  help?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, help, action }: Props) {
  return (
    <div className="grid justify-items-center gap-4 rounded-12 border border-line border-dashed px-6 py-14 text-center">
      {icon && (
        <span className="grid size-12 place-items-center rounded-full bg-wash text-ink-2 [&_svg]:size-5">
          {icon}
        </span>
      )}
      <div className="grid justify-items-center gap-1">
        <p className="font-medium text-16">{title}</p>
        {help && <p className="max-w-[48ch] text-balance text-14 text-ink-2">{help}</p>}
      </div>
      {action}
    </div>
  );
}
