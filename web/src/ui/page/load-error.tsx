import { RotateCw } from "lucide-react";
import { Button } from "#web/ui/controls/button.tsx";

interface Props {
  title: string;
  help?: string | undefined;
  onRetry?: (() => void) | undefined;
  busy?: boolean | undefined;
}

export function LoadError({ title, help, onRetry, busy }: Props) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-4 rounded-12 border border-line px-6 py-14 text-center"
    >
      <div className="grid justify-items-center gap-1">
        <p className="font-medium text-16">{title}</p>
        {help && <p className="max-w-[48ch] text-balance text-14 text-ink-2">{help}</p>}
      </div>
      {onRetry && (
        <Button icon={<RotateCw />} busy={busy} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
