/** Embeddings, overrides and isolates: signs that change the direction in which the text around them reads. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A text for one line of a list: no breaks, nothing that turns the line around, one spelling of é. */
export const oneLine = (text: string): string =>
  text.toWellFormed().normalize("NFC").replace(DIRECTION, "").replace(CONTROL, " ").trim();

/** As much of a text as may be, without half a sign at its end. */
export const cutTo = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, "");

/** A visible sign: neither blank (one blank is called a Braille pattern) nor a sign that only steers others. */
const SEEN = /[^\p{Z}\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text holds anything that a reader can see. */
export const isVisible = (text: string): boolean => SEEN.test(text);
