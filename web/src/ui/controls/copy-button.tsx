import { Check, Copy } from "lucide-react";
import type { ComponentProps } from "react";
import { useCopy } from "#web/lib/browser/clipboard.ts";
import { sayNotCopied } from "#web/ui/layers/toast.ts";
import { Button } from "./button.tsx";

interface Props extends ComponentProps<typeof Button> {
  text: string;
  children: string;
}

/** Copies a text, and says so for a moment. */
export function CopyButton({ text, children, ...button }: Props) {
  const { copied, copy } = useCopy(sayNotCopied);
  const isCopied = copied === text;
  return (
    <Button {...button} icon={isCopied ? <Check /> : <Copy />} onClick={() => void copy(text)}>
      <span aria-live="polite">{isCopied ? "Copied" : children}</span>
    </Button>
  );
}
