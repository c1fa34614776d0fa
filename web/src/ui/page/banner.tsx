import { CircleAlert, Info, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";

const tones = {
  info: "bg-info-tint text-info",
  warn: "bg-warn-tint text-warn",
  error: "bg-red-tint text-red-ink",
};

interface Props {
  tone?: keyof typeof tones | undefined;
  children: ReactNode;
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
}

/** A line that stays until its cause is gone or it is dismissed. */
export function Banner({ tone = "info", children, action, onDismiss }: Props) {
  const Icon = tone === "info" ? Info : CircleAlert;
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={cx(
        "flex flex-wrap items-center gap-3 rounded-12 px-4 py-2.5 text-14",
        tones[tone],
      )}
    >
      <Icon className="size-4 shrink-0" />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
      {onDismiss && (
        <IconButton
          label="Dismiss"
          icon={<X />}
          size="sm"
          className="-my-1 -mr-2"
          onClick={onDismiss}
        />
      )}
    </div>
  );
}
