import { describe, expect, it } from "vitest";
import { loudness } from "#web/features/recorder/capture/mix.ts";
import { warningsFor } from "#web/features/recorder/capture/sources.ts";
import {
  aboutDuration,
  type SafetyFacts,
  safetyMeter,
} from "#web/features/recorder/screens/in-words.ts";
import { type PreflightFacts, preflight } from "#web/features/recorder/screens/set-up/preflight.ts";
import { serverFacts } from "#web/features/recorder/send/upload-in-words.ts";
import { beginUpload } from "#web/lib/uploads/machine.ts";

const MB = 1024 * 1024;
const safe: SafetyFacts = {
  keeps: "disk",
  kept: 184 * MB,
  atRisk: 0,
  onServer: 171 * MB,
  upload: "sending",
  roomHere: 11_400 * MB,
  bytesPerSecond: MB,
};

describe("the safety meter", () => {
  it("says where the recording is and how long there is room", () => {
    expect(safetyMeter(safe)).toEqual({
      text: "Saved on this computer 184 MB · on the server 171 MB · room for about 3 h 10 min",
      tone: "calm",
    });
  });

  it("does not speak of the server when nothing is sent", () => {
    const off = safetyMeter({ ...safe, onServer: null, upload: "off", roomHere: null });
    expect(off.text).toBe("Saved on this computer 184 MB");
  });

  it("warns when there is only memory, a full disk, a session at its end, or little room", () => {
    const memory = safetyMeter({ ...safe, keeps: "memory", kept: 0, atRisk: 3 * MB });
    expect(memory.text).toMatch(/^Only in this tab's memory 3 MB/);
    const troubles: Partial<SafetyFacts>[] = [
      { keeps: "memory" },
      { atRisk: 1 },
      { upload: "signed-out" },
      { upload: "refused" },
      { upload: "full" },
      { roomHere: 60 * MB },
    ];
    for (const trouble of troubles)
      expect(safetyMeter({ ...safe, ...trouble }).tone, JSON.stringify(trouble)).toBe("warning");
  });

  it("stays calm while offline, because nothing is lost", () => {
    const offline = safetyMeter({ ...safe, upload: "offline" });
    expect(offline.tone).toBe("calm");
    expect(offline.text).toContain("offline: the rest follows");
  });

  it("says that the server's disk is full, and that the rest follows", () => {
    const full = safetyMeter({ ...safe, upload: "full" });
    expect(full.text).toContain("on the server 171 MB, which is full: the rest follows");
  });

  it("waits for a server that has failed more than once, for one hiccup is none", () => {
    const upload = beginUpload({ url: "/u/1", available: 8 });
    expect(serverFacts({ ...upload, failures: 1 }).upload).toBe("sending");
    expect(serverFacts({ ...upload, failures: 2 }).upload).toBe("waiting");
    expect(serverFacts({ ...upload, failures: 2, online: false }).upload).toBe("offline");
    expect(serverFacts(null)).toEqual({ onServer: null, upload: "off" });
    // Of several troubles, the page names the one that has to end first.
    const stuck = (why: "signed-out" | "gone") => ({ stuck: { why } });
    const worst = { failures: 2, full: true, confirmed: 7 };
    const told = [
      worst,
      { ...worst, online: false },
      { ...worst, online: false, ...stuck("gone") },
      { ...worst, online: false, ...stuck("signed-out") },
    ].map((fields) => serverFacts({ ...upload, ...fields }));
    const ways = ["full", "offline", "refused", "signed-out"];
    expect(told).toEqual(ways.map((way) => ({ onServer: 7, upload: way })));
  });

  it.each([
    [59, "less than a minute"],
    [60, "about 1 min"],
    [3600, "about 1 h"],
    [11_400, "about 3 h 10 min"],
    [35_999, "about 9 h 50 min"],
    [36_000, "about 10 h"],
    [37_200, "about 10 h"],
    [86_399, "about 23 h"],
    [86_400, "about 24 h"],
    [47 * 3600, "about 47 h"],
    [48 * 3600, "about 2 days"],
    [1_000 * 3600, "about 41 days"],
  ])("puts %i seconds into words: %s", (seconds, words) => {
    expect(aboutDuration(seconds)).toBe(words);
  });
});

describe("the check before the start", () => {
  const fine: PreflightFacts = {
    canRecord: true,
    isSecureContext: true,
    hasDisk: true,
    roomHere: 10_000 * MB,
    roomOnPlan: 10_000 * MB,
    expectedBytesPerSecond: MB / 2,
    instantLink: true,
    online: true,
    uploadBytesPerSecond: 2 * MB,
    microphone: "heard",
  };
  const said = (facts: Partial<PreflightFacts>) => {
    const hint = preflight({ ...fine, ...facts });
    return hint && `${hint.weight}: ${hint.text}`;
  };

  it("has nothing to say when all is well, or unknown", () => {
    expect(said({})).toBeNull();
    const unknown = { roomHere: null, roomOnPlan: null, uploadBytesPerSecond: null } as const;
    expect(said({ ...unknown, microphone: "unknown" })).toBeNull();
  });

  it.each([
    [{ isSecureContext: false }, "stop: Browsers record only on https"],
    [{ canRecord: false }, "stop: This browser cannot record"],
    [{ hasDisk: false }, "warning: This browser gives no place"],
    [{ roomHere: 300 * MB }, "warning: There is room for about 10 min on this computer"],
    [{ roomOnPlan: 300 * MB }, "warning: Your plan has 300 MB left, about 10 min"],
    [{ roomOnPlan: 0 }, "warning: Your plan has no room left"],
    [{ online: false }, "warning: You are offline"],
    [{ uploadBytesPerSecond: MB / 8 }, "note: Your network sends about 4 times slower"],
    [{ microphone: "missing" }, "note: No microphone was found"],
    [{ microphone: "silent" }, "warning: The microphone is silent"],
  ] satisfies [Partial<PreflightFacts>, string][])("with %o says %s", (facts, words) => {
    expect(said(facts)).toMatch(new RegExp(`^${words}`));
  });

  it("says one thing at a time: what prevents a recording, then what endangers it, then the rest", () => {
    const noted = { uploadBytesPerSecond: MB / 8, microphone: "missing" } as const;
    expect(said(noted)).toMatch(/^note: No microphone/);
    const endangered = { ...noted, roomOnPlan: 0, hasDisk: false };
    expect(said(endangered)).toMatch(/^warning: This browser/);
    expect(said({ ...endangered, microphone: "silent" })).toMatch(/^warning: The microphone/);
    expect(said({ ...noted, roomOnPlan: 0, canRecord: false })).toMatch(/^stop: This browser/);
  });

  it("does not care for the network when nothing is sent while recording", () => {
    expect(said({ instantLink: false, online: false })).toBeNull();
  });
});

describe("what is missing from a capture", () => {
  const both = { microphone: "default", systemAudio: true, camera: null } as const;

  it.each([
    [both, { system: true, microphone: true }, []],
    [both, { system: true, microphone: false }, ["no-microphone"]],
    [both, { system: false, microphone: true }, ["no-system-audio"]],
    [both, { system: false, microphone: false }, ["no-microphone", "no-audio"]],
    [{ ...both, microphone: "off" }, { system: false, microphone: false }, ["no-audio"]],
    [{ ...both, microphone: "off", systemAudio: false }, { system: false, microphone: false }, []],
  ] as const)("wishing %o and getting %o warns of %j", (wish, got, warnings) => {
    expect(warningsFor(wish, { ...got, camera: true })).toEqual(warnings);
  });
});

describe("the level meter", () => {
  it("shows silence as nothing and full scale as full", () => {
    expect(loudness(new Float32Array(64))).toBe(0);
    expect(loudness(new Float32Array(64).fill(1))).toBe(1);
  });

  it("hears all of a moment, wherever in it the sound is", () => {
    const silentBut = (at: number) => new Float32Array(64).fill(0).fill(1, at, at + 8);
    const [first, middle, last] = [0, 28, 56].map((at) => loudness(silentBut(at)));
    expect(first).toBeGreaterThan(0.8);
    expect([middle, last]).toEqual([first, first]);
    expect(loudness(silentBut(0)), "and from either side of silence").toBe(
      loudness(silentBut(0).map((sample) => -sample)),
    );
  });

  it("follows the ear: a tenth of the amplitude is two thirds of the bar", () => {
    expect(loudness(new Float32Array(64).fill(0.1))).toBeCloseTo(2 / 3, 2);
  });
});
