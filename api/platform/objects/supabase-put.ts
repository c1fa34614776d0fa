import type { createClient } from "@supabase/supabase-js";
import type { InPieces } from "./in-pieces.ts";
import {
  type Bytes,
  checkKey,
  chunksOf,
  Meter,
  ObjectTooLarge,
  type PutOptions,
  type StoredObject,
  StoreUnreachable,
  TooLargeForStore,
} from "./store.ts";
import { failureOf } from "./supabase-answers.ts";
import type { ObjectLimit } from "./supabase-limits.ts";
import { CHUNK_BYTES, type ResumableUploads } from "./supabase-resumable.ts";

export type BucketObjects = ReturnType<ReturnType<typeof createClient>["storage"]["from"]>;

/** The ways by which bytes come into a bucket. */
export interface Ways {
  objects: BucketObjects;
  limit: ObjectLimit;
  resumable: ResumableUploads;
}

/** A file that is refused can be read again, and is sent or kept in smaller pieces; a stream cannot. */
export async function putWithin(
  ways: Ways & { pieces: InPieces },
  key: string,
  body: Bytes,
  wishes: PutOptions,
): Promise<StoredObject> {
  checkKey(key);
  if (!(body instanceof Blob)) return await putStream(ways, key, body, wishes);
  const { limit, resumable, pieces } = ways;
  for (;;) {
    const { most } = limit;
    const way = limit.wayOf(body.size);
    try {
      if (way === "pieces") return await pieces.put(key, body, wishes, most);
      if (way === "resumable") return await resumable.put(key, body, wishes);
      return await putFile(ways, key, body, wishes);
    } catch (error) {
      const refused = way === "pieces" ? most : body.size;
      if (!(error instanceof TooLargeForStore) || !limit.lower(refused, way)) throw error;
    }
  }
}

/** In one request, which is twice as fast as many; in many where that one broke on its way and could again. */
export async function putFile(
  ways: Ways,
  key: string,
  file: Blob,
  wishes: PutOptions,
): Promise<StoredObject> {
  try {
    return await putStream(ways, key, file, wishes);
  } catch (error) {
    if (!(error instanceof StoreUnreachable) || file.size <= CHUNK_BYTES) throw error;
    return await ways.resumable.put(key, file, wishes);
  }
}

async function putStream(
  { objects, limit }: Ways,
  key: string,
  body: Bytes,
  wishes: PutOptions,
): Promise<StoredObject> {
  const { contentType = "application/octet-stream", maxBytes = Number.POSITIVE_INFINITY } = wishes;
  const meter = new Meter({ ...wishes, maxBytes: Math.min(maxBytes, limit.most) });
  const upload = meteredStream(body, meter);
  const { error } = await objects.upload(checkKey(key), upload.stream, {
    contentType,
    duplex: "half",
  });
  const broken = upload.failure.error;
  if (broken instanceof ObjectTooLarge && maxBytes > limit.most)
    throw new TooLargeForStore(limit.most);
  if (broken !== undefined) throw broken;
  if (error) throw failureOf(error, null); // within all that we know of
  return meter.result();
}

/** The client reports a broken stream in words of its own; what broke it is kept here. */
function meteredStream(body: Bytes, meter: Meter) {
  const failure: { error?: unknown } = {};
  const chunks = chunksOf(body);
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done) return controller.close();
        meter.add(value);
        controller.enqueue(value);
      } catch (error) {
        failure.error = error;
        await chunks.return(undefined).catch(() => {});
        controller.error(error);
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return { stream, failure };
}
