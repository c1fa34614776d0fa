// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { defaultPreferences } from "#contract/account.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { openRoute } from "#tests/web/lib/at-route.tsx";
import { signedInAsAda } from "#tests/web/lib/signed-in.ts";
import { lendDevices } from "#tests/web/recorder/screens/browser.ts";
import { knowing, plans, subscribed, using } from "#tests/web/subscriptions/world.ts";
import { preferencesQuery } from "#web/data/account.ts";
import { Route as recorder } from "#web/routes/_signed-in/new-recording.tsx";

signedInAsAda();

test.each([true, false])(
  "a drive has room for all, and one that is not connected for nothing: %s",
  async (google_drive_connected) => {
    lendDevices();
    answers({});
    const value = { estimate: async () => ({ quota: 1e12, usage: 0 }) };
    Object.defineProperty(navigator, "storage", { configurable: true, value });
    const { free } = plans;
    const cache = knowing({ subscription: subscribed(free), usage: using(0, free, 0) });
    const preferences = { ...defaultPreferences, google_drive_connected };
    cache.setQueryData(preferencesQuery.queryKey, preferences);
    await openRoute(recorder, { path: "/new-recording", at: "/new-recording", cache });
    await screen.findByRole("button", { name: "Start recording" });
    const isFull = screen.queryByText(/^Your plan has no room left/) !== null;
    expect(isFull).toBe(!google_drive_connected);
    Reflect.deleteProperty(navigator, "storage");
    vi.unstubAllGlobals();
  },
);
