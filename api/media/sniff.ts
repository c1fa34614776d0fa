export type Container = "mp4" | "mov" | "webm" | "mkv" | "avi";

export const mimeTypes: Record<Container, string> = {
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  mkv: "video/x-matroska",
  avi: "video/x-msvideo",
};

/**
 * The type that a sender claims, where it is that of a video. Any other type would be served from our own address
 * under that name: a page by a stranger, with our visitors' sessions.
 */
export function videoType(claimed: string): string {
  const type = claimed.split(";")[0]?.trim().toLowerCase() ?? "";
  return Object.values(mimeTypes).includes(type) ? type : "application/octet-stream";
}

/** So many bytes from the start are enough to know a container. */
export const HEAD_BYTES = 64;

export const extensionOf = (mimeType: string): string => containerOfType(mimeType) ?? "webm";

export function containerOfType(mimeType: string): Container | null {
  const [type = ""] = mimeType.split(";");
  const containers = Object.keys(mimeTypes) as Container[]; // no other keys are in it
  return containers.find((container) => mimeTypes[container] === type) ?? null;
}

export const hasVideoExtension = (filename: string): boolean =>
  /\.(mp4|mov|webm|mkv|avi)$/i.test(filename.trim());

/** The kind of a file by its first bytes, whatever its name is. */
export function containerOf(head: Uint8Array): Container | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const text = (start: number, end: number) => bytes.toString("latin1", start, end);
  if (bytes.length < 12) return null;
  if (text(0, 4) === "RIFF" && text(8, 12) === "AVI ") return "avi";
  if (text(4, 8) === "ftyp") return text(8, 12) === "qt  " ? "mov" : "mp4";
  if (["moov", "mdat", "wide", "skip", "free"].includes(text(4, 8))) return "mov"; // from before there was ftyp
  if (bytes.readUInt32BE(0) === 0x1a45dfa3) return matroskaKind(bytes);
  return null;
}

/** EBML names the kind of document in element 0x4282. */
function matroskaKind(bytes: Buffer): Container | null {
  const at = bytes.subarray(0, HEAD_BYTES).indexOf(Buffer.from([0x42, 0x82]));
  if (at < 0) return null;
  const length = (bytes[at + 2] ?? 0) & 0x7f;
  const kind = bytes.toString("latin1", at + 3, at + 3 + length).replace(/(?<!\0)\0+$/, "");
  if (kind === "webm") return "webm";
  return kind === "matroska" ? "mkv" : null;
}
