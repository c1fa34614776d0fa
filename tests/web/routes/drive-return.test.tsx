// @vitest-environment happy-dom
import { notifyManager } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { DriveConnection } from "#contract/drive.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { openRoute } from "#tests/web/lib/at-route.tsx";
import { signedInAsAda } from "#tests/web/lib/signed-in.ts";
import { until } from "#tests/web/lib/until.ts";
import { Route as driveReturn } from "#web/routes/auth/google-drive.callback.tsx";

signedInAsAda();
// Time stands still here, and answers are told all the same.
beforeAll(() => notifyManager.setScheduler(queueMicrotask));
afterEach(() => void vi.useRealTimers());

const path = "/auth/google-drive/callback";
const connected: DriveConnection = {
  ...{ state: "connected", email: null, connected_at: null },
  ...{ recordings: { count: 0, bytes: 0 }, waiting: { count: 0, bytes: 0, problem: null } },
};

test.each([
  ["?code=c&state=s", "Google Drive connected", "/dashboard?drive=connected"],
  ["?error=access_denied", "Connection failed. Redirecting...", "/dashboard"],
])("who comes back from Google with %s reads '%s', and is led to %s", async (given, title, to) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asked = answers({ "POST /google-drive/callback": connected });
  const { address, steps } = await openRoute(driveReturn, { path, at: path + given });
  await until(() => screen.queryByRole("heading")?.textContent === title);
  expect(steps).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await expect.poll(address).toBe(to);
  expect(steps, "there is no way back to a code that is used").toEqual([`REPLACE ${to}`]);
  const isSent = asked.some(([call]) => call.startsWith("POST"));
  expect(isSent).toBe(given.startsWith("?code"));
});
