import { RotateCw } from "lucide-react";
import { Button } from "./button.tsx";

interface Props {
  /** What failed, in the specification's words. */
  title: string;
  /** What is safe, and what to do. */
  help?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** It stands for the whole page, so its title is the page's. */
  page?: boolean | undefined;
}

export function LoadError({ title, help, onRetry, page }: Props) {
  const Title = page ? "h1" : "p";
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-4 rounded-12 border border-line px-6 py-14 text-center"
    >
      <div className="grid gap-1">
        <Title className="font-medium text-16">{title}</Title>
        {help && <p className="max-w-[48ch] text-14 text-ink-2">{help}</p>}
      </div>
      {onRetry && (
        <Button icon={<RotateCw />} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
