import { expect, test } from "vitest";
import { outcomeOf } from "#web/features/recorder/recover/recovery-offer.tsx";

const checks: [] = [];

test.each([
  [null, "Saved"],
  [{ outcome: "pending", isWhole: false, checks }, "Saved"],
  [{ outcome: "verified", isWhole: true, checks }, "Saved and verified"],
  [{ outcome: "differs", isWhole: true, checks }, "Saved"],
] as const)("a recording with the verdict %j is said to be: %s", (verdict, text) => {
  expect(outcomeOf(verdict)).toEqual({ text, tone: "calm" });
});

test("a recording of which the server lacks bytes is not said to be saved", () => {
  const { text, tone } = outcomeOf({ outcome: "differs", isWhole: false, checks });
  expect(tone).toBe("warning");
  expect(text).toContain("still on this computer");
  expect(text).not.toMatch(/\bSaved\b/);
});
