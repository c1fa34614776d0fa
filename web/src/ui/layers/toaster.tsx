import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { Toaster, toast } from "sonner";
import { placeToasts } from "./toast-place.ts";

export interface Linked {
  text: string;
  link: string;
  href: string;
}

const icons = {
  success: <CircleCheck className="size-4 text-ok" />,
  error: <CircleAlert className="size-4 text-red-ink" />,
  warning: <TriangleAlert className="size-4 text-warn" />,
  info: <Info className="size-4 text-info" />,
};

const LOOK =
  "flex w-(--width) items-start gap-3 rounded-12 border border-line bg-raised px-4 py-3 text-14 text-ink shadow-lift";

const classNames = {
  icon: "grid h-[21px] shrink-0 place-items-center",
  actionButton: "shrink-0 rounded-8 px-1 font-medium underline underline-offset-4",
  content: "min-w-0 flex-1 [overflow-wrap:anywhere]",
};

mount();

export function dismissErrors(texts: readonly string[]) {
  for (const text of texts) toast.dismiss(`error ${text}`);
}

/** A toast that is on screen already is not shown twice: ten calls may fail for one reason. */
export function showToast(
  kind: keyof typeof icons,
  said: string | Linked,
  duration: number,
  undo?: () => unknown,
) {
  const text = typeof said === "string" ? said : said.text;
  const id = `${kind} ${text}`;
  if (undo)
    toast.dismiss(id); // what could be undone then is another thing
  else if (toast.getToasts().some((shown) => shown.id === id)) return;
  placeToasts();
  const action = undo && { label: "Undo", onClick: () => void undo() };
  const words = typeof said === "string" ? said : <WithLink {...said} />;
  toast[kind](words, { id: undo ? undefined : id, duration, className: LOOK, action });
}

function WithLink({ text, link, href }: Linked) {
  return (
    <>
      {text}{" "}
      <a href={href} className="rounded-8 font-medium underline">
        {link}
      </a>
    </>
  );
}

/** The toast stays until it is dismissed. */
export function showCustom(draw: () => ReactElement, onDismiss: () => void) {
  placeToasts();
  return toast.custom(draw, { duration: Number.POSITIVE_INFINITY, unstyled: true, onDismiss });
}

export const dismissToast = (id: string | number) => toast.dismiss(id);

/** A root of its own for toasts, ready for the first one when this returns. Sonner's 356 px fit the limits. */
function mount() {
  // A question stays until it is answered: also where a phone is turned, or a page enlarged, meanwhile.
  addEventListener("resize", placeToasts);
  const host = document.body.appendChild(document.createElement("div"));
  const toaster = (
    <Toaster
      position="top-right"
      expand
      visibleToasts={20}
      gap={8}
      offset={{ top: "var(--toast-top)", right: "var(--toast-right)" }}
      mobileOffset={{ top: "var(--toast-top)", left: 12, right: 12 }}
      icons={icons}
      toastOptions={{ unstyled: true, classNames }}
    />
  );
  flushSync(() => createRoot(host).render(toaster));
  // The parts that toasts lie below may come after the toasts: with the next page, or a recording that is found.
  let frame = 0;
  new MutationObserver(() => {
    cancelAnimationFrame(frame);
    if (toast.getToasts().length > 0) frame = requestAnimationFrame(placeToasts);
  }).observe(document.body, { childList: true, subtree: true });
}
