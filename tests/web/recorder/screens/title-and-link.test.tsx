// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { isOff } from "#tests/web/lib/off.ts";
import { shareWith } from "#tests/web/lib/shares.ts";
import type { State } from "#web/features/recorder/steps.ts";
import { view } from "#web/features/recorder/view.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";
import {
  beginRecording,
  forgetAll,
  openRecordPage,
  recorded,
  summary,
  tell,
} from "./on-screen.tsx";

const id = "6f7f9bb4-3c48-4b0e-9d6c-0c9d4a1c2b3d";
const ready: State = { name: "ready", summary, downloaded: false };
const saved: State = { name: "saved", summary, recordingId: id };
const recording: State = { name: "recording", instant: true, clock: { spent: 0, since: 0 } };

let server: Awaited<ReturnType<typeof answeringServer>>;
let asked: string[];
beforeAll(loadToasts);
beforeEach(async () => {
  localStorage.clear();
  server = await answeringServer();
  asked = [];
  beginRecording();
});
afterEach(() => {
  cleanup();
  forgetAll();
  vi.unstubAllGlobals();
  return server.stop();
});

/** Answers by method. */
function answering(answers: Record<string, { status?: number; body: unknown }>) {
  server.state.answer = ({ method = "", url }) => {
    asked.push(`${method} ${url}`);
    return answers[method] ?? { status: 500, body: {} };
  };
}

async function rename(to: string) {
  await userEvent.click(screen.getByRole("button", { name: "Edit title" }));
  const field = screen.getByRole("textbox", { name: "Title" });
  await userEvent.clear(field);
  await userEvent.type(field, `${to}{Enter}`);
}

describe("the title of a finished recording", () => {
  it("is changed here while it is nowhere else", async () => {
    answering({});
    tell(ready, { title: "talk", blob: recorded });
    await openRecordPage();
    await rename("Launch plan");
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Launch plan");
    expect(view().title).toBe("Launch plan");
    expect(asked).toEqual([]);
  });

  it("is changed on the server once it is there, and is what it was where that fails", async () => {
    answering({ PUT: { status: 500, body: {} }, PATCH: { status: 500, body: {} } });
    tell(saved, { title: "talk", blob: recorded, recordingId: id });
    await openRecordPage();
    await rename("Launch plan");
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toContain(`/api/recordings/${id}`);
    await waitFor(() => expect(view().title).toBe("talk"));
  });

  it("cannot be changed while the server makes a place for it", async () => {
    tell({ name: "saving", summary }, { title: "talk", recordingId: null });
    await openRecordPage();
    expect(screen.queryByRole("button", { name: "Edit title" })).toBeNull();
    tell({ name: "saving", summary }, { recordingId: id });
    expect(screen.getByRole("button", { name: "Edit title" })).toBeTruthy();
  });
});

describe("the link of a recording", () => {
  it("is there from its first second where it is sent at once, and not before it has a place", async () => {
    tell(recording, { recordingId: null });
    await openRecordPage();
    const preparing = screen.getByRole<HTMLButtonElement>("button", { name: "Preparing the link" });
    expect(isOff(preparing)).toBe(true);
    tell(recording, { recordingId: id });
    expect(isOff(screen.getByRole("button", { name: "Copy link" }))).toBe(false);
    tell({ ...recording, instant: false });
    expect(screen.queryByRole("button", { name: "Copy link" })).toBeNull();
  });

  it("is copied, is the one for anyone, and is asked for once", async () => {
    const theirs = shareWith({ recording_id: id, share_token: "theirs", has_password: true });
    const ours = shareWith({ recording_id: id, share_token: "ours" });
    answering({ GET: { body: { shares: [theirs, ours] } } });
    const user = userEvent.setup();
    tell(saved, { title: "talk", recordingId: id });
    await openRecordPage();
    await user.click(screen.getByRole("button", { name: "Copy link" }));
    await screen.findByRole("button", { name: "Copied" });
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/shared/ours`);
    await user.click(screen.getByRole("button", { name: "Copied" }));
    expect(asked).toEqual([`GET /api/recordings/${id}/shares`]);
  });

  it("is made where there is none, and what fails is not said to be copied", async () => {
    const made = shareWith({ recording_id: id, share_token: "made" });
    answering({ GET: { body: { shares: [] } }, POST: { status: 503, body: {} } });
    const user = userEvent.setup();
    tell(saved, { title: "talk", recordingId: id });
    await openRecordPage();
    await user.click(screen.getByRole("button", { name: "Copy link" }));
    await screen.findByText("Failed to create share link");
    const again = await screen.findByRole("button", { name: "Copy link" });
    answering({ GET: { body: { shares: [] } }, POST: { status: 201, body: made } });
    await user.click(again);
    await screen.findByRole("button", { name: "Copied" });
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/shared/made`);
    expect(screen.queryByText(/browser refused to copy/), "it was not asked to").toBeNull();
  });
});
