import { hasIndex } from "#api/media/layout.ts";
import { openMedia } from "#api/media/probe.ts";
import type { CutOrder } from "./cut-film.ts";
import { passagesOf } from "./cut-pictures.ts";
import { canEncode } from "./encode-pictures.ts";
import { FilmPackets } from "./film-packets.ts";

/** The times of the pictures that somebody else must encode before this cut can be made, passage by passage. */
export async function wantedPassages({ source, container, kept }: CutOrder): Promise<number[][]> {
  if (!(await hasIndex(source, container))) return []; // the cut itself says so
  const { EncodedPacketSink } = await import("mediabunny");
  using input = await openMedia(source);
  const track = await input.getPrimaryVideoTrack();
  const codec = await track?.getCodec();
  if (!track || !codec || !canEncode(codec)) return [];
  const film = new FilmPackets(new EncodedPacketSink(track), codec);
  const passages: number[][] = [];
  for (const range of kept) for await (const times of passagesOf(film, range)) passages.push(times);
  return passages;
}
