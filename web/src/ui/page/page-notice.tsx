import type { ReactNode } from "react";
import { Mark } from "#web/ui/wordmark.tsx";

interface Props {
  /** Kinora's mark where there is none. */
  icon?: ReactNode;
  title: string;
  help: ReactNode;
  /** Something went wrong; it is read out at once. */
  isAlert?: boolean | undefined;
  children?: ReactNode;
}

/** A page that has one thing to say, in its middle. */
export function PageNotice({ icon, title, help, isAlert, children }: Props) {
  return (
    <div
      role={isAlert ? "alert" : undefined}
      className="grid min-h-[70dvh] place-content-center justify-items-center gap-6 p-6 text-center"
    >
      {icon ? (
        <span
          aria-hidden="true"
          className="grid size-14 place-items-center rounded-full bg-wash text-ink-2 [&_svg]:size-6"
        >
          {icon}
        </span>
      ) : (
        <Mark size={40} />
      )}
      <div className="grid justify-items-center gap-2">
        <h1 className="font-semibold text-28">{title}</h1>
        <p className="max-w-[52ch] text-balance text-14 text-ink-2">{help}</p>
      </div>
      {children && <div className="flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
