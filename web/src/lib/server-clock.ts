/** As much is an answer's way here, and the part of a second that a server leaves out. */
const SMALL_MS = 60_000;

let ahead = 0;

/** Milliseconds by the server's clock: this computer's may be hours wrong, but its minutes are as long. */
export const serverNow = () => Date.now() - ahead;

/** An answer says when it was given. One that the browser may have kept says when that was. */
export function hearTime(headers: Headers) {
  const told = Date.parse(headers.get("Date") ?? "");
  if (Number.isNaN(told) || headers.get("Cache-Control") !== "no-store") return;
  const difference = Date.now() - told;
  ahead = Math.abs(difference) < SMALL_MS ? 0 : difference;
}
