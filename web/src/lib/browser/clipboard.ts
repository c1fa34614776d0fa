import { useState } from "react";
import { useLater } from "#web/lib/use-later.ts";

const FEEDBACK = 2_000;

/** `copied` names what was copied last, for the two seconds in which its button shows a check. */
export function useCopy(onRefused?: () => void) {
  const [copied, setCopied] = useState<string>();
  useLater(copied !== undefined && FEEDBACK, () => setCopied(undefined), copied);
  /** A text that is still to come is given as a promise: Safari copies only what is begun in the click. */
  const copy = (text: string | Promise<string>) =>
    copyText(text).then(async () => setCopied(await text), onRefused);
  return { copied, copy };
}

async function copyText(text: string | Promise<string>) {
  if (!navigator.clipboard) return copyBySelection(await text);
  if (typeof text === "string") return navigator.clipboard.writeText(text);
  if (!("ClipboardItem" in window)) return navigator.clipboard.writeText(await text);
  const blob = text.then((words) => new Blob([words], { type: "text/plain" }));
  await Promise.all([blob, navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })])]);
}

/** A server of one's own is often reached without TLS, where the clipboard's API does not exist. */
function copyBySelection(text: string) {
  const area = document.createElement("textarea");
  area.value = text;
  area.style.cssText = "position:fixed;opacity:0";
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (!isCopied) throw new Error("The browser does not copy");
}
