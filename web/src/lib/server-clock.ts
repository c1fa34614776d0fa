let ahead = 0;

/** Milliseconds by the server's clock: this computer's may be hours wrong, but its minutes are as long. */
export const serverNow = () => Date.now() - ahead;
export const isPast = (iso: string) => Date.parse(iso) <= serverNow();

/** Each answer says when it was given. One that the browser may have kept says when that was. */
export function hearTime(headers: Headers) {
  const told = Date.parse(headers.get("Date") ?? "");
  if (told > 0 && headers.get("Cache-Control") === "no-store") ahead = Date.now() - told;
}
