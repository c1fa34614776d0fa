// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Config } from "#contract/config.ts";
import type { CurrentSubscription } from "#contract/subscriptions.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { configQuery } from "#web/data/config.ts";
import { subscriptionQuery } from "#web/data/subscriptions.ts";
import { MakingSubtitles } from "#web/features/subtitles/making-subtitles.tsx";
import { buttonLook } from "#web/ui/controls/button.tsx";

afterEach(cleanup);

async function open(
  transcription: Config["transcription"],
  payments = false,
  limit: number | null = 0,
) {
  const cache = new QueryClient();
  cache.setQueryData(configQuery.queryKey, { transcription } as Config); // no more of it is shown
  cache.setQueryData(subscriptionQuery.queryKey, {
    ...{ subtitle_addon_enabled: false, payments },
    subtitle_minutes: { used: 0, limit, resets_at: "2026-12-01T00:00:00Z" },
  } as CurrentSubscription); // no more of it is shown
  await renderInApp(<MakingSubtitles scope={{ recordingId: "r" }} />, { cache });
}

async function draw(transcription: Config["transcription"], payments = false) {
  await open(transcription, payments);
  const unlock = screen.getByRole("link", { name: "Unlock subtitles" });
  const upload = screen.getByRole("button", { name: /Choose an .srt/, hidden: true });
  const isFirst = upload.compareDocumentPosition(unlock) === Node.DOCUMENT_POSITION_FOLLOWING;
  const primaries = [unlock, upload].filter((one) => one.className.includes(PRIMARY));
  return { unlock, upload, isFirst, primaries };
}

const [PRIMARY = ""] = buttonLook({ tone: "primary" })
  .split(" ")
  .filter((name) => !buttonLook().includes(name));

test("where the server transcribes, the add-on that unlocks it comes first", async () => {
  const { unlock, isFirst, primaries } = await draw("service");
  expect(unlock.getAttribute("href")).toBe("/subscription?addon=subtitle");
  expect(isFirst).toBe(false);
  expect(primaries).toEqual([unlock]);
  expect(screen.getByText(/About 130 languages/)).toBeDefined();
});

test("where it does not, bringing subtitles along comes first, and nothing is promised", async () => {
  const { upload, isFirst, primaries } = await draw("off");
  expect(isFirst).toBe(true);
  expect(primaries).toEqual([upload]);
  expect(screen.getByText(/Transcription is not set up on this server/)).toBeDefined();
  expect(screen.queryByText(/About 130 languages/)).toBeNull();
});

test("its price stands there only where it is sold", async () => {
  await draw("service");
  expect(screen.getByText(/300 minutes\/month/).textContent).toBe("Included · 300 minutes/month");
  cleanup();
  await draw("service", true);
  expect(screen.getByText(/300 minutes\/month/).textContent).toBe("$3/month · 300 minutes/month");
});

test("a server that counts no minutes locks nothing, and counts none", async () => {
  await open("service", false, null);
  expect(screen.getByRole("button", { name: "Generate" })).toBeDefined();
  expect(screen.queryByText(/minutes/)).toBeNull();
  expect(screen.queryByRole("link", { name: "Unlock subtitles" })).toBeNull();
  cleanup();
  await open("off", false, null);
  expect(screen.queryByRole("link", { name: "Unlock subtitles" })).toBeNull();
});

test("a plan that cannot be read is said, and asked for again", async () => {
  const asked = answers({ "GET /subscriptions/current": refusal(503, "Busy") });
  const times = () => asked.filter(([call]) => call === "GET /subscriptions/current").length;
  await renderInApp(<MakingSubtitles scope={{ recordingId: "r" }} />, { asks: true });
  await screen.findByText("Your plan was not read");
  expect(times()).toBe(1);
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await expect.poll(times).toBe(2);
});
