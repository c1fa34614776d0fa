import { useEffect, useState } from "react";

/** How long a copy button says that it has copied. */
const FEEDBACK = 2_000;

/** `copied` names what was copied last, for the two seconds in which its button shows a check. */
export function useCopy() {
  const [copied, setCopied] = useState<string>();
  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), FEEDBACK);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (text: string) => {
    await copyText(text);
    setCopied(text);
  };
  return { copied, copy };
}

async function copyText(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  copyBySelection(text);
}

/** A server of one's own is often reached without TLS, where the clipboard's API does not exist. */
function copyBySelection(text: string) {
  const area = document.createElement("textarea");
  area.value = text;
  area.style.cssText = "position:fixed;opacity:0";
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}
