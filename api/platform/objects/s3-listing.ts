import { askS3, openS3, type S3Options, S3Refusal, textsOf } from "./s3-requests.ts";
import { type ByteRange, isKey, type ObjectBody, StoreUnreachable } from "./store.ts";

/** Null where there is no such object, on the service's own word. */
export async function readFromBucket(
  options: S3Options,
  key: string,
  range?: ByteRange,
): Promise<ObjectBody | null> {
  const headers = range && { Range: `bytes=${range.start}-${range.end}` };
  const reading = openS3(options, { method: "GET", key, headers });
  return await reading.catch(unlessMissing("NoSuchKey"));
}

export async function sizeInBucket(options: S3Options, key: string): Promise<number | null> {
  try {
    const { headers } = await askS3(options, { method: "HEAD", key });
    return Number(headers.get("Content-Length"));
  } catch (error) {
    // A HEAD request is told no reason: where the bucket is gone, it hears what it hears where the object is.
    if (!(error instanceof S3Refusal)) throw error;
    if ((await readFromBucket(options, key, { start: 0, end: 0 })) === null) return null;
    throw error;
  }
}

/** Unfinished uploads go first: one that is completed meanwhile has made an object, which goes then. */
export async function removeFromBucket(options: S3Options, key: string): Promise<void> {
  for await (const upload of unfinishedIn(options, key))
    if (upload.key === key) await abortUpload(options, upload);
  await askS3(options, { method: "DELETE", key }).catch(unlessMissing("NoSuchKey"));
}

export async function* keysInBucket(options: S3Options): AsyncGenerator<string[]> {
  const { prefix = "" } = options;
  const pages = pagesOf(options, { "list-type": "2", prefix }, (xml) => {
    const [token] = textsOf(xml, "NextContinuationToken");
    return token === undefined ? null : { "continuation-token": token };
  });
  for await (const xml of pages) yield textsOf(xml, "Key").map((key) => key.slice(prefix.length));
}

/** An upload in parts that is not completed. */
export interface Unfinished {
  key: string;
  id: string;
}

/** Those under our prefix, or of one key; some services tell of none but where the whole key is given. */
export async function* unfinishedIn(
  options: S3Options,
  key = "",
): AsyncGenerator<Unfinished & { begun: Date }> {
  const { prefix = "" } = options;
  const pages = pagesOf(options, { uploads: "", prefix: prefix + key }, (xml) => {
    const [marker = ""] = textsOf(xml, "NextKeyMarker");
    const [idMarker = ""] = textsOf(xml, "NextUploadIdMarker");
    const next = { "key-marker": marker, "upload-id-marker": idMarker };
    return xml.includes("<IsTruncated>true<") ? next : null;
  });
  for await (const xml of pages)
    for (const upload of xml.split("</Upload>").slice(0, -1)) {
      const facts = ["Key", "UploadId", "Initiated"].map((fact) => textsOf(upload, fact)[0]);
      const [name = "", id = "", begun = ""] = facts;
      const ours = name.slice(prefix.length);
      if (isKey(ours)) yield { key: ours, id, begun: new Date(begun) };
    }
}

/** All pages of a list, each asked for from where the one before says that the next begins. */
async function* pagesOf(
  options: S3Options,
  query: Record<string, string>,
  nextIn: (xml: string) => Record<string, string> | null,
): AsyncGenerator<string> {
  for (let from: Record<string, string> = {}; ; ) {
    const xml = await listed(options, { ...query, ...from });
    yield xml;
    const next = nextIn(xml);
    if (!next) return;
    // A page that leads to itself:
    if (Object.entries(next).every(([name, at]) => at === (from[name] ?? "")))
      throw new StoreUnreachable("S3: its list does not end");
    from = next;
  }
}

export async function abortUpload(options: S3Options, { key, id }: Unfinished): Promise<void> {
  const aborting = askS3(options, { method: "DELETE", key, query: { uploadId: id } });
  await aborting.catch(unlessMissing("NoSuchUpload"));
}

/** The beginning of the bucket's list. */
export const listFirst = (options: S3Options): Promise<string> =>
  listed(options, { "list-type": "2", "max-keys": "1", prefix: options.prefix ?? "" });

async function listed(options: S3Options, query: Record<string, string>): Promise<string> {
  const answer = await askS3(options, { method: "GET", query });
  return await answer.text();
}

const unlessMissing = (code: string) => (error: unknown) => {
  if (error instanceof S3Refusal && error.code === code) return null;
  throw error;
};
