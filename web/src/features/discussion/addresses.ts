/** A piece of what somebody wrote: words, or the address of a page. */
export interface Piece {
  text: string;
  href?: string;
}

const ADDRESS = /https?:\/\/[^\s<>"]+/gi;
/** What follows an address in a sentence is none of it. */
const TAIL = /[.,:;!?'*_~\]]+$/;

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

/** A bracket at the end belongs to the address only if it was opened in it. */
function withoutTail(address: string): string {
  const cut = address.replace(TAIL, "");
  if (!cut.endsWith(")")) return cut;
  const isOpened = cut.split("(").length >= cut.split(")").length;
  return isOpened ? cut : withoutTail(cut.slice(0, -1));
}
