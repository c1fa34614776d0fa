import { describe, expect, it } from "vitest";
import type { Receipt } from "#contract/recordings.ts";
import { compare, type OwnCopy } from "#web/features/recorder/send/receipt.ts";

const own: OwnCopy = {
  ...{ bytes: 1000, sha256: "aa", elapsed: 60_000 },
  ...{ hasAudio: true, isSealed: true },
};
const whole: Receipt = {
  recording_id: "6f7f9bb4-3c48-4b0e-9d6c-0c9d4a1c2b3d",
  status: "ready",
  received_bytes: 1000,
  received_sha256: "aa",
  duration: 60.1,
  seekable: true,
  audio: { present: true, level_db: -23 },
};
const subjects: [RegExp, string][] = [
  [/^\d+ of \d+ bytes are/, "bytes"],
  [/^The checksums differ$/, "checksum"],
  [/^The (duration could not|recording is)/, "duration"],
  [/^Seeking may be slow$/, "seeking"],
  [/sound/, "audio"],
];
const faults = (receipt: Partial<Receipt>, copy: Partial<OwnCopy> = {}) =>
  compare({ ...own, ...copy }, { ...whole, ...receipt })
    .checks.filter((check) => !check.ok)
    .map(({ text }) => subjects.find(([words]) => words.test(text))?.[1] ?? text);

describe("the receipt", () => {
  it("is verified when everything agrees", () => {
    const verdict = compare(own, whole);
    expect(verdict.outcome).toBe("verified");
    expect(verdict.isWhole).toBe(true);
    expect(verdict.checks).toHaveLength(5);
  });

  it("is pending until the server has looked, and knows before that whether every byte is there", () => {
    expect(compare(own, { ...whole, status: "processing" })).toEqual({
      outcome: "pending",
      isWhole: true,
      checks: [],
    });
    const unknown = compare(own, { ...whole, status: "processing", received_sha256: null });
    expect(unknown).toMatchObject({ outcome: "pending", isWhole: false });
  });

  it("differs, and waits for nothing more, when the server could make nothing of it", () => {
    const unplayable = { duration: null, seekable: null, audio: null };
    expect(compare(own, { ...whole, ...unplayable, status: "failed" })).toMatchObject({
      outcome: "differs",
      isWhole: true,
    });
    const failed = faults({ ...unplayable, status: "failed" });
    expect(failed).toEqual(["duration", "seeking", "audio"]);
  });

  it("differs, and keeps the copy here, when the server could not even read what it has", () => {
    const unread = { duration: null, seekable: null, audio: null, received_sha256: null };
    expect(compare(own, { ...whole, ...unread, status: "failed" })).toMatchObject({
      outcome: "differs",
      isWhole: false,
    });
  });

  it.each([
    [{ received_bytes: 999 }, "bytes"],
    [{ received_sha256: "bb" }, "checksum"],
    [{ duration: 55 }, "duration"],
    [{ duration: 58.6 }, "duration"],
    [{ duration: 61.4 }, "duration"],
    [{ duration: null }, "duration"],
    [{ seekable: false }, "seeking"],
    [{ audio: { present: false, level_db: null } }, "audio"],
    [{ audio: { present: true, level_db: -91 } }, "audio"],
  ] satisfies [Partial<Receipt>, string][])("with %o names what differs: %s", (receipt, name) => {
    expect(faults(receipt)).toEqual([name]);
    expect(compare(own, { ...whole, ...receipt }).outcome).toBe("differs");
  });

  it("keeps the copy here only for what is wrong with the bytes", () => {
    expect(compare(own, { ...whole, received_sha256: "bb" }).isWhole).toBe(false);
    expect(compare(own, { ...whole, received_bytes: 1 }).isWhole).toBe(false);
    expect(compare(own, { ...whole, duration: 1 }).isWhole).toBe(true);
  });

  it("asks for no sound where none was recorded", () => {
    expect(faults({ audio: { present: false, level_db: null } }, { hasAudio: false })).toEqual([]);
  });

  it("forgives clocks that drift over hours, and not a missing minute", () => {
    const hours = { elapsed: 3 * 3_600_000 };
    expect(faults({ duration: 3 * 3600 - 20 }, hours)).toEqual([]);
    expect(faults({ duration: 3 * 3600 - 90 }, hours)).toEqual(["duration"]);
  });

  it("expects at least the noted time of a recording that was cut off, because its last chunks came after that note", () => {
    const cutOff = { isSealed: false };
    expect(faults({ duration: 64 }, cutOff)).toEqual([]);
    expect(faults({ duration: 58 }, cutOff)).toEqual(["duration"]);
    expect(faults({ duration: null }, cutOff)).toEqual(["duration"]);
  });
});
