import type { Context } from "hono";
import { attachment } from "./content-disposition.ts";
import { revocable } from "./revocable.ts";

export type Cell = string | number | boolean | Date | null | undefined;

/** Takes rows, and returns once the receiver of the download has room for more. */
export type SendRows = (rows: Iterable<readonly Cell[]>) => Promise<void>;

/** One row as RFC 4180 writes it, its end included. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(textOf).join(",")}\r\n`;

/** A table that leaves while it is read, in the memory of a few rows. */
export const csvAnswer = (
  c: Context,
  name: string,
  produce: (send: SendRows) => Promise<void>,
  isStillAllowed: () => Promise<boolean>,
): Response =>
  textAnswer(
    c,
    { name, extension: "csv", type: "text/csv" },
    async (write) => {
      await write(BOM);
      await produce((rows) => write(Array.from(rows, csvRow).join("")));
    },
    isStillAllowed,
  );

/**
 * A file of text that leaves while it is read. When `produce` fails half-way, or the caller loses the right to read
 * it, the download breaks: a part shall not pass for the whole.
 */
export function textAnswer(
  c: Context,
  { name, extension, type }: { name: string; extension: string; type: string },
  produce: (write: (text: string) => Promise<void>) => Promise<void>,
  isStillAllowed: () => Promise<boolean>,
): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  void produce((text) => writer.write(encoder.encode(text)))
    .then(() => writer.close())
    // A client that has left has aborted the writer already.
    .catch((error: unknown) => writer.abort(error).catch(() => {}));
  return c.body(revocable(readable, isStillAllowed), 200, {
    "Content-Type": `${type}; charset=utf-8`,
    "Content-Disposition": attachment(name, extension),
  });
}

/** The mark of UTF-8: without it, spreadsheets take the text for an older encoding. */
const BOM = "\uFEFF";

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== "string") return String(cell);
  return `"${cell.replace(BEGINNING, "'").replaceAll('"', '""')}"`;
}

/**
 * A spreadsheet takes a cell for a formula by its first sign, also by a full-width one or one behind invisible
 * signs. The sign between cells is chosen where the file is opened, and quotes hold only at the start of a cell.
 */
const BEGINNING =
  /(?<=^|[,;\t\r\n\v\f\x85\u2028\u2029])(?=[[\p{Zs}"\p{Cc}\p{Cf}\p{DI}]--[\t\r\n\v\f\x85]]*[=+\-@＝＋－＠﹦﹢﹣﹫])/gv;
