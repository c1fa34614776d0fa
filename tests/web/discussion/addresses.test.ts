import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { piecesOf } from "#web/features/discussion/addresses.ts";

const addressesIn = (content: string) =>
  piecesOf(content).flatMap(({ href }) => (href ? [href] : []));

describe("the addresses in a comment", () => {
  it.each([
    ["See https://example.com/a?b=1#c.", ["https://example.com/a?b=1#c"]],
    ["(https://example.com/wiki/Film_(1895))", ["https://example.com/wiki/Film_(1895)"]],
    ["http://a.example, https://b.example!", ["http://a.example", "https://b.example"]],
    [
      "見る：https://a.example/b。次は（https://c.example/d）",
      ["https://a.example/b", "https://c.example/d"],
    ],
    ["nothing: javascript:alert(1) example.com https://", []],
  ])("of %j are links", (content, addresses) => {
    expect(addressesIn(content)).toEqual(addresses);
  });

  it("change not a letter of what was written, and lead nowhere but to pages", () => {
    const content = fc
      .array(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom("https://", " ", ")", "<b>")))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(content, (written) => {
        const pieces = piecesOf(written);
        expect(pieces.map(({ text }) => text).join("")).toBe(written);
        for (const { href } of pieces)
          if (href) expect(new URL(href).protocol).toMatch(/^https?:$/);
      }),
    );
  });
});
