// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Recording } from "#contract/recordings.ts";
import { recordingWith, viewWith } from "#tests/web/lib/shared-view.ts";
import { canPlay } from "#web/data/recordings.ts";
import { EmbedPage } from "#web/features/shared-page/embed-page.tsx";
import { InterruptedNotice } from "#web/ui/instead-of-player.tsx";

afterEach(cleanup);

const recording = recordingWith({ duration: null, status: "recording" });

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
      <EmbedPage
        shareToken="token"
        view={viewWith({ recording: shown })}
        player={<p>The player</p>}
      />
      <InterruptedNotice recording={shown} />
    </>,
  );
  const isSaid = (words: string) => said.some((one) => one === words);
  for (const words of [running, "player", cut, "Nothing of it has", "never came"])
    expect(container.textContent?.includes(words), words).toBe(isSaid(words));
  expect(screen.queryByText("Interrupted") !== null).toBe(isSaid("Interrupted"));
  expect(canPlay(shown)).toBe(isSaid("player"));
});
