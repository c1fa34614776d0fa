// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Recording } from "#contract/recordings.ts";
import type { SharedView } from "#contract/shares.ts";
import { ada } from "#tests/web/lib/people.ts";
import { canPlay } from "#web/data/recordings.ts";
import { EmbedPage } from "#web/features/shared-page/embed-page.tsx";
import { InterruptedNotice } from "#web/ui/interrupted-notice.tsx";

afterEach(cleanup);

const recording: Recording = {
  id: crypto.randomUUID(),
  filename: "How we ship",
  original_filename: "ship.webm",
  size: 5000,
  duration: null,
  width: null,
  height: null,
  mime_type: "video/webm",
  video_codec: null,
  audio_codec: null,
  status: "recording",
  failure: null,
  interrupted: false,
  live: null,
  playable: null,
  progress: null,
  storage_type: "s3",
  moving: null,
  missing: null,
  thumbnail_path: null,
  contact_sheet: null,
  edited: false,
  view_count: 0,
  folder_id: null,
  comment_count: 0,
  created_at: "2026-11-21T19:31:00.000Z",
  updated_at: "2026-11-21T19:31:00.000Z",
};

const viewOf = (shown: Recording): SharedView => ({
  kind: "recording",
  recording: shown,
  can_edit: false,
  can_download: false,
  can_comment: false,
  guests_may_comment: false,
  is_owner: false,
  permission_type: "view",
  expires_at: null,
  owner: { username: ada.username, profile_picture: null },
  media: { token: "t", expires_at: "2026-11-22T19:31:00.000Z" },
});

const running = "This recording is still being made";
const cut = "The recording was interrupted";

test.each([
  ["runs", {}, [running]],
  ["was interrupted", { interrupted: true }, ["player", cut, "Interrupted"]],
  ["was interrupted before anything came", { interrupted: true, size: 0 }, ["Nothing of it has"]],
  ["was interrupted, and closed", { interrupted: true, status: "ready" }, ["player", "never came"]],
  ["is whole", { status: "ready" }, ["player"]],
] as const)("a recording that %s says so, and plays as far as it came", (_, differs, said) => {
  const shown: Recording = { ...recording, ...differs };
  const { container } = render(
    <>
      <EmbedPage shareToken="token" view={viewOf(shown)} player={<p>The player</p>} />
      <InterruptedNotice recording={shown} />
    </>,
  );
  const isSaid = (words: string) => said.some((one) => one === words);
  for (const words of [running, "player", cut, "Nothing of it has", "never came"])
    expect(container.textContent?.includes(words), words).toBe(isSaid(words));
  expect(screen.queryByText("Interrupted") !== null).toBe(isSaid("Interrupted"));
  expect(canPlay(shown)).toBe(isSaid("player"));
});
