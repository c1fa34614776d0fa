import { GrowingWebm } from "#api/media/live/webm.ts";
import { videoBytes } from "./videos.ts";

const CLUSTER = [0x1f, 0x43, 0xb6, 0x75, 0x01, 255, 255, 255, 255, 255, 255, 255];

/** The head of a recording, and a cluster in which anything may come. */
export async function headOfWebm(): Promise<Buffer> {
  const growing = new GrowingWebm();
  const given = Buffer.concat(growing.push(await videoBytes("recorded.webm")));
  return Buffer.concat([given.subarray(0, growing.initBytes), Buffer.from(CLUSTER)]);
}

/** A picture that says that it has so many bytes, of which some have come. */
export function largePicture(bytes: number, come = bytes): Buffer {
  const element = Buffer.alloc(9 + come);
  element[0] = 0xa3;
  element.writeBigUInt64BE((1n << 56n) | BigInt(bytes), 1);
  return element;
}

/** A key frame of a byte at a millisecond of its cluster. */
export const tinyPicture = (time: number) =>
  Buffer.from([0xa3, 0x85, 0x81, time >> 8, time & 0xff, 0x80, 0]);

/** A picture of so many bytes that is no key frame, at a millisecond of its cluster. */
export function pictureOf(bytes: number, time: number): Buffer {
  const element = largePicture(bytes);
  element[9] = 0x81;
  element.writeInt16BE(time, 10);
  return element;
}
