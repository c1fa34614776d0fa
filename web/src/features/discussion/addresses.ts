/** A piece of what somebody wrote: words, the address of a page, or the name of somebody who was mentioned. */
export interface Piece {
  text: string;
  href?: string;
  isName?: true;
}

/** Where no spaces are written, the signs of that script end an address. */
const ADDRESS = /https?:\/\/[^\s<>"。，、；：！？（）「」『』【】《》]+/gi;
/** Signs that follow an address in a sentence are no part of it. */
const TAIL = ".,:;!?'*_~]";

export function piecesOf(content: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of content.matchAll(ADDRESS)) {
    const href = withoutTail(found);
    if (!URL.canParse(href)) continue;
    if (index > end) pieces.push({ text: content.slice(end, index) });
    pieces.push({ text: href, href });
    end = index + href.length;
  }
  if (end < content.length) pieces.push({ text: content.slice(end) });
  return pieces;
}

export function withNames(text: string, mentions: readonly { name: string }[]): Piece[] {
  const names = mentions
    .map(({ name }) => `@${name}`)
    .sort((one, other) => other.length - one.length);
  const pieces: Piece[] = [];
  let begin = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const name = at >= begin && names.find((known) => text.startsWith(known, at));
    if (!name) continue;
    pieces.push({ text: text.slice(begin, at) }, { text: name, isName: true });
    begin = at + name.length;
  }
  return [...pieces, { text: text.slice(begin) }].filter((piece) => piece.text !== "");
}

/** A bracket at the end belongs to the address only if it was opened in it. */
function withoutTail(address: string): string {
  let unopened = count(address, ")") - count(address, "(");
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ")" && unopened > 0) unopened -= 1;
    else if (!TAIL.includes(last)) break;
  }
  return address.slice(0, end);
}

const count = (text: string, letter: string) => text.split(letter).length - 1;
