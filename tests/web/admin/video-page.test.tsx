// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AdminVideo } from "#contract/admin-videos.ts";
import type { Recording } from "#contract/recordings.ts";
import { adminVideoWith } from "#tests/web/lib/admin-video.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { ada } from "#tests/web/lib/people.ts";
import { recordingWith } from "#tests/web/lib/shared-view.ts";
import { AdminVideoPage } from "#web/features/admin/videos/admin-video-page.tsx";
import { signIn, signOut } from "#web/lib/session.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
beforeEach(() => signIn({ token: "t", user: { ...ada, role: "admin" } }));
afterEach(() => {
  cleanup();
  signOut();
});

const ben: AdminVideo["user"] = {
  id: crypto.randomUUID(),
  username: "Ben",
  email: "ben@example.org",
};

async function show({ id, username, email } = ben, part: Partial<Recording> = {}) {
  const recording = recordingWith(part);
  const video = adminVideoWith({ id: recording.id, user: { id, username, email } });
  const done: string[] = [];
  await renderInApp(
    <AdminVideoPage
      {...{ video, recording, isTheatre: false }}
      player={<p>The player</p>}
      discussion={<p>The discussion</p>}
      onDownload={() => done.push("downloaded")}
      onDeleted={async () => void done.push("left")}
    />,
  );
  return { id: recording.id, done };
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const leadsTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

describe("somebody's video, for an admin", () => {
  it("says whose it is, and leads to them; or to where it is one's own", async () => {
    await show();
    expect(screen.getByText(/^This recording belongs to Ben \(ben@example\.org\)/)).toBeDefined();
    expect(leadsTo("See their account")).toBe(`/admin/users/${ben.id}`);
    expect(leadsTo("Video Management")).toBe("/admin/videos");
    cleanup();
    const { id } = await show(ada);
    expect(screen.getByText(/^This recording is yours/)).toBeDefined();
    expect(leadsTo("Open as its owner")).toBe(`/video/${id}`);
  });

  it("is played and downloaded once it is there, and says why where it is not", async () => {
    const { done } = await show();
    expect(screen.getByText("The player")).toBeDefined();
    expect(screen.getByText("The discussion")).toBeDefined();
    await userEvent.click(button("Download Video"));
    expect(done).toEqual(["downloaded"]);
    for (const status of ["uploading", "failed"] as const) {
      cleanup();
      await show(ben, { status });
      expect(screen.queryByText("The player")).toBeNull();
      expect(isOff(button("Download Video"))).toBe(status === "uploading");
    }
    expect(screen.queryByText(/was interrupted/)).toBeNull();
    cleanup();
    await show(ben, { interrupted: true, size: 1 });
    expect(screen.getByText(/^The recorder was interrupted and never came back/)).toBeDefined();
  });

  it("is deleted after asking, and left then; and not where that is refused", async () => {
    const { id, done } = await show();
    const call = `DELETE /admin/videos/${id}`;
    const press = async (answer: string) => {
      await userEvent.click(button("Delete Video"));
      await screen.findByRole("alertdialog");
      await userEvent.click(button(answer));
      await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    };
    const refused = answers({ [call]: refusal(409, "It is being copied") });
    await press("Cancel");
    expect(refused).toEqual([]);
    await press("Confirm");
    await screen.findByText("It is being copied");
    expect(done).toEqual([]);
    answers({ [call]: { success: true } });
    await press("Confirm");
    await expect.poll(() => done).toEqual(["left"]);
    await screen.findByText("Recording deleted");
  });
});
