import {
  BufferTarget,
  canEncodeVideo,
  Input,
  MATROSKA,
  MkvOutputFormat,
  MP4,
  Output,
  QTFF,
  QUALITY_HIGH,
  UrlSource,
  VideoSampleSink,
  VideoSampleSource,
  WEBM,
} from "mediabunny";

const open = (src: string) =>
  new Input({ source: new UrlSource(src), formats: [WEBM, MP4, QTFF, MATROSKA] });

/** Whether this browser can show and encode the pictures of a film. */
export async function canEncodePassages(src: string): Promise<boolean> {
  if (typeof VideoEncoder === "undefined") return false;
  using input = open(src);
  const track = await input.getPrimaryVideoTrack();
  const codec = await track?.getCodec();
  if (!track || !codec || !(await track.canDecode())) return false;
  const { codedWidth: width, codedHeight: height } = (await track.getDecoderConfig()) ?? {};
  return canEncodeVideo(codec, { ...(width && { width }), ...(height && { height }) });
}

/** The pictures of a film at these times, encoded anew as one film; each passage begins with a key frame. */
export async function encodePassages(
  src: string,
  passages: readonly (readonly number[])[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<Blob> {
  using input = open(src);
  const track = await input.getPrimaryVideoTrack();
  const codec = await track?.getCodec();
  if (!track || !codec) throw new Error("This film has no pictures.");
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  let [count, made] = [0, 0];
  const encoder = new VideoSampleSource({
    ...{ codec, quality: QUALITY_HIGH, latencyMode: "realtime" },
    onEncodedPacket: () => made++,
  });
  output.addVideoTrack(encoder);
  await output.start();
  const sink = new VideoSampleSink(track);
  const all = passages.flat().length;
  for (const times of passages) {
    let isFirst = true;
    for await (const sample of sink.samplesAtTimestamps(times)) {
      using shown = sample;
      signal.throwIfAborted();
      if (!shown) throw new Error("A picture of this film is missing.");
      shown.setTimestamp(count / RATE);
      shown.setDuration(1 / RATE);
      await encoder.add(shown, { keyFrame: isFirst });
      isFirst = false;
      onProgress(++count / all);
    }
  }
  await output.finalize();
  if (made !== all) throw new Error(`${made} pictures were encoded of ${all}.`);
  return new Blob([target.buffer ?? ""], { type: "application/octet-stream" });
}

/** The server puts the pictures at their own times; an encoder wants to be told of a steady rate. */
const RATE = 30;
