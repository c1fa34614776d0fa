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
import { preparedCopies } from "./prepared-copies.ts";

/** Beyond it, a browser without files of its own would hold too much in memory. */
const MEMORY_LIMIT = 256 * 1024 * 1024;

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
  const folder = await preparedCopies();
  const handle = await folder.getFileHandle(crypto.randomUUID(), { create: true });
  return { target: new StreamTarget(await handle.createWritable()), read: () => handle.getFile() };
}

function memoryPlace(size: number) {
  if (size > MEMORY_LIMIT) throw new Error("There is no room to prepare this recording.");
  const target = new BufferTarget();
  return { target, read: async () => new Blob([target.buffer ?? new ArrayBuffer()]) };
}
