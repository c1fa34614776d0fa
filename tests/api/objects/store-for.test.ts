import { describe, expect, it } from "vitest";
import { joinStores } from "#api/platform/objects/objects.ts";
import { memoryStore } from "#tests/support/memory-store.ts";

const home = memoryStore("home", "local");
const roomOf = async (owner = "nobody") => owner.length;
const drive = { ...memoryStore("drive", "google_drive"), room: roomOf };

describe("the store for new bytes", () => {
  it("is home for whatever people call the cloud, and the drive for a drive", () => {
    const { storeFor } = joinStores([home, drive]);
    expect([storeFor("s3"), storeFor("local"), storeFor("google_drive")]).toEqual([
      "home",
      "home",
      "drive",
    ]);
  });

  it("is none where this server has no drive to offer", () => {
    expect(joinStores([home]).storeFor("google_drive")).toBeUndefined();
  });

  it("is asked for the room of whose place it is", async () => {
    const { roomIn } = joinStores([home, drive]);
    expect(await roomIn("drive", "ada")).toBe(3);
    expect(await roomIn("home", "ada")).toBeNull();
  });
});
