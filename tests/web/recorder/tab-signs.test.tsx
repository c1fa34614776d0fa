// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { startFlow } from "#web/features/recorder/flow.ts";
import { useTabSigns } from "#web/features/recorder/screens/dock.tsx";
import type { State } from "#web/features/recorder/steps.ts";

function Signs({ state, kept = 0 }: { state: State; kept?: number }) {
  const { picture, ...flow } = startFlow(false);
  useTabSigns({ state, flow: { ...flow, picture: { ...picture, kept } } });
  return null;
}

const idle: State = { name: "idle" };
const paused: State = { name: "paused", instant: true, clock: { spent: 65_000, since: null } };

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/icon.svg">';
  document.title = "Library · Kinora";
});

const icon = () => document.querySelector("link")?.getAttribute("href");

test("a tab says from afar that it records, and for how long", () => {
  const recording: State = {
    name: "recording",
    instant: true,
    clock: { spent: 90_000, since: 0 },
  };
  const { rerender, unmount } = render(<Signs state={recording} kept={5000} />);
  expect([document.title, icon()]).toEqual(["● 0:05 · Kinora", "/icon-recording.svg"]);
  rerender(<Signs state={recording} kept={7000} />);
  expect(document.title, "what is kept, whatever time it took").toBe("● 0:07 · Kinora");
  rerender(<Signs state={paused} kept={65_000} />);
  expect(document.title).toBe("Paused 1:05 · Kinora");
  unmount();
});

test("a tab gets its own title and icon back, or the one that it was given meanwhile", () => {
  const { rerender } = render(<Signs state={paused} />);
  rerender(<Signs state={idle} />);
  expect(document.title).toBe("Library · Kinora");
  expect(icon()).toMatch(/\/icon\.svg$/);
  rerender(<Signs state={paused} />);
  document.title = "Settings · Kinora";
  rerender(<Signs state={idle} />);
  expect(document.title).toBe("Settings · Kinora");
});
