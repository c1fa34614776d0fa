// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { FoundRecording } from "#contract/recordings.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { RecordingCard } from "#web/features/recordings/library/recording-card.tsx";

afterEach(cleanup);

const recording: FoundRecording = {
  id: crypto.randomUUID(),
  filename: "How we ship",
  original_filename: "ship.webm",
  size: 5 * 2 ** 20,
  duration: 65,
  width: 1920,
  height: 1080,
  mime_type: "video/webm",
  video_codec: "vp9",
  audio_codec: null,
  status: "ready",
  failure: null,
  interrupted: false,
  playable: true,
  progress: null,
  storage_type: "s3",
  moving: null,
  missing: null,
  thumbnail_path: null,
  contact_sheet: null,
  view_count: 0,
  comment_count: 0,
  created_at: "2026-11-21T19:31:00.000Z",
  updated_at: "2026-11-21T19:31:00.000Z",
  matches: [],
};

const show = (differs: Partial<FoundRecording>) =>
  renderInApp(
    <RecordingCard
      recording={{ ...recording, ...differs }}
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

  it("never says of one video that it is processed and that its length is unknown", async () => {
    await show({ status: "processing", duration: null });
    expect(said()).toContain("Processing");
    expect(said()).not.toContain("Unknown");
  });
});
