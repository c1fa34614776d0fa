// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import type { SharedView } from "#contract/shares.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith, viewWith } from "#tests/web/lib/shared-view.ts";
import { EmbedPage } from "#web/features/shared-page/embed-page.tsx";
import { EmbedStage } from "#web/features/shared-page/embed-stage.tsx";
import { UnableToLoad } from "#web/features/shared-page/shared-gate.tsx";
import { SharedPage } from "#web/features/shared-page/shared-page.tsx";

beforeAll(() => {
  // No realtime here, also not for what is still asked when a test has ended.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("fetch", async () => refusal(503, "Away"));
});
afterEach(cleanup);

const comments = { value: "comments", label: "Comments", content: <p>The comments</p> };
const transcript = { value: "transcript", label: "Transcript", content: <p>The transcript</p> };
type Tabs = Parameters<typeof SharedPage>[0]["tabs"];

async function show(part: Partial<SharedView> = {}, tabs: Tabs = [comments, transcript]) {
  const asked = answers({});
  const view = viewWith(part);
  await renderInApp(
    <SharedPage
      shareToken="token"
      {...{ view, tabs }}
      player={<p>The player</p>}
      reactions={<p>The reactions</p>}
    />,
  );
  return asked;
}
const says = (words: string | RegExp) => screen.queryByText(words) !== null;
const download = () => screen.queryByRole("link", { name: "Download Video" });
const page = () => document.body.textContent;

test("on other pages a folder's link leads to its page", async () => {
  await renderInApp(<EmbedStage shareToken="token" folder="Talks" />);
  expect(says("Talks")).toBe(true);
  const way = screen.getByRole("link", { name: "Watch this folder on Kinora" });
  expect(way.getAttribute("href")).toBe("/shared/token");
});

describe("a shared video", () => {
  it.each<[Partial<SharedView>, string, string]>([
    [{}, "View Only", "You can view this video but cannot download or edit it."],
    [
      { can_download: true },
      "View Only",
      "You can view and download this video but cannot edit it.",
    ],
    [
      { permission_type: "edit", can_edit: true },
      "Can Edit",
      "You have edit permissions for this video.",
    ],
    [
      { permission_type: "edit" },
      "Can Edit",
      "You have edit permissions for this video. Sign in to use them.",
    ],
    [
      { is_owner: true },
      "Your recording",
      "This is your own recording. Through this link, others can watch it. Go to your recording",
    ],
    [
      { is_owner: true, permission_type: "edit", can_edit: true },
      "Your recording",
      "This is your own recording. Through this link, others can watch and edit it. Go to your recording",
    ],
  ])("says what may be done with it: %o", async (part, badge, rights) => {
    await show(part);
    expect(says(badge)).toBe(true);
    expect(page()).toContain(rights);
    expect(page().includes("This video was shared with you")).toBe(!part.is_owner);
  });

  it("is downloaded and renamed by those who may", async () => {
    await show();
    expect(download()).toBeNull();
    expect(screen.queryByRole("button", { name: /How we ship|title/i })).toBeNull();
    cleanup();
    await show({ can_download: true, can_edit: true });
    const { id } = recordingWith();
    expect(download()?.getAttribute("href")).toBe(`/api/recordings/${id}/download?token=t`);
    expect(download()?.hasAttribute("download"), "it is not opened in the page's place").toBe(true);
    expect(screen.getByRole("button", { name: /How we ship|title/i })).toBeDefined();
  });

  it("says how long it is, and how large, where that is known", async () => {
    await show();
    expect(says("1:15")).toBe(true);
    expect(page()).toMatch(/\d KB|\d B\b/);
    cleanup();
    await show({ recording: recordingWith({ duration: null, size: 0 }) });
    expect(says("1:15")).toBe(false);
    expect(page()).not.toMatch(/\d KB|\d B\b|0:00|Unknown/);
  });

  it("says how long its link opens, or since when it is over", async () => {
    await show();
    expect(page()).not.toMatch(/This link (expires|is over)/);
    cleanup();
    await show({ expires_at: new Date(Date.now() + 60_000).toISOString() });
    expect(page()).toContain("This link expires on");
    cleanup();
    await show({ expires_at: new Date(Date.now() - 1).toISOString(), is_owner: true });
    expect(page()).toContain("This link is over for others since");
  });

  it("asks guests to sign in at one place, which is not the bar on top", async () => {
    await show();
    expect(screen.queryByRole("link", { name: "Sign In" })).toBeNull();
    cleanup();
    await renderInApp(<UnableToLoad onRetry={() => {}} />);
    expect(screen.getByRole("link", { name: "Sign In" })).toBeDefined();
  });

  it("has beside it what there is, the first of it first", async () => {
    await show();
    expect(says("The comments")).toBe(true);
    expect(screen.getByRole("tab", { name: "Comments" }).getAttribute("aria-selected")).toBe(
      "true",
    );
    fireEvent.click(screen.getByRole("tab", { name: "Transcript" }));
    expect(says("The transcript")).toBe(true);
    cleanup();
    await show({}, [comments]);
    expect(screen.queryByRole("tab")).toBeNull();
    expect(says("The comments")).toBe(true);
  });

  it("that does not play says why in the player's place", async () => {
    await show();
    expect(says("The player")).toBe(true);
    cleanup();
    await show({ recording: recordingWith({ status: "failed" }) });
    expect(says("The player")).toBe(false);
  });

  it("on another page leads to ours, in a page of its own", () => {
    render(<EmbedPage shareToken="token" view={viewWith()} player={<p>The player</p>} />);
    const link = screen.getByRole("link");
    expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([
      "/shared/token",
      "_blank",
    ]);
    expect(link.textContent).toContain("How we ship · Ada");
  });
});
