// @vitest-environment happy-dom
import { useLocation } from "@tanstack/react-router";
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import type { State } from "#web/features/recorder/steps.ts";
import { DRIVE_NOT_CONNECTED } from "#web/lib/drive-problem.ts";
import { signIn } from "#web/lib/session.ts";
import { forgetAll, recorded, recordPage, summary, tell } from "./on-screen.tsx";

beforeEach(() => signIn({ token: "of-ada", user: ada }));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  forgetAll();
});

function Here() {
  const { href } = useLocation();
  return <output data-testid="here">{href}</output>;
}
const here = () => screen.getByTestId("here").textContent;
const failed = (reason: string): State => ({ name: "failed", summary, reason, downloaded: false });
const wait = (milliseconds: number) => act(async () => void vi.advanceTimersByTime(milliseconds));

async function open() {
  tell({ name: "saving", summary }, { title: "Demo", blob: recorded });
  await renderInApp(
    <>
      {recordPage()}
      <Here />
    </>,
    { at: "/new-recording" },
  );
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

test("a save that fails for want of the drive leads to where it is connected, once that was read", async () => {
  await open();
  tell(failed(DRIVE_NOT_CONNECTED));
  await wait(1_499);
  expect(screen.getByRole("alert").textContent).toContain(DRIVE_NOT_CONNECTED);
  expect(here()).toBe("/new-recording");
  await wait(1);
  vi.useRealTimers();
  await expect.poll(here).toBe("/settings#cloud-storage");
});

test("whoever comes back decides in peace, and is led there once more where the save fails again", async () => {
  await open();
  tell(failed(DRIVE_NOT_CONNECTED));
  await wait(1_500);
  cleanup();
  vi.useRealTimers();
  const waits = vi.spyOn(globalThis, "setTimeout");
  const leads = () => waits.mock.calls.some(([, milliseconds]) => milliseconds === 1_500);
  await renderInApp(recordPage(), { at: "/new-recording" });
  expect(screen.getByRole("button", { name: "Save again" })).toBeTruthy();
  expect(leads()).toBe(false);
  tell({ name: "saving", summary });
  tell(failed(DRIVE_NOT_CONNECTED));
  expect(leads()).toBe(true);
  waits.mockRestore();
});

test("a save that fails otherwise, or is tried again at once, leads nowhere", async () => {
  await open();
  const timers = vi.getTimerCount();
  tell(failed("No room."));
  expect(vi.getTimerCount()).toBe(timers);
  tell(failed(DRIVE_NOT_CONNECTED));
  expect(vi.getTimerCount()).toBe(timers + 1);
  tell({ name: "saving", summary });
  expect(vi.getTimerCount()).toBe(timers);
});
