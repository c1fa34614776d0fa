import { describe, expect, it } from "vitest";
import type { Subtitle } from "#contract/subtitles.ts";
import { isUnderWay } from "#web/data/subtitles.ts";
import { preferredTrack } from "#web/features/player/captions.ts";
import {
  captionLabels,
  captionTracks,
  originOf,
  preferredSubtitle,
} from "#web/features/subtitles/caption-labels.ts";

const subtitle = (id: string, language: string, more = {}) => ({
  id,
  language,
  is_edited: false,
  is_auto_generated: true,
  translated_from: null,
  ...more,
});
const english = subtitle("1", "en");
const german = subtitle("2", "de", { is_edited: true });

describe("captions", () => {
  it("come in the language chosen last, else in the viewer's, else in whichever there is", () => {
    expect(preferredTrack([english, german], "de", ["en-GB"])).toBe("2");
    expect(preferredTrack([english, german], null, ["fr-FR", "de-AT"])).toBe("2");
    expect(preferredTrack([english, german], "ja", ["fr"])).toBe("1");
    expect(preferredTrack([], "de", ["de"])).toBeNull();
  });

  it("are called by their language, and by their origin where that is not enough", () => {
    expect([...captionLabels([english, german]).values()]).toEqual(["English", "Deutsch"]);
    const several = [
      english,
      subtitle("3", "en", { is_edited: true }),
      subtitle("4", "en", { is_auto_generated: false }),
      subtitle("5", "en"),
    ];
    expect([...captionLabels(several).values()]).toEqual([
      "English (automatic)",
      "English (edited)",
      "English (uploaded)",
      "English (automatic) 2",
    ]);
  });

  it("say how they came to be", () => {
    expect(originOf(english)).toBe("Automatic");
    expect(originOf(subtitle("6", "fr", { translated_from: "1" }))).toBe("Translated");
    expect(originOf(subtitle("6", "fr", { translated_from: "1", is_edited: true }))).toBe("Edited");
  });
});

describe("the player's tracks", () => {
  const row = (id: string, language: string, more: Partial<Subtitle> = {}): Subtitle => ({
    ...subtitle(id, language),
    ...{
      recording_id: "r",
      format: "srt",
      content: "",
      version: 1,
      created_at: "",
      updated_at: "",
    },
    ...{ status: "ready", progress: 1, error: null, gaps: [] },
    ...more,
  });

  it("are those that are ready, what somebody edited first, each version at its own address", () => {
    const tracks = captionTracks(
      [
        row("1", "en"),
        row("2", "en", { is_edited: true, version: 3 }),
        row("3", "de", { status: "running" }),
        row("4", "fr", { status: "failed" }),
        row("5", "ja", { status: "queued" }),
      ],
      "token",
    );
    expect(tracks.map(({ id, language, label }) => [id, language, label])).toEqual([
      ["2", "en", "English (edited)"],
      ["1", "en", "English (automatic)"],
    ]);
    expect(tracks[0]?.src).toMatch(/\/recordings\/r\/subtitles\/2\/track\?token=token&version=3$/);
  });

  it("are waited for while one is queued or running", () => {
    const waits = (["queued", "running", "ready", "failed"] as const).map((status) =>
      isUnderWay({ status }),
    );
    expect(waits).toEqual([true, true, false, false]);
  });
});

describe("a transcript", () => {
  it("is the one in the viewer's language, edited before automatic", () => {
    const edited = subtitle("3", "en", { is_edited: true });
    expect(preferredSubtitle([german, english, edited], ["en-GB", "de"])).toBe(edited);
    expect(preferredSubtitle([english, german], ["ja"])).toBe(german);
    expect(preferredSubtitle([], ["en"])).toBeUndefined();
  });
});
