// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Recording } from "#contract/recordings.ts";
import { InterruptedNotice, insteadOfPlayer } from "#web/ui/instead-of-player.tsx";

afterEach(cleanup);

const read = {
  status: "ready",
  interrupted: false,
  playable: true,
  progress: null,
  missing: null,
  failure: null,
  size: 5000,
  mime_type: "video/x-msvideo",
};
const ready = { ...read } as Recording; // no more of it is read

type Differs = Partial<Recording>;
const live = { state: "running" } as unknown as Recording["live"]; // no more of it is read
const said = (differs: Differs, who: "owner" | "visitor") => {
  const { container, unmount } = render(insteadOfPlayer({ ...ready, ...differs }, who));
  const text = container.textContent;
  unmount();
  return text;
};

describe("in the player's place", () => {
  const cases: [Differs, owner: RegExp, visitor: RegExp][] = [
    [{}, /^$/, /^$/],
    [{ status: "processing" }, /^$/, /^$/],
    [{ status: "processing", size: 0 }, /still arriving/, /still arriving/],
    [{ status: "recording", live }, /^$/, /^$/],
    [
      { status: "recording" },
      /still being made.*The link works already/,
      /still being made.*Stay here: it plays on this page/,
    ],
    [{ status: "recording", interrupted: true }, /^$/, /^$/],
    [{ status: "recording", interrupted: true, size: 1 }, /^$/, /^$/],
    [
      { status: "recording", interrupted: true, size: 0 },
      /was interrupted.*Nothing of it has arrived yet/,
      /was interrupted.*Nothing of it has arrived yet/,
    ],
    [{ status: "uploading" }, /still arriving/, /still arriving/],
    [
      { status: "failed", failure: "It is cut off." },
      /cannot be playedIt is cut off\.$/,
      /cannot be playedIt is cut off\.$/,
    ],
    [{ status: "failed" }, /It could not be read\.$/, /It could not be read\.$/],
    [
      { playable: false },
      /Browsers cannot play.*\(video\/x-msvideo\).*Download it to watch\.$/,
      /Browsers cannot play.*needs a player on a computer\.$/,
    ],
    [
      { playable: false, status: "processing" },
      /^Converting this recordingBrowsers/,
      /^Converting this recordingBrowsers/,
    ],
    [
      { playable: false, status: "processing", progress: 0 },
      /^Converting this recording: 0%/,
      /^Converting this recording: 0%/,
    ],
    [{ missing: "disconnected" }, /which is not connected/, /which is not connected/],
    [{ missing: "trashed" }, /in the trash/, /in the trash/],
    [{ missing: "gone", status: "failed" }, /no longer in its owner/, /no longer in its owner/],
  ];
  it.each(cases)(
    "of %j its owner and a visitor read what concerns them",
    (differs, owner, visitor) => {
      expect(said(differs, "owner")).toMatch(owner);
      expect(said(differs, "visitor")).toMatch(visitor);
    },
  );
});

describe("the notice above a recording that was interrupted", () => {
  it.each<[Differs, RegExp | null]>([
    [{}, null],
    [{ status: "recording" }, null],
    [{ status: "recording", interrupted: true }, /goes on by itself/],
    [{ status: "ready", interrupted: true }, /never came back/],
    [{ status: "ready", interrupted: true, size: 0 }, null],
  ])("of %j is %s", (differs, words) => {
    render(<InterruptedNotice recording={{ ...ready, ...differs }} />);
    const notice = screen.queryByRole("status");
    if (words) expect(notice?.textContent).toMatch(words);
    else expect(notice).toBeNull();
  });
});
