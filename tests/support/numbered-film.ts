import { type KeptRange, toOriginal } from "#contract/timeline.ts";

/** Pictures in a second of a numbered film. */
const RATE = 30;
const BITS = 16;
const SIZE = { width: 320, height: 96 };

/**
 * The clock of WebM counts milliseconds, and an edge or a seam may lie four of them beside a picture.
 * A picture on the screen for one of them is met in its middle, where no rounding moves it.
 */
const BESIDE = [0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 3.5, -3.5, 4.5].map((late) => late / 1000);

/** A film whose pictures show their number in black and white columns, and whose pitch tells the time. */
export async function makeNumberedFilm(path: string, seconds: number, encoder: string) {
  const picture = ["-f", "rawvideo", "-pix_fmt", "gray", "-r", String(RATE)];
  const size = ["-s", `${SIZE.width}x${SIZE.height}`];
  const chirp = `aevalsrc='0.5*sin(2*PI*(400*t+50*t*t))':s=48000:d=${seconds}`;
  // The encoders of WebM hide pictures only where they have seen the film before.
  const passes = encoder.includes("-auto-alt-ref 1") ? ["-pass 1", "-pass 2"] : [""];
  for (const pass of passes)
    await run(
      ["ffmpeg", "-v", "error", "-y", ...picture, ...size, "-i", "-", "-f", "lavfi", "-i", chirp],
      [
        ...encoder.split(" "),
        ...(pass ? [...pass.split(" "), "-passlogfile", `${path}.log`] : []),
        "-pix_fmt",
        "yuv420p",
        path,
      ],
      numberedPictures(seconds * RATE),
    );
}

function numberedPictures(count: number): Blob {
  const { width, height } = SIZE;
  const pictures = Array.from({ length: count }, (_, number) => {
    const row = Uint8Array.from({ length: width }, (__, x) =>
      (number >> (BITS - 1 - Math.floor((x * BITS) / width))) & 1 ? 235 : 16,
    );
    return Buffer.concat(Array(height).fill(row));
  });
  return new Blob(pictures);
}

export interface SeenPicture {
  at: number;
  number: number;
}

/** The pictures of a film in the order in which they are shown, and when. */
export async function picturesOf(path: string): Promise<SeenPicture[]> {
  const shrunk = `scale=${BITS}:1:flags=area`;
  const read = ["ffmpeg", "-v", "error", "-i", path, "-an", "-vf", shrunk, "-vsync", "passthrough"];
  const bytes = await run(read, ["-pix_fmt", "gray", "-f", "rawvideo", "-"]);
  const times = await run(
    ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time"],
    ["-of", "csv=p=0", path],
  );
  return times
    .toString()
    .split("\n")
    .map((line) => Number.parseFloat(line))
    .filter(Number.isFinite) // it writes lines about other things, too
    .map((at, index) => ({
      at,
      number: bytes
        .subarray(index * BITS, (index + 1) * BITS)
        .reduce((sum, light) => sum * 2 + Number(light > 126), 0),
    }));
}

/** The number that a picture shows in the middle of its height, as thumbnails hold a film. */
export async function numberOf(path: string): Promise<number> {
  const read = ["ffmpeg", "-v", "error", "-i", path, "-vf"];
  const row = `crop=iw:ih/8,scale=${BITS}:1:flags=area`;
  const bytes = await run(read, [row, "-pix_fmt", "gray", "-f", "rawvideo", "-"]);
  return bytes.reduce((sum, light) => sum * 2 + Number(light > 126), 0);
}

/** Moments of a cut at which another picture is on the screen than the original shows there. */
export function wrongMoments(
  kept: readonly KeptRange[],
  original: readonly SeenPicture[],
  seen: readonly SeenPicture[],
): string[] {
  const length = kept.reduce((sum, { start, end }) => sum + end - start, 0);
  const shownAt = (film: readonly SeenPicture[], at: number) =>
    film.findLast((picture) => picture.at <= at)?.number;
  const wrong: string[] = [];
  for (let at = 0.005; at < length - 0.005; at += 0.01) {
    const moment = toOriginal(kept, at);
    const shown = shownAt(seen, at);
    const right = [0, ...BESIDE].flatMap((late) =>
      [moment + late, toOriginal(kept, at + late)].map((when) => shownAt(original, when)),
    );
    if (!right.includes(shown)) wrong.push(`${at.toFixed(3)}: ${shown} for ${right[0]}`);
  }
  return wrong;
}

/** Seconds by which the sound is late, over a tenth of a second each, everywhere within the ranges. */
export async function soundShifts(path: string, kept: readonly KeptRange[]): Promise<number[]> {
  const read = ["ffmpeg", "-v", "error", "-i", path, "-vn", "-ac", "1", "-ar", "48000"];
  const inTime = "aresample=async=1:first_pts=0"; // sound that begins late is late, too
  const bytes = await run(read, ["-af", inTime, "-f", "f32le", "-"]);
  const samples = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)),
  );
  let base = 0;
  return kept.flatMap(({ start, end }) => {
    const shifts: number[] = [];
    // At a seam, the sound of one side reaches up to half a packet into the other, and the codec fades them.
    for (let middle = start + 0.08; middle < end - 0.08; middle += 0.1) {
      const { pitch, at } = pitchAround(samples, Math.round((base + middle - start) * 48_000));
      shifts.push(at / 48_000 - base + start - (pitch - 400) / 100);
    }
    base += end - start;
    return shifts;
  });
}

/** By where the wave crosses zero upwards, over a tenth of a second. */
function pitchAround(samples: Float32Array, middle: number): { pitch: number; at: number } {
  const crossings: number[] = [];
  for (let index = middle - 2400; index < middle + 2400; index++) {
    const [before = 0, after = 0] = samples.subarray(index - 1, index + 1);
    if (before < 0 && after >= 0) crossings.push(index - after / (after - before));
  }
  const [first = 0, last = 0] = [crossings.at(0), crossings.at(-1)];
  return { pitch: ((crossings.length - 1) * 48_000) / (last - first), at: (first + last) / 2 };
}

async function run(command: string[], rest: string[], input?: Blob): Promise<Buffer> {
  const made = Bun.spawn([...command, ...rest], {
    stdin: input ?? "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const complaint = new Response(made.stderr).text();
  const bytes = Buffer.from(await new Response(made.stdout).arrayBuffer());
  if ((await made.exited) !== 0) throw new Error(`${command[0]}: ${await complaint}`);
  return bytes;
}
