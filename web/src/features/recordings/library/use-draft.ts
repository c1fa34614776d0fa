import { useEffect, useEffectEvent, useState } from "react";

const PAUSE = 250;

/** A text that shows what is typed at once and is settled elsewhere a moment after the last key. */
export function useDraft(settled: string, settle: (text: string) => void) {
  const [draft, setDraft] = useState<string>();
  const [sent, setSent] = useState<string>();
  const [known, setKnown] = useState(settled);
  if (settled !== known) {
    setKnown(settled);
    // Changed by somebody else, e.g. the back button: what was typed before is over.
    if (settled !== sent) setDraft(undefined);
  }
  const finish = useEffectEvent((text: string) => {
    if (text === settled) return;
    setSent(text);
    settle(text);
  });
  useEffect(() => {
    if (draft === undefined) return;
    const timer = setTimeout(() => finish(draft), PAUSE);
    return () => clearTimeout(timer);
  }, [draft]);
  return [draft ?? settled, setDraft] as const;
}
