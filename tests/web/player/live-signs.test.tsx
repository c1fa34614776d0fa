// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveState } from "#contract/live.ts";
import { LiveSigns } from "#web/features/player/live/live-take.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pressed: string[] = [];
const running: LiveState = {
  ...{ bytes: 1000, seconds: 192.4, paused: false, ended: false, take: 0 },
  updated_at: "2026-11-25T20:00:00Z",
};

const signs = (
  part: Partial<LiveState> = {},
  props: Partial<Parameters<typeof LiveSigns>[0]> = {},
) => (
  <LiveSigns
    state={{ ...running, ...part }}
    isLive
    isInterrupted={false}
    hasBegunAgain={false}
    isMuted={false}
    goLive={() => pressed.push("live")}
    unmute={() => pressed.push("sound")}
    {...props}
  />
);

const said = () => screen.getByRole("status").textContent;
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

describe("the words over a recording that runs", () => {
  it("are none while parts come, and say what is missing where none do", () => {
    const { rerender } = render(signs());
    pass(4);
    expect(said()).toBe("");
    pass(1.5);
    expect(said()).toBe("Waiting for the recorder");
    rerender(signs({ updated_at: "2026-11-25T20:00:06Z" }));
    expect(said()).toBe("");
    pass(59);
    expect(said()).toBe("Waiting for the recorder");
    pass(1.5);
    expect(said()).toBe("Ended early at 3:12");
    rerender(signs({ updated_at: "2026-11-25T20:02:00Z", seconds: 194 }));
    expect(said()).toBe("");
  });

  it("say that it is paused, however long", () => {
    render(signs({ paused: true }));
    pass(120);
    expect(said()).toBe("Paused");
  });

  it("say at once what the server has found out, and nothing after the end", () => {
    const { rerender } = render(signs({ paused: true }, { isInterrupted: true }));
    expect(said()).toBe("Ended early at 3:12");
    rerender(signs({ ended: true }));
    pass(90);
    expect(said()).toBe("");
  });

  it("stand beside the way to the newest", () => {
    render(signs());
    screen.getByRole("button", { name: "Live" }).click();
    expect(pressed).toEqual(["live"]);
    expect(screen.queryByRole("button", { name: "Turn the sound on" })).toBeNull();
  });

  it("stand beside the way to its sound, where the browser has kept it silent", () => {
    pressed.length = 0;
    render(signs({}, { isMuted: true }));
    screen.getByRole("button", { name: "Turn the sound on" }).click();
    expect(pressed).toEqual(["sound"]);
  });

  it("say that it was begun again, unless something is missing", () => {
    const { rerender } = render(signs({}, { hasBegunAgain: true }));
    expect(said()).toBe("Begun again");
    rerender(signs({ paused: true }, { hasBegunAgain: true }));
    expect(said()).toBe("Paused");
  });
});
