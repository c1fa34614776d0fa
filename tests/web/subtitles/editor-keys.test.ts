import { describe, expect, it } from "vitest";
import type { Edit } from "#web/features/subtitles/editor/editing.ts";
import { editOfKey } from "#web/features/subtitles/editor/editor-keys.ts";

const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
const place = { cue: { id: 7, start: 1, end: 3, text: "Hello there" }, at: 5, moment: 2 };
const pressed = (key: string, held: Partial<typeof none> = {}) =>
  editOfKey({ key, ...none, ...held }, place);

describe("a key in a line of subtitles", () => {
  it.each<[string, Partial<typeof none>, Edit]>([
    ["z", { ctrlKey: true }, { do: "undo" }],
    ["Z", { metaKey: true, shiftKey: true }, { do: "redo" }],
    ["y", { ctrlKey: true }, { do: "redo" }],
    ["Enter", { ctrlKey: true }, { do: "split", id: 7, at: 5, moment: 2 }],
    ["j", { metaKey: true }, { do: "join", id: 7 }],
    ["ArrowLeft", { altKey: true }, { do: "time", id: 7, start: 0.9, end: 2.9 }],
    ["ArrowRight", { altKey: true }, { do: "time", id: 7, start: 1.1, end: 3.1 }],
  ])("%s with %o is an edit", (key, held, edit) => {
    expect(pressed(key, held)).toEqual(edit);
  });

  it("is the field's own otherwise", () => {
    expect(pressed("z")).toBeUndefined();
    expect(pressed("Enter")).toBeUndefined();
    expect(pressed("ArrowLeft", { ctrlKey: true })).toBeUndefined();
    // On some keyboards Ctrl and Alt together write a letter.
    expect(pressed("y", { ctrlKey: true, altKey: true })).toBeUndefined();
  });
});
