import { describe, expect, it } from "vitest";
import { PartReader } from "#api/http/part-reader.ts";

async function* brokenOff() {
  yield Buffer.from("first,");
  yield Buffer.from("second");
  throw new Error("the sender is gone");
}

const text = async (chunks: AsyncIterable<Uint8Array>) =>
  Buffer.concat(await Array.fromAsync(chunks)).toString();

describe("a body that breaks off", () => {
  it("is worth what has come of it, piece by piece, and says afterwards what happened", async () => {
    const reader = new PartReader(brokenOff());
    expect(Buffer.from(await reader.peek(8)).toString()).toBe("first,se");
    expect([await text(reader.take(8)), reader.failure]).toEqual(["first,se", undefined]);
    expect(await text(reader.take(100))).toBe("cond");
    expect(reader.failure).toEqual(new Error("the sender is gone"));
    expect(await reader.hasMore()).toBe(false);
  });

  it("is nothing where all of it is wanted", async () => {
    await expect(text(new PartReader(brokenOff()).all())).rejects.toThrow("the sender is gone");
  });
});
