import { z } from "zod";
import { streamOfChunks } from "./chunk-stream.ts";
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
import type { ObjectLimit } from "./supabase-limits.ts";
import { askStorage, placeIn, type StorageOptions } from "./supabase-requests.ts";
import { CHUNK_BYTES, putInChunks } from "./supabase-resumable.ts";

/** The ways by which bytes come into a bucket. */
export interface Ways {
  options: StorageOptions;
  limit: ObjectLimit;
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
  const { options, limit, pieces } = ways;
  for (;;) {
    const { most } = limit;
    const way = limit.wayOf(body.size);
    try {
      if (way === "pieces") return await pieces.put(key, body, wishes, most);
      if (way === "resumable") return await putInChunks(options, key, body, wishes);
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
    return await putInChunks(ways.options, key, file, wishes);
  }
}

async function putStream(
  { options, limit }: Ways,
  key: string,
  bytes: Bytes,
  wishes: PutOptions,
): Promise<StoredObject> {
  const { contentType = "application/octet-stream", maxBytes = Number.POSITIVE_INFINITY } = wishes;
  const meter = new Meter({ ...wishes, maxBytes: Math.min(maxBytes, limit.most) });
  const broken: unknown[] = [];
  const body = streamOfChunks(metered(bytes, meter, broken));
  const headers = { "Content-Type": contentType, "Cache-Control": "max-age=3600" };
  const request = { method: "POST", headers, body, duplex: "half" };
  const asked = askStorage(options, placeIn(options, key), z.unknown(), request);
  const failure = await asked.then(() => undefined).catch((error: unknown) => error);
  const [cause = failure] = broken;
  if (cause instanceof ObjectTooLarge && maxBytes > limit.most)
    throw new TooLargeForStore(limit.most);
  if (cause !== undefined) throw cause;
  return meter.result();
}

/** A broken stream is reported in words of the network; the error that broke it is noted here. */
async function* metered(bytes: Bytes, meter: Meter, broken: unknown[]) {
  try {
    for await (const chunk of chunksOf(bytes)) {
      meter.add(chunk);
      yield chunk;
    }
  } catch (error) {
    broken.push(error);
    throw error;
  }
}
