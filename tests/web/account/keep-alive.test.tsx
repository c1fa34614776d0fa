// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ada } from "#tests/web/lib/people.ts";
import { useKeepAlive } from "#web/features/account/keep-alive.ts";
import { signIn, signOut } from "#web/lib/session.ts";

let asked: string[];
beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return Response.json({}, { status: 503 });
  });
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  signOut();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function SignedIn() {
  useKeepAlive();
  return null;
}

const pings = () => asked.filter((address) => address.includes("/activity")).length;
const FIVE_MINUTES = 300_000;

test("an account says every five minutes that it is in use, however often it signed in before", async () => {
  for (let visit = 0; visit < 3; visit++) {
    signIn({ token: "t", user: ada });
    const { unmount } = render(<SignedIn />);
    await vi.advanceTimersByTimeAsync(10);
    expect(pings(), "at once").toBe(1);
    await vi.advanceTimersByTimeAsync(2 * FIVE_MINUTES);
    expect(pings(), "then one each time").toBe(3);
    signOut();
    unmount();
    asked = [];
    await vi.advanceTimersByTimeAsync(2 * FIVE_MINUTES);
    expect(pings(), "and none once it is left").toBe(0);
    expect(vi.getTimerCount(), "nothing goes on ticking").toBe(0);
  }
});
