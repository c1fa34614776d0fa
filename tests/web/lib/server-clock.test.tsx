// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { shareWith } from "#tests/web/lib/shares.ts";
import { ShareRow } from "#web/features/shares/share-row.tsx";
import { formatAgo } from "#web/lib/format.ts";
import { asItCame, request } from "#web/lib/request.ts";
import { serverNow } from "#web/lib/server-clock.ts";
import { answeringServer } from "./answering-server.ts";

const { state, stop } = await answeringServer();
afterAll(stop);

const HOUR = 3_600_000;

/** For this server it is so many milliseconds later than for this computer. */
async function hear(later: number, kept = "no-store") {
  const date = new Date(Date.now() + later).toUTCString();
  state.answer = () => ({ body: {}, headers: { date, "cache-control": kept } });
  await request("POST", "/things", asItCame);
}

const hoursOff = () => Math.round((serverNow() - Date.now()) / HOUR);
afterEach(() => {
  cleanup();
  return hear(0);
});

describe("the server's time", () => {
  it("is told by each of its answers, also where this computer's clock is hours wrong", async () => {
    await hear(-3 * HOUR);
    expect(hoursOff()).toBe(-3);
    await hear(50 * HOUR);
    expect(hoursOff()).toBe(50);
  });

  it("is not told by an answer that the browser had kept, nor by one without a time", async () => {
    await hear(-3 * HOUR, "private, max-age=300");
    expect(hoursOff()).toBeCloseTo(0);
    state.answer = () => ({ body: {}, headers: { date: "soon", "cache-control": "no-store" } });
    await request("POST", "/things", asItCame);
    expect(hoursOff()).toBeCloseTo(0);
  });

  it("says how long ago something was, and whether a link is over", async () => {
    await hear(-3 * HOUR);
    expect(formatAgo(new Date(Date.now() - 3 * HOUR).toISOString())).toBe("just now");
    const inAnHour = shareWith({ expires_at: new Date(Date.now() - 2 * HOUR).toISOString() });
    await renderInApp(
      <ul>
        <ShareRow share={inAnHour} older={[]} />
      </ul>,
    );
    expect(screen.getByText("Expires in 1 hour")).toBeDefined();
    expect(screen.queryByText("Expired")).toBeNull();
  });
});
