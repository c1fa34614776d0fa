/** The part of a file that a request asks for: the whole, one stretch, or only a newer version. */
export type Selection =
  | { status: 200 }
  | { status: 206; start: number; end: number }
  | { status: 304 }
  | { status: 416 };

export interface Representation {
  size: number;
  /** A strong tag in its quotes: two files with the same tag have the same bytes. */
  etag: string;
  /** As headers say it: HTTP dates know no milliseconds. */
  lastModified: string;
}

/** Chooses the answer by RFC 9110, sections 13 and 14. `end` is the last byte, as in Content-Range. */
export function selectRange(
  method: string,
  headers: Headers,
  representation: Representation,
): Selection {
  if (isUnchanged(headers, representation)) return { status: 304 };
  const asked = headers.get("range");
  // A range has a meaning for GET alone; HEAD describes the whole file.
  if (asked === null || method !== "GET") return { status: 200 };
  if (!mayContinue(headers.get("if-range"), representation)) return { status: 200 };
  return rangeOf(asked, representation.size);
}

export function rangeHeaders(selection: Selection, { size, etag, lastModified }: Representation) {
  const headers: Record<string, string> = {
    "Accept-Ranges": "bytes",
    ETag: etag,
    "Last-Modified": lastModified,
  };
  if (selection.status === 200) headers["Content-Length"] = String(size);
  if (selection.status === 416) headers["Content-Range"] = `bytes */${size}`;
  if (selection.status === 206) {
    headers["Content-Range"] = `bytes ${selection.start}-${selection.end}/${size}`;
    headers["Content-Length"] = String(selection.end - selection.start + 1);
  }
  return headers;
}

function isUnchanged(headers: Headers, { etag, lastModified }: Representation): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null)
    return tags.trim() === "*" || splitTags(tags).some((tag) => strong(tag) === strong(etag));
  const since = headers.get("if-modified-since");
  return since !== null && Date.parse(lastModified) <= Date.parse(since);
}

/** The tags of a list; commas may stand inside a tag's quotes. */
const splitTags = (list: string): string[] => list.match(/(?:W\/)?"[^"]*"/g) ?? [];

const strong = (tag: string) => tag.replace(/^W\//, "");

/** If-Range: when the file has changed since the client began, it must start from the beginning. */
function mayContinue(condition: string | null, { etag, lastModified }: Representation): boolean {
  if (condition === null) return true;
  const tag = condition.trim();
  if (tag.startsWith('"')) return tag === etag; // a weak tag never matches: it does not promise equal bytes
  return Date.parse(tag) === Date.parse(lastModified);
}

/** The range in a header. An unreadable one is ignored, and so are several at once: both get the whole file. */
function rangeOf(asked: string, size: number): Selection {
  const range = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(asked.trim());
  if (!range) return { status: 200 };
  const [, first = "", last = ""] = range;
  if (first === "") return last === "" ? { status: 200 } : suffix(Number(last), size);
  if (last !== "" && Number(last) < Number(first)) return { status: 200 };
  if (Number(first) >= size) return { status: 416 };
  return {
    status: 206,
    start: Number(first),
    end: last === "" ? size - 1 : Math.min(Number(last), size - 1),
  };
}

function suffix(length: number, size: number): Selection {
  if (length === 0) return { status: 416 };
  if (size === 0) return { status: 200 }; // satisfiable, yet no Content-Range can say "nothing"
  return { status: 206, start: Math.max(0, size - length), end: size - 1 };
}
