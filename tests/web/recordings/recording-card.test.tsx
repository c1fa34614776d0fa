// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { FoundRecording } from "#contract/recordings.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import { RecordingCard } from "#web/features/recordings/library/recording-card.tsx";

afterEach(cleanup);

const show = (differs: Partial<FoundRecording>) =>
  renderInApp(
    <RecordingCard
      recording={recordingWith(differs)}
      isSelected={false}
      isSelecting={false}
      onSelect={() => {}}
      onShare={() => {}}
      onDownload={() => {}}
      onDelete={() => {}}
    />,
  );

const said = () => screen.getByRole("listitem").textContent;

describe("a card of the library", () => {
  it("says how often it was seen and talked about, and nothing before that", async () => {
    const { unmount } = await show({});
    expect(said()).not.toMatch(/views?|comments?/);
    unmount();
    for (const [view_count, comment_count] of [
      [3, 0],
      [0, 2],
    ] as const) {
      const seen = await show({ view_count, comment_count });
      expect(said()).toContain(`${view_count}views`);
      expect(said()).toContain(`${comment_count}comments`);
      seen.unmount();
    }
  });

  it("says as much of a recording whose recorder is silent as the banner on its page", async () => {
    const { unmount } = await show({ status: "recording", duration: null });
    expect(said()).toContain("Being recorded");
    unmount();
    await show({ status: "recording", duration: null, interrupted: true });
    expect(said()).toContain("Interrupted");
    expect(said()).not.toContain("Being recorded");
  });

  it("leads from each place where the words were said to its second", async () => {
    await show({
      id: "r",
      matches: [
        { at_seconds: 65, text: "the red button" },
        { at_seconds: 130, text: "red again" },
      ],
    });
    const said = within(screen.getByRole("list", { name: "Said in this video" }));
    const links = said.getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["1:05the red button", "/video/r?t=65"],
      ["2:10red again", "/video/r?t=130"],
    ]);
  });

  it("never says of one video that it is processed and that its length is unknown", async () => {
    await show({ status: "processing", duration: null });
    expect(said()).toContain("Processing");
    expect(said()).not.toContain("Unknown");
  });
});
