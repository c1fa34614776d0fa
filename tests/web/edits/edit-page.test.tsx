// @vitest-environment happy-dom
import { act, cleanup, fireEvent, renderHook, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { recordingTopic } from "#contract/events.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { config } from "#tests/web/subscriptions/world.ts";
import { useTheme } from "#web/lib/browser/theme.ts";
import { at, handle, press, recording, show } from "./an-editor.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the page of the editor", () => {
  it("asks again for the edit when its film or its edit was changed elsewhere", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    const server = await realtimeServer();
    const topic = recordingTopic(recording.id);
    const token = { token: "t", expires_at: "2999-01-01T00:00:00.000Z" };
    const spoken = { ...config, realtime_key: "key" };
    const calls = { "POST /realtime/token": token, "GET /config": spoken };
    const asked = await show({}, calls, {}, spoken);
    await handle("Start");
    const readings = () => asked.filter(([call]) => call === `GET ${at}/edit`).length;
    await expect.poll(() => server.state.joined).toEqual([topic]);
    await expect.poll(readings).toBe(2); // what changed before the page heard of it
    for (const [event, sum] of [
      ["edit", 3],
      ["comments", 3],
      ["film", 4],
    ] as const) {
      server.announce(topic, event);
      await vi.advanceTimersByTimeAsync(2_000); // news is gathered for so long
      expect(readings(), event).toBe(sum);
    }
    server.stop();
  });

  it("says so where the film cannot be read, and reads it on request", async () => {
    const token = `POST ${at}/media-token`;
    await show({}, { [token]: refusal(403, "Not now") });
    await screen.findByText("Failed to load the editor");
    answers({ [token]: { token: "t", expires_at: "2999-01-01T00:00:00.000Z" } });
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await handle("Start");
  });

  it("goes on from another address, where it stood, when that of the film is over", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    let asked = 0;
    const expires_at = "2999-01-01T00:00:00.000Z";
    await show({}, { [`POST ${at}/media-token`]: () => ({ token: `t${++asked}`, expires_at }) });
    await handle("Start");
    const film = () => document.querySelector("video") as HTMLVideoElement; // it is on the page
    const address = () => new URL(film().src).searchParams.get("token");
    const later = press("ArrowRight", { shiftKey: true });
    const stood = film().currentTime;
    expect([later, stood > 0]).toEqual([expect.anything(), true]);
    fireEvent.error(film()); // a young address is no reason
    vi.setSystemTime(Date.now() + 6 * 3_600_000);
    fireEvent.error(film());
    await expect.poll(address).toBe("t2");
    expect(asked).toBe(2);
    expect(film().currentTime).toBe(stood);
  });

  it("shows the pictures of the original, since the cut has none of what was taken out", async () => {
    const sources: string[] = [];
    class Picture {
      set src(address: string) {
        sources.push(address);
      }
    }
    vi.stubGlobal("Image", Picture);
    const shape = { tile_width: 160, tile_height: 90, tiles: 4, seconds_each: 15 };
    const contact_sheet = { path: `/api${at}/contact-sheet?v=7`, ...shape };
    await show({ contact_sheet });
    await handle("Start");
    await expect.poll(() => sources).toEqual([`/api${at}/contact-sheet?v=7&token=t&original=true`]);
  });

  it("draws its timeline anew when another theme is chosen", async () => {
    const drawn = vi.spyOn(HTMLCanvasElement.prototype, "getContext");
    await show();
    await handle("Start");
    const { result } = renderHook(useTheme);
    for (const theme of ["dark", "system"] as const) {
      drawn.mockClear();
      act(() => result.current[1](theme));
      expect(drawn, theme).toHaveBeenCalled();
    }
    drawn.mockRestore();
  });
});
