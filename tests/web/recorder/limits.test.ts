import { describe, expect, it } from "vitest";
import type { Receipt } from "#contract/recordings.ts";
import { expectedBytesPerSecond } from "#web/features/recorder/capture/presets.ts";
import { initial, next } from "#web/features/recorder/machine.ts";
import { messages } from "#web/features/recorder/messages.ts";
import { type SafetyFacts, safetyMeter } from "#web/features/recorder/screens/in-words.ts";
import { type PreflightFacts, preflight } from "#web/features/recorder/screens/set-up/preflight.ts";
import { compare } from "#web/features/recorder/send/receipt.ts";
import { uploadInWords } from "#web/features/recorder/send/upload-in-words.ts";
import type { Event, State } from "#web/features/recorder/steps.ts";
import { beginUpload } from "#web/lib/uploads/machine.ts";

const fine: PreflightFacts = {
  ...{ canRecord: true, isSecureContext: true, hasDisk: true, roomHere: null, roomOnPlan: null },
  ...{ expectedBytesPerSecond: 1_000, instantLink: true, online: true },
  ...{ uploadBytesPerSecond: null, microphone: "heard" },
};
const advice = (facts: Partial<PreflightFacts>) => {
  const hint = preflight({ ...fine, ...facts });
  return hint ? [hint.text] : [];
};

describe("the check before the start, at its limits", () => {
  it("speaks of room for less than half an hour, and of none for half an hour", () => {
    for (const room of ["roomHere", "roomOnPlan"] as const) {
      expect(advice({ [room]: 1_800_000 })).toEqual([]);
      expect(advice({ [room]: 1_799_999 })).toHaveLength(1);
    }
    expect(advice({ roomOnPlan: 0 })[0]).toMatch(/^Your plan has no room left/);
    expect(advice({ roomOnPlan: 1 })[0]).toMatch(/^Your plan has 1 Bytes left, less than a minute/);
  });

  it("speaks of a network that is slower than the recording, and by how much", () => {
    expect(advice({ uploadBytesPerSecond: 1_000 })).toEqual([]);
    expect(advice({ uploadBytesPerSecond: 999 })[0]).toContain("about 2 times slower");
    expect(advice({ uploadBytesPerSecond: 250 })[0]).toContain("about 4 times slower");
    expect(advice({ uploadBytesPerSecond: 0 })[0]).toContain("about 1000 times slower");
  });

  it("expects bytes, not bits, of picture and sound", () => {
    expect(expectedBytesPerSecond("low")).toBe((1_000_000 + 128_000) / 8);
  });
});

describe("the safety meter, at its limits", () => {
  const safe: SafetyFacts = {
    ...{ keeps: "disk", kept: 1024, atRisk: 0, onServer: 1024, upload: "sending" },
    ...{ roomHere: 600_000, bytesPerSecond: 1_000 },
  };
  it("warns of room for less than ten minutes, and stays calm at ten", () => {
    expect(safetyMeter(safe)).toMatchObject({ tone: "calm" });
    expect(safetyMeter({ ...safe, roomHere: 599_999 }).tone).toBe("warning");
    expect(safetyMeter({ ...safe, bytesPerSecond: 0 }).text).not.toContain("room for");
  });

  it.each([
    ["waiting", "on the server 1 KB, the server does not answer: trying again"],
    ["signed-out", "on the server 1 KB, sign in again to send the rest"],
    ["refused", "on the server 1 KB, the server takes no more: the rest stays here"],
    ["sending", "on the server 1 KB"],
  ] as const)("says of an upload that is %s: %s", (upload, words) => {
    const { text } = safetyMeter({ ...safe, upload, roomHere: null });
    expect(text).toBe(`Saved on this computer 1 KB · ${words}`);
  });

  it("says what is only in memory beside what is safe", () => {
    expect(safetyMeter({ ...safe, atRisk: 1, onServer: null, roomHere: null }).text).toBe(
      "Saved on this computer 1 KB, 1 Bytes more only in this tab's memory",
    );
  });

  it("says what an upload waits for, of the whole where that is known", () => {
    const upload = { ...beginUpload({ available: 2048 }), confirmed: 1024 };
    expect(uploadInWords(null)).toBe("Sending");
    expect(uploadInWords(upload)).toBe("1 KB of 2 KB");
    expect(uploadInWords({ ...upload, total: 4096 })).toBe("1 KB of 4 KB");
    const waiting = [
      { online: false },
      { failures: 2 },
      { full: true },
      { stuck: { why: "signed-out" } as const },
    ].map((fields) => uploadInWords({ ...upload, ...fields }).split(" · ")[1]);
    expect(waiting).toEqual([
      "offline: it goes on when the network is back",
      "the server does not answer: trying again",
      "this server's disk is full: it goes on when there is room",
      "sign in again to send the rest",
    ]);
  });
});

describe("the receipt, at its limits", () => {
  const own = { bytes: 10, sha256: "aa", elapsed: 200_000, hasAudio: true, isSealed: true };
  const whole: Receipt = {
    ...{ recording_id: "r", status: "ready", received_bytes: 10, received_sha256: "aa" },
    ...{ duration: 200, seekable: true, audio: { present: true, level_db: -70 } },
  };
  const faults = (fields: Partial<Receipt>) =>
    compare(own, { ...whole, ...fields }).checks.filter(({ ok }) => !ok);

  it("allows a second and a two hundredth of the recording", () => {
    expect([faults({ duration: 202 }), faults({ duration: 198 })]).toEqual([[], []]);
    const words = [202.1, 197.9].map((duration) => faults({ duration })[0]?.text);
    expect(words).toEqual([
      "The recording is 2.1 s longer than the recorder's clock",
      "The recording is 2.1 s shorter than the recorder's clock",
    ]);
  });

  it("takes for silence what is below seventy decibels", () => {
    expect(faults({})).toEqual([]);
    const [silent] = faults({ audio: { present: true, level_db: -70.1 } });
    expect(silent?.text).toBe("The sound is silent");
  });

  it("takes a file of which nobody knows whether it can be sought in for one that cannot", () => {
    expect(faults({ seekable: null }).map(({ text }) => text)).toEqual(["Seeking may be slow"]);
  });
});

describe("the recorder, about what goes away", () => {
  const clock = { spent: 0, since: 0 };
  const step = (state: State, event: Event) => next(state, event).effects;
  const toast = (kind: string, text: string) => ({ do: "toast", kind, text });

  it("says it while it counts and while it records", () => {
    const counting: State = { name: "countdown", instant: false, left: 2 };
    expect(step(counting, { type: "microphone-lost" })).toEqual([
      toast("info", messages.withoutMicrophone),
    ]);
    expect(step(counting, { type: "camera-lost" })).toEqual([
      toast("info", messages.withoutCamera),
    ]);
    expect(step({ name: "paused", instant: false, clock }, { type: "camera-lost" })).toEqual([
      toast("warning", messages.cameraLost),
    ]);
    const broke = step({ name: "recording", instant: false, clock }, { type: "broke", at: 1 });
    expect(broke).toEqual([{ do: "stop-encoder" }, toast("warning", messages.interrupted)]);
  });

  it("says that there is nothing where not a byte came", () => {
    const empty = { bytes: 0, elapsed: 0 };
    expect(
      step({ name: "stopping", instant: true, clock }, { type: "sealed", summary: empty }),
    ).toEqual([{ do: "discard-take" }, toast("error", messages.failedToStart)]);
  });

  it("gives back what was chosen when it is cancelled, and counts no further than to nothing", () => {
    const choosing: State = { name: "choosing", instant: false };
    for (const event of [
      { type: "cancel" },
      { type: "sharing-ended", at: 0 },
      { type: "refused", reason: "screen" },
    ] satisfies Event[])
      expect(next(choosing, event)).toMatchObject({
        state: initial,
        effects: [{ do: "release-sources" }, ...(event.type === "cancel" ? [] : [{ do: "toast" }])],
      });
    expect(step({ name: "countdown", instant: false, left: 0 }, { type: "second" })).toEqual([]);
  });

  it("looks whether it keeps up while it records, and not while it is paused", () => {
    expect(step({ name: "recording", instant: false, clock }, { type: "look" })).toHaveLength(1);
    expect(step({ name: "paused", instant: false, clock }, { type: "look" })).toEqual([]);
  });
});
