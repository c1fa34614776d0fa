import type { EncodedPacket, Input, VideoCodec } from "mediabunny";
import { BrokenMedia } from "#api/media/probe.ts";
import { bytesOf, type Encode } from "./encode-pictures.ts";

/** The pictures that somebody's browser has encoded, in one film behind each other: a packet for each. */
export async function encodedElsewhere(
  encoded: Input,
  codec: VideoCodec,
  { codedWidth, codedHeight }: VideoDecoderConfig,
): Promise<Encode> {
  const { EncodedPacketSink } = await import("mediabunny");
  const track = await encoded.getPrimaryVideoTrack();
  const own = await track?.getDecoderConfig();
  const isAlike = own?.codedWidth === codedWidth && own?.codedHeight === codedHeight;
  if (!track || (await track.getCodec()) !== codec || !isAlike) throw new BrokenMedia(UNFIT);
  const packets = new EncodedPacketSink(track).packets();
  const description = own?.description ? bytesOf(own.description) : null;
  return async ({ stamps }) => {
    const taken: EncodedPacket[] = [];
    for (const timestamp of stamps) {
      const { value: packet } = await packets.next();
      const isFit = packet && (taken.length > 0 || packet.type === "key");
      if (!isFit) throw new BrokenMedia(UNFIT);
      taken.push(packet.clone({ timestamp }));
    }
    return { packets: taken, description };
  };
}

const UNFIT = "What the browser sent does not fit this cut. Save again to let it try once more.";
