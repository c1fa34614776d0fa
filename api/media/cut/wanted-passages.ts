import { hasIndex } from "#api/media/layout.ts";
import { openMedia } from "#api/media/probe.ts";
import type { CutOrder } from "./cut-film.ts";
import { passagesOf } from "./cut-pictures.ts";
import { canEncode } from "./encode-pictures.ts";
import { FilmPackets } from "./film-packets.ts";

/** The most pictures that a browser encodes for one cut: ten minutes of film. With more, the film is cut at key frames. */
const MOST_PICTURES = 20_000;

/** The times of the pictures that somebody else must encode before this cut can be made, passage by passage. */
export async function wantedPassages(
  { source, container, kept }: Pick<CutOrder, "source" | "container" | "kept">,
  most = MOST_PICTURES,
): Promise<number[][]> {
  if (!(await hasIndex(source, container))) return []; // the cut itself says so
  const { EncodedPacketSink } = await import("mediabunny");
  using input = await openMedia(source);
  const track = await input.getPrimaryVideoTrack();
  const codec = await track?.getCodec();
  if (!track || !codec || !canEncode(codec)) return [];
  const film = new FilmPackets(new EncodedPacketSink(track), codec);
  const passages: number[][] = [];
  let count = 0;
  for (const range of kept)
    for await (const times of passagesOf(film, range)) {
      count += times.length;
      if (count > most) return [];
      passages.push(times);
    }
  return passages;
}
