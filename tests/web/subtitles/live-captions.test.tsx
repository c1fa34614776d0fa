// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import type { Config } from "#contract/config.ts";
import type { CurrentSubscription } from "#contract/subscriptions.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { choose } from "#tests/web/lib/choose.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { configQuery } from "#web/data/config.ts";
import { subscriptionQuery } from "#web/data/subscriptions.ts";
import { keepLanguage, recentLanguages } from "#web/features/subtitles/recent-languages.ts";
import { useLiveCaptions } from "#web/features/subtitles/use-live-captions.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Setting({ isSent }: { isSent: boolean }) {
  const captions = useLiveCaptions();
  if (!captions) return <p>No captions</p>;
  return (
    <>
      <p>Language: {captions.language ?? "none"}</p>
      {captions.control(isSent)}
    </>
  );
}

interface Given {
  isSent?: boolean;
  transcription?: Config["transcription"];
  addon?: boolean;
  limit?: number | null;
  used?: number;
}

async function show(given: Given = {}) {
  const { isSent = true, transcription = "service", addon = true, limit = 60, used = 0 } = given;
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  answers({});
  cache.setQueryData(configQuery.queryKey, { transcription } as Config); // no more of it is read
  cache.setQueryData(subscriptionQuery.queryKey, {
    subtitle_addon_enabled: addon,
    subtitle_minutes: { used, limit, resets_at: "2026-12-01T00:00:00Z" },
  } as CurrentSubscription); // no more of it is read
  await renderInApp(<Setting isSent={isSent} />, { cache });
}

const control = () => screen.queryByRole("switch");
const isOn = () => control()?.getAttribute("aria-checked") === "true";

describe("captions while one records", () => {
  it.each<[Given, boolean]>([
    [{}, true],
    [{ used: 59 }, true],
    [{ used: 60 }, false],
    [{ addon: false }, false],
    [{ addon: false, limit: null }, true],
    [{ transcription: "off" }, false],
    [{ transcription: "off", limit: null }, false],
  ])("are offered to whom they would be written: %o, %s", async (given, isOffered) => {
    await show(given);
    expect(control() !== null).toBe(isOffered);
  });

  it("are off at first, and in the language chosen last once they are on, also the next time", async () => {
    keepLanguage("de");
    await show();
    expect(isOn()).toBe(false);
    expect(screen.getByText("Language: none")).toBeDefined();
    await userEvent.click(control() ?? document.body);
    expect(screen.getByText("Language: de")).toBeDefined();
    await choose("Spoken language", "French");
    expect(recentLanguages()).toEqual(["fr", "de"]);
    cleanup();
    await show();
    expect(isOn()).toBe(true);
    expect(screen.getByText("Language: fr")).toBeDefined();
    await userEvent.click(control() ?? document.body);
    cleanup();
    await show();
    expect(isOn()).toBe(false);
  });

  it("need what is recorded to be sent, and are on again once it is", async () => {
    await show();
    await userEvent.click(control() ?? document.body);
    cleanup();
    await show({ isSent: false });
    expect(isOn()).toBe(false);
    expect(control()?.getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByText(/^Needs Instant link/)).toBeDefined();
    expect(screen.queryByRole("combobox")).toBeNull();
    cleanup();
    await show();
    expect(isOn()).toBe(true);
  });
});
