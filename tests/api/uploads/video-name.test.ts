import { describe, expect, it } from "vitest";
import { videoName } from "#api/features/uploads/video-name.ts";

describe("an imported video", () => {
  it.each([
    ["talk.mp4", { title: "talk", original: "talk.mp4" }],
    ["  Ein Film.MOV ", { title: "Ein Film", original: "Ein Film.MOV" }],
    ["two\nlines\u202e.webm", { title: "two lines", original: "two lines.webm" }],
    ["Cafe\u0301.mkv", { title: "Café", original: "Café.mkv" }],
    ["\u200b.avi", { title: "Recording", original: "recording.avi" }],
    [".mp4", { title: "Recording", original: "recording.mp4" }],
    ["no ending", { title: "no ending", original: "no ending" }],
    ["lone \ud800 half.mp4", { title: "lone \ufffd half", original: "lone \ufffd half.mp4" }],
  ])("called %j", (filename, name) => {
    expect(videoName(filename)).toEqual(name);
  });

  it("with a title of its own is called that, whatever its file is", () => {
    expect(videoName("a-2026.webm", " A talk\n")).toEqual({
      title: "A talk",
      original: "a-2026.webm",
    });
    expect(videoName("\u200b.webm", "A talk").original).toBe("recording.webm");
    expect(videoName("a.webm", "\u200b").title).toBe("a");
    expect([...videoName("a.webm", "é".repeat(400)).title]).toHaveLength(255);
  });

  it.each([
    ["exactly as long as it may be", "🎬".repeat(250), 250],
    ["at the limit of a title", `${"a".repeat(254)}🎬`, 255],
    ["over it by one", `${"a".repeat(255)}🎬`, 255],
    ["of emoji alone", "🎬".repeat(300), 255],
    ["with half an emoji at the limit", `${"a".repeat(254)}\ud83c🎬`, 255],
  ])("with a name %s is cut between signs", (_, stem, signs) => {
    const { title, original } = videoName(`${stem}.webm`, stem);
    for (const name of [title, original, videoName(`${stem}.webm`).title])
      expect(name.isWellFormed(), name).toBe(true);
    expect([...title]).toHaveLength(signs);
    expect(original).toMatch(/(a|🎬)\.webm$/u);
    expect([...original].length).toBeLessThanOrEqual(255);
  });

  it("with a long name keeps its ending", () => {
    const { title, original } = videoName(`${"é".repeat(400)}.webm`);
    expect([...title]).toHaveLength(255);
    expect([...original]).toHaveLength(255);
    expect(original).toMatch(/é\.webm$/);
  });
});
