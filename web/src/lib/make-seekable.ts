import {
  BlobSource,
  BufferTarget,
  Conversion,
  Input,
  Output,
  StreamTarget,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";

/** Beyond it, a browser without files of its own would hold too much in memory. */
const MEMORY_LIMIT = 256 * 1024 * 1024;
const FOLDER = "downloads";
/** Long enough for the browser to have read a file that was handed to it. */
const LIFETIME = 3_600_000;

/**
 * The same pictures and sounds with a duration and an index. A browser's recording has neither, and players
 * outside could not seek in it. Throws where that cannot be done; the recording as it is then remains.
 */
export async function makeSeekable(recording: Blob): Promise<Blob> {
  const place = await diskPlace().catch(() => memoryPlace(recording.size));
  using input = new Input({ source: new BlobSource(recording), formats: [WEBM] });
  const output = new Output({ format: new WebMOutputFormat(), target: place.target });
  const conversion = await Conversion.init({
    input,
    output,
    tracks: "primary",
    // Without the tolerance, a first timestamp that is not zero writes pictures that Chromium cannot decode.
    copy: { mode: "forced", shiftTolerance: Number.POSITIVE_INFINITY },
    showWarnings: false,
  });
  if (!conversion.isValid) throw new Error("The tracks of this recording cannot be copied.");
  await conversion.execute();
  const made = await place.read();
  // The packets are the same and only their wrapping differs: much less means that some were not understood.
  if (made.size < recording.size * 0.95) throw new Error("Something of this recording is missing.");
  return made.slice(0, made.size, recording.type);
}

async function diskPlace() {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  await removeOld(folder);
  const handle = await folder.getFileHandle(crypto.randomUUID(), { create: true });
  return { target: new StreamTarget(await handle.createWritable()), read: () => handle.getFile() };
}

function memoryPlace(size: number) {
  if (size > MEMORY_LIMIT) throw new Error("There is no room to prepare this recording.");
  const target = new BufferTarget();
  return { target, read: async () => new Blob([target.buffer ?? new ArrayBuffer()]) };
}

async function removeOld(folder: FileSystemDirectoryHandle) {
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind !== "file") continue;
    const { lastModified } = await handle.getFile();
    if (Date.now() - lastModified > LIFETIME) await folder.removeEntry(name).catch(() => {});
  }
}
