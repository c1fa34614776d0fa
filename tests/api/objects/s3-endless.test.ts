import { describe, expect, it } from "vitest";
import { keysInBucket, unfinishedIn } from "#api/platform/objects/s3-listing.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

describe("a service that does not end", () => {
  const page = (xml: string) =>
    `<ListBucketResult><IsTruncated>true</IsTruncated>${xml}</ListBucketResult>`;
  /** Answers so a hundred times. */
  const saying = (said: () => BodyInit) => {
    let times = 0;
    const fetch = () => new Response(++times > 100 ? "<ListBucketResult/>" : said());
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
    atEndOfFile(() => server.stop(true));
    const endpoint = `http://127.0.0.1:${server.port}`;
    return { endpoint, bucket: "recordings", accessKeyId: "key", secretAccessKey: "secret" };
  };

  it("is left where a page of its lists leads to itself", async () => {
    const objects = saying(() => page("<NextContinuationToken>a</NextContinuationToken>"));
    await expect(Array.fromAsync(keysInBucket(objects))).rejects.toThrow("does not end");
    for (const marker of ["", "<NextKeyMarker>a</NextKeyMarker>"])
      await expect(Array.fromAsync(unfinishedIn(saying(() => page(marker))))).rejects.toThrow(
        "does not end",
      );
  });

  it("is not listened to beyond what a list can have", async () => {
    const chunk = new Uint8Array(2 ** 20).fill(32);
    const endless = () => {
      let sent = 0;
      return new ReadableStream({
        pull: (to) => (sent++ < 64 ? to.enqueue(chunk) : to.close()),
      });
    };
    await expect(Array.fromAsync(keysInBucket(saying(endless)))).rejects.toThrow("does not end");
  });
});
