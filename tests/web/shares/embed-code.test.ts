import { expect, test } from "vitest";
import { embedCode } from "#web/features/shares/embed-code.ts";

test("an embed is as wide as its place, or of the size that was chosen", () => {
  const share = { share_token: "token" };
  const fluid = embedCode("https://kinora.example", share, "fluid");
  expect(fluid).toContain('src="https://kinora.example/embed/token"');
  expect(fluid).toContain("width:100%;aspect-ratio:16/9");
  const fixed = embedCode("https://kinora.example", share, "960x540");
  expect(fixed).toContain('width="960" height="540"');
  expect(fixed).not.toContain("aspect-ratio");
  for (const code of [fluid, fixed]) expect(code).toContain("allowfullscreen");
});
