/** The message from the page that people come back to: Google refused, or our server failed. */
export type VisitEnd = { end: "connected" } | { end: "refused" | "failed"; why: string };

/** The popup is known by its name; in it, the page closes instead of going on. */
export const POPUP_NAME = "kinora-google-drive";

/** A channel, and no opener: on the way through Google's pages a browser may cut the two windows apart. */
const channel = () => new BroadcastChannel("kinora-google-drive");

export function tellVisitEnd(end: VisitEnd): void {
  const telling = channel();
  telling.postMessage(end);
  telling.close();
}

/** Returns how to stop listening. */
export function onVisitEnd(listener: (end: VisitEnd) => void): () => void {
  const hearing = channel();
  hearing.onmessage = ({ data }: MessageEvent<VisitEnd>) => listener(data); // of our own origin
  return () => hearing.close();
}
