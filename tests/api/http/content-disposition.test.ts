import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attachment } from "#api/http/content-disposition.ts";

/** What a browser of today makes of the header. */
function nameIn(header: string): string {
  const encoded = /filename\*=UTF-8''(.+)$/.exec(header)?.[1] ?? "";
  return decodeURIComponent(encoded);
}

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

  it("old clients get letters without accents", () => {
    expect(attachment("Démo 🎬", "mp4")).toContain('filename="Demo _.mp4"');
    expect(attachment("\u1a55", "mp4")).toContain('filename="recording.mp4"');
  });

  it("any title makes one header line of plain ASCII and one file name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (title) => {
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
