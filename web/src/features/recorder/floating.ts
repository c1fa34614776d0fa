import { atom, getDefaultStore, useAtomValue } from "jotai";

/** A window of this page that lies over those of every program. Its content is drawn by the page, into it. */
const windowAtom = atom<Window | null>(null);
const store = getDefaultStore();

export const useFloating = () => useAtomValue(windowAtom);

export const canFloat = () => window.documentPictureInPicture !== undefined;

const SIZE = { width: 420, height: 100 };

/** Only in answer to a click, or to a choice in the browser's picker, and at once. Without it, the page has it all. */
export async function openFloating(): Promise<void> {
  const opened = await window.documentPictureInPicture?.requestWindow(SIZE).catch(() => null);
  if (!opened) return;
  dress(opened);
  // A closed window ends nothing: the recording belongs to the page.
  opened.addEventListener("pagehide", () => {
    if (store.get(windowAtom) === opened) store.set(windowAtom, null);
  });
  store.set(windowAtom, opened);
}

export const closeFloating = () => store.get(windowAtom)?.close();

/** Makes the floating window as small as windows may be. */
export function foldFloating() {
  const opened = store.get(windowAtom);
  if (!opened) return;
  const frame = {
    width: opened.outerWidth - opened.innerWidth,
    height: opened.outerHeight - opened.innerHeight,
  };
  opened.resizeTo(SLIVER.width + frame.width, SLIVER.height + frame.height);
}

const SLIVER = { width: 240, height: 52 };

/** The look of the page, and its theme as long as both are open. */
function dress(opened: Window) {
  const [from, to] = [document.documentElement, opened.document.documentElement];
  const follow = () => {
    for (const { name, value } of from.attributes) to.setAttribute(name, value);
    for (const { name } of [...to.attributes])
      if (!from.hasAttribute(name)) to.removeAttribute(name);
  };
  const observer = new MutationObserver(follow);
  observer.observe(from, { attributes: true });
  opened.addEventListener("pagehide", () => observer.disconnect());
  follow();
  opened.document.title = "Kinora";
  const style = opened.document.createElement("style");
  // By its rules and not by its address: a sheet that is still loading would leave the window bare.
  style.textContent = [...document.styleSheets].map(rulesOf).join("");
  opened.document.head.append(style);
}

const rulesOf = ({ cssRules }: CSSStyleSheet) =>
  [...cssRules].map(({ cssText }) => cssText).join("");
