import type { ReactNode } from "react";

interface Props {
  title: ReactNode;
  help?: ReactNode;
  actions?: ReactNode;
}

export function PageHead({ title, help, actions }: Props) {
  return (
    <header data-page-head className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="grid min-w-0 gap-1">
        <h1 className="font-semibold text-28 [overflow-wrap:anywhere]">{title}</h1>
        {help && <p className="max-w-[72ch] text-14 text-ink-2 [overflow-wrap:anywhere]">{help}</p>}
      </div>
      {actions && (
        <div className="flex flex-wrap items-center gap-2 has-[input]:max-md:w-full">{actions}</div>
      )}
    </header>
  );
}
