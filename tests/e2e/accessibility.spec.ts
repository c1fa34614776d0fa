import { expect, type Page, test } from "@playwright/test";
import { examine } from "#tests/e2e/support/accessibility.ts";

const sound = `<!doctype html><html lang="en"><head><title>Sound</title>
  <meta name="viewport" content="width=device-width">
  <style>
    :root { color-scheme: light dark; background: light-dark(#fff, #000); color: light-dark(#000, #fff) }
    a { color: light-dark(#00c, #9cf) }
  </style></head>
  <body><main><h1>Sound</h1><p>Some words and <a href="/">a link</a>.</p></main></body></html>`;

const inTheDark = (css: string) => `<style>@media (prefers-color-scheme: dark) { ${css} }</style>`;

const everyWidth = [360, 768, 1440];

/** The faults put on the page, and the rule that must find each: in the second theme only faults that differ there. */
const faults = [
  {
    name: "a button without a name",
    markup: "<button></button>",
    finds: "button-name",
    in: ["light"],
  },
  {
    name: "a button without a name that is there only in the dark",
    markup: `<button hidden></button>${inTheDark("button { display: inline !important }")}`,
    finds: "button-name",
    in: ["dark"],
  },
  {
    name: "a heading at the wrong depth",
    markup: "<h4>Too deep</h4>",
    finds: "heading-order",
    in: ["light"],
  },
  {
    name: "words that are too faint only in the dark",
    markup: `<p style="color: light-dark(#000, #333)">Words</p>`,
    finds: "color-contrast",
    in: ["dark"],
  },
  {
    name: "words that are too faint in both themes",
    markup: `<p style="color: light-dark(#aaa, #555)">Words</p>`,
    finds: "color-contrast",
    in: ["light", "dark"],
  },
  {
    name: "a link that only its colour tells from the words around it in the dark",
    markup: inTheDark("a { color: #eee; text-decoration: none }"),
    finds: "link-in-text-block",
    in: ["dark"],
  },
  {
    name: "a button without a name in a frame",
    markup: `<iframe title="Frame" srcdoc="<html lang=en><title>Frame</title><main><h1>Frame</h1><button></button></main>"></iframe>`,
    finds: "button-name",
    in: ["light"],
  },
  {
    name: "what sticks out of a narrow window",
    markup: `<div style="width: 392px">Wide</div>`,
    finds: "sideways",
    in: ["light", "dark"],
    at: [360],
  },
  ...["overflow-x: auto", "overflow: hidden", "border: 1px solid"].map((style) => ({
    name: `what sticks out of a box in the page: ${style}`,
    markup: `<div tabindex="0" style="width: 200px; ${style}"><div style="width: 220px">Wide</div></div>`,
    finds: "sideways",
    in: ["light", "dark"],
  })),
];

test.describe("an examination", () => {
  test("finds nothing where nothing is wrong", async ({ page }) => {
    await page.setContent(sound);
    expect(await found(page), "what axe finds").toEqual([]);
  });

  for (const { name, markup, finds, in: themes, at = everyWidth } of faults) {
    test(`finds ${name}`, async ({ page }) => {
      await page.setContent(sound.replace("</main>", `${markup}</main>`));
      const expected = at.flatMap((width) =>
        themes.map((theme) => `${finds}: blank, ${theme}, ${width} px`),
      );
      expect(await found(page)).toEqual(expected);
    });
  }
});

async function found(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for await (const { where, violations, sideways } of examine(page)) {
    for (const violation of violations) faults.push(`${violation.split(":")[0]}: ${where}`);
    if (sideways.length > 0) faults.push(`sideways: ${where}`);
  }
  return faults;
}
