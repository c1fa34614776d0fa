// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { embedCode } from "#web/features/shares/share-dialog.tsx";

test("an embed is as wide as its place, or of the size that was chosen", () => {
  const share = { share_token: "token" };
  const fluid = embedCode("https://kinora.example", share, "fluid", "A talk");
  expect(fluid).toContain('src="https://kinora.example/embed/token"');
  expect(fluid).toContain("width:100%;aspect-ratio:16/9");
  const fixed = embedCode("https://kinora.example", share, "960x540", "A talk");
  expect(fixed).toContain('width="960" height="540"');
  expect(fixed).not.toContain("aspect-ratio");
  for (const code of [fluid, fixed]) expect(code).toContain("allowfullscreen");
});

test("an embed says what it shows, whatever its title is made of, and once that it may fill the screen", () => {
  for (const title of ["How we ship", `"Ship" & <script>'it'</script>`, "مرحبا 🎬"]) {
    const place = document.createElement("div");
    place.innerHTML = embedCode("https://kinora.example", { share_token: "token" }, "fluid", title);
    expect(place.children.length).toBe(1);
    const frame = place.querySelector("iframe");
    expect(frame?.title).toBe(title);
    // Both ways at once would give a warning in the console of the page that embeds the video.
    expect(frame?.hasAttribute("allowfullscreen")).toBe(true);
    expect(frame?.getAttribute("allow")).not.toContain("fullscreen");
  }
});
