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

  it("with a long name keeps its ending", () => {
    const { title, original } = videoName(`${"é".repeat(400)}.webm`);
    expect([...title]).toHaveLength(255);
    expect([...original]).toHaveLength(255);
    expect(original).toMatch(/é\.webm$/);
  });
});
