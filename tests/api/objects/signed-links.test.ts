import { expect, test } from "vitest";
import { SignedLinks } from "#api/platform/objects/signed-links.ts";

test("the links that are given again are those of the two thousand objects last signed for", async () => {
  const asked: string[] = [];
  const links = new SignedLinks(async (key, seconds) => {
    asked.push(key);
    return `https://storage.example/${key}?seconds=${seconds}`;
  });
  await links.get("renewed", 10);
  for (let n = 1; n < 2000; n++) await links.get(`other-${n}`, 10);
  await links.get("renewed", 5000); // longer than what is left of the first
  await links.get("one more", 10);
  asked.length = 0;
  expect(await links.get("renewed", 10)).toMatch(/renewed\?seconds=8600$/);
  await links.get("other-2", 10);
  expect(asked, "signed anew").toEqual([]);
  await links.get("other-1", 10);
  expect(asked, "signed anew").toEqual(["other-1"]);
});
