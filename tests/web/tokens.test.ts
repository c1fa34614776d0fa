import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";

const css = readFileSync("web/src/ui/tokens.css", "utf8");
const pairs = css.matchAll(/--color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
const colours = new Map([...pairs].map(([, name, light, dark]) => [name, { light, dark }]));

const surfaces = ["paper", "paper-2", "raised"];
const texts = ["ink", "ink-2", "ink-3", "red-ink", "ok", "warn", "info"];
const edges = ["line-2", "red"];

describe.each(["light", "dark"] as const)("colours in the %s theme", (theme) => {
  const colour = (name: string) => {
    const found = colours.get(name)?.[theme];
    if (!found) throw new Error(`tokens.css has no colour --color-${name}`);
    return found;
  };

  it.each(texts)("%s can be read on every surface", (text) => {
    for (const surface of surfaces) {
      expect(contrast(colour(text), colour(surface)), `on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(texts.filter((text) => !text.startsWith("ink")))("%s can be read on its tint", (text) => {
    for (const surface of surfaces) {
      const tint = mix(colour(text === "red-ink" ? "red" : text), colour(surface), 0.11);
      expect(contrast(colour(text), tint), `on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(edges)("%s can be seen on every surface", (edge) => {
    for (const surface of surfaces) {
      expect(contrast(colour(edge), colour(surface)), `on ${surface}`).toBeGreaterThanOrEqual(3);
    }
  });

  it("filled buttons can be read", () => {
    expect(contrast(colour("paper"), colour("ink"))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour("on-red"), colour("red"))).toBeGreaterThanOrEqual(4.5);
  });
});

test("an animation without end goes in steps: at every frame it would take the processor from a recording", () => {
  const styles = readFileSync("web/src/ui/styles.css", "utf8");
  const endless = styles.match(/.*\binfinite\b.*/g) ?? [];
  expect(endless).not.toEqual([]);
  expect(endless.filter((rule) => !rule.includes("step"))).toEqual([]);
});

/** The contrast as WCAG 2 defines it. */
function contrast(one: string, other: string) {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string) {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Near enough to color-mix() for so little colour. */
function mix(hex: string, base: string, share: number) {
  const under = channels(base);
  const mixed = channels(hex).map((channel, at) =>
    Math.round(channel * share + (under[at] ?? 0) * (1 - share)),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function channels(hex: string) {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}
