import { join } from "node:path";
import { type Prepared, prepareVideo } from "#api/media/prepare.ts";
import { BrokenMedia } from "#api/media/probe.ts";
import { findFfmpeg, transcode } from "#api/media/transcode.ts";
import type { ProcessingContext } from "./processing-context.ts";
import { reportProgress } from "./processing-state.ts";

/** Work for somebody with more time. */
export class NeedsConversion extends Error {}

/** The file as it came, the same with an index, or one in codecs that browsers know. */
export async function bestVersion(
  context: ProcessingContext,
  id: string,
  directory: string,
  signal?: AbortSignal,
): Promise<{ path: string; prepared: Prepared }> {
  const source = join(directory, "source");
  const indexed = join(directory, "indexed");
  const onProgress = reportProgress(context.service, id);
  const options = { onProgress, ...(signal && { signal }) };
  const prepared = await prepareVideo(source, indexed, options);
  if (prepared.remuxFailure) context.log.warn({ id, reason: prepared.remuxFailure }, "not remuxed");
  if (prepared.isNew) return { path: indexed, prepared };
  const ffmpeg = prepared.isPlayable ? null : await findFfmpeg(context.ffmpegPath);
  if (!ffmpeg) return { path: source, prepared };
  if (!context.mayConvert) throw new NeedsConversion();

  const converted = join(directory, "converted");
  try {
    await transcode(ffmpeg, source, converted, { ...prepared.probe, ...options });
    return {
      path: converted,
      prepared: await prepareVideo(converted, indexed, signal && { signal }),
    };
  } catch (error) {
    if (!(error instanceof BrokenMedia)) throw error;
    context.log.warn({ id, err: error }, "not converted"); // kept as it came, to be downloaded
    return { path: source, prepared };
  }
}
