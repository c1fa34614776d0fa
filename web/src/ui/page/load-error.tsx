import { RotateCw } from "lucide-react";
import { Button } from "#web/ui/controls/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

interface Props {
  title: string;
  help?: string | undefined;
  onRetry?: (() => void) | undefined;
  busy?: boolean | undefined;
}

export function LoadError({ title, help, onRetry, busy }: Props) {
  const retry = onRetry && (
    <Button icon={<RotateCw />} busy={busy} onClick={onRetry}>
      Retry
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState title={title} help={help} action={retry} />
    </div>
  );
}
