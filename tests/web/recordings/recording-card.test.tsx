// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { FoundRecording } from "#contract/recordings.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import { shareWith } from "#tests/web/lib/shares.ts";
import { config } from "#tests/web/subscriptions/world.ts";
import { configQuery } from "#web/data/config.ts";
import { RecordingCard } from "#web/features/recordings/library/recording-card.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = (differs: Partial<FoundRecording>, asks = false, cache = new QueryClient()) =>
  renderInApp(
    <RecordingCard
      recording={recordingWith(differs)}
      isSelected={false}
      isSelecting={false}
      dragged={() => []}
      onMove={() => {}}
      onSelect={() => {}}
      onShare={() => {}}
      onDownload={() => {}}
      onDelete={() => {}}
    />,
    { asks, cache },
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

  it("says how often it was played, once it was", async () => {
    const { unmount } = await show({ view_count: 1, play_count: 0 });
    expect(said()).not.toMatch(/plays?/);
    unmount();
    await show({ play_count: 1 });
    expect(said()).toContain("0views1play0comments");
  });

  it.each([
    [true, ["Nov 21, 2026", "5 MB", "Google Drive"]],
    [false, ["Nov 21, 2026", "5 MB"]],
  ])("says where it lies where there are several places: %s", async (drive, facts) => {
    const cache = new QueryClient();
    cache.setQueryData(configQuery.queryKey, { ...config, drive });
    await show({ storage_type: drive ? "google_drive" : config.cloud_storage }, false, cache);
    const known = screen.getByText("5 MB").parentElement?.children ?? [];
    expect([...known].map((fact) => fact.lastChild?.textContent)).toEqual(facts);
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
    const said = within(screen.getByRole("list", { name: "Said in this recording" }));
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

describe("the link of a card", () => {
  const id = "3f2b8a54-0d5e-4b7e-9f63-000000000001";
  const made = shareWith({ recording_id: id, share_token: "made" });
  const press = () => userEvent.click(screen.getByLabelText("Copy link to Talk"));
  const calls = (asked: [string, unknown?][]) =>
    asked.map(([call]) => call).filter((call) => call.includes("/shares"));

  it("that cannot be made or copied is not said to be copied", async () => {
    const path = `/recordings/${id}/shares`;
    answers({ [`GET ${path}`]: refusal(404, "It is gone.") });
    userEvent.setup();
    await show({ id, filename: "Talk" }, true);
    await press();
    await screen.findByText("It is gone.");
    answers({ [`GET ${path}`]: { shares: [made] } });
    vi.spyOn(navigator.clipboard, "write").mockRejectedValue(new Error("No"));
    await press();
    await screen.findByText("The browser refused to copy. Share shows the link.");
    expect(screen.queryByText(/^Link copied/)).toBeNull();
  });

  it("is copied by one press: made at the first, the same at the next, and said to be for anyone", async () => {
    const asked = answers({
      [`GET /recordings/${id}/shares`]: { shares: [] },
      [`POST /recordings/${id}/shares`]: made,
    });
    userEvent.setup();
    await show({ id, filename: "Talk" }, true);
    expect(calls(asked), "nothing is public before that").toEqual([]);
    await press();
    await screen.findByText("Link copied. Anyone with it can watch.");
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/shared/made`);
    await press();
    expect(calls(asked)).toEqual([`GET /recordings/${id}/shares`, `POST /recordings/${id}/shares`]);
  });
});
