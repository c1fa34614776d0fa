import { describe, expect, it } from "vitest";
import { successWords } from "#web/data/subscriptions.ts";
import { downgradeQuestion } from "#web/features/subscriptions/too-full.tsx";

describe("the words for a changed plan", () => {
  it("promise subtitles only where they can be generated", () => {
    const enabled = (canTranscribe: boolean) => successWords({ do: "enable", canTranscribe });
    expect(enabled(true)).toBe(
      "Subtitle add-on enabled! You can now generate subtitles for your videos.",
    );
    expect(enabled(false)).toBe("Subtitle add-on enabled!");
  });

  it("say before a downgrade what becomes of everything", () => {
    const known = { used: 3 * 1024 ** 3, hasAddon: true };
    const starter = downgradeQuestion({ name: "Starter", storage_gb: 25, price_usd: 5 }, known);
    expect(starter.title).toBe("Downgrade to Starter?");
    expect(starter.description).toMatch(/25 GB of room then, of which they take 3 GB\./);
    expect(starter.description).toMatch(/add-on stays/);
    expect(starter.description).toMatch(/Nothing is moved or deleted by itself/);
    const empty = { used: 0, hasAddon: false };
    expect(
      downgradeQuestion({ name: "Starter", storage_gb: 25, price_usd: 5 }, empty).description,
    ).toMatch(/of which they take 0 Bytes\./);
    const plan = { name: "Free", storage_gb: 0, price_usd: 0 };
    const free = downgradeQuestion(plan, { ...known, hasAddon: false });
    expect(free.description).toMatch(/Your recordings move to your Google Drive/);
    expect(free.description).not.toMatch(/stays here/);
    expect(free.description).not.toMatch(/add-on/);
    const small = downgradeQuestion({ ...plan, storage_gb: 5 }, known);
    expect(small.description, "free, with some room").toMatch(
      /5 GB of room.* to your Google Drive/,
    );
  });
});
