import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attachment, downloadName } from "#api/http/content-disposition.ts";

/** The file name that a browser of today reads from the header. */
function nameIn(header: string): string {
  const encoded = /filename\*=UTF-8''(.+)$/.exec(header)?.[1] ?? "";
  return decodeURIComponent(encoded);
}

/** Titles of every shape, and of every length around the one at which a title is cut. */
const titles = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("a", " ", ".", "é", "🎬", "👨‍👩‍👧", "\ud83c", "\udfac", '"', "%"),
    minLength: 60,
    maxLength: 130,
  }),
);

describe("attachment", () => {
  it.each([
    ["Sprint demo", "Sprint demo.webm"],
    ['The "best" demo', "The -best- demo.webm"],
    ["a/b\\c", "a-b-c.webm"],
    ["../../etc/passwd", "-..-etc-passwd.webm"],
    ["Démo 🎬 façade", "Démo 🎬 façade.webm"],
    ["עברית", "עברית.webm"],
    ["evil\u202egpj.exe", "evil gpj.exe.webm"],
    ["it's (100%) *fine*", "it's (100%) -fine-.webm"],
    ["line\r\nbreak: yes", "line break- yes.webm"],
    ["   ", "recording.webm"],
    ["...", "recording.webm"],
    ["\ud800 lone", "\ufffd lone.webm"],
  ])("%j is saved as %j", (title, name) => {
    expect(nameIn(attachment(title, "webm"))).toBe(name);
  });

  it.each([
    ["an emoji as the last sign", `${"a".repeat(119)}🎬`, `${"a".repeat(119)}🎬.webm`],
    ["an emoji behind it", `${"a".repeat(120)}🎬`, `${"a".repeat(120)}.webm`],
    ["emoji alone, exactly as many", "🎬".repeat(120), `${"🎬".repeat(120)}.webm`],
    ["emoji alone, one more", "🎬".repeat(121), `${"🎬".repeat(120)}.webm`],
    ["half an emoji as the last sign", `${"a".repeat(119)}\ud83c`, `${"a".repeat(119)}\ufffd.webm`],
    ["half an emoji behind an emoji", `${"🎬".repeat(119)}🎬\udfac`, `${"🎬".repeat(120)}.webm`],
    ["a family at the limit", `${"a".repeat(118)}👨‍👩‍👧`, `${"a".repeat(118)}👨‍.webm`],
    ["a blank as the last sign", `${"a".repeat(119)} b`, `${"a".repeat(119)}.webm`],
    ["exactly as many", "a".repeat(120), `${"a".repeat(120)}.webm`],
    ["nothing", "", "recording.webm"],
    ["one sign", "🎬", "🎬.webm"],
    ["half a sign", "\udfac", "\ufffd.webm"],
  ])("cuts after 120 signs, never inside one: %s", (_, title, name) => {
    expect(nameIn(attachment(title, "webm"))).toBe(name);
    expect(downloadName(title, "webm")).toBe(name);
  });

  it("old clients get letters without accents", () => {
    expect(attachment("Démo 🎬", "mp4")).toContain('filename="Demo _.mp4"');
    expect(attachment("\u1a55", "mp4")).toContain('filename="recording.mp4"');
  });

  it("any title makes one header line of plain ASCII and one file name", () => {
    fc.assert(
      fc.property(titles, (title) => {
        const header = attachment(title, "webm");
        expect(header).toMatch(
          /^attachment; filename="[^"\\%]+\.webm"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+\.webm$/,
        );
        expect(header).not.toMatch(/[^\x20-\x7e]/);
        expect(nameIn(header)).not.toMatch(/[/\\\0\r\n]/);
        expect(() => new Headers({ "Content-Disposition": header })).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });
});
