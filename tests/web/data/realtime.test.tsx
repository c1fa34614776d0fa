// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recordingTopic } from "#contract/events.ts";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { useTopic } from "#web/data/realtime.ts";

let server: Awaited<ReturnType<typeof realtimeServer>>;
let warn: ReturnType<typeof vi.spyOn>;
beforeEach(async () => {
  server = await realtimeServer();
  warn = vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  warn.mockRestore();
  server.stop();
});

function Listener({ topic, heard }: { topic: `recording:${string}`; heard: string[] }) {
  useTopic(topic, (name) => heard.push(name));
  return null;
}

const newTopic = () => recordingTopic(crypto.randomUUID());

test("realtime that could not be reached is tried again, by a page that stays and by the next", async () => {
  server.state.isAway = true;
  const [left, stays, next] = [newTopic(), newTopic(), newTopic()];
  const heard: string[] = [];
  const { unmount } = render(<Listener topic={left} heard={heard} />);
  render(<Listener topic={stays} heard={heard} />);
  await expect.poll(() => warn.mock.calls.length).toBe(2);
  unmount();
  expect(server.state.joined).toEqual([]);

  server.state.isAway = false;
  render(<Listener topic={next} heard={[]} />);
  await expect.poll(() => server.state.joined).toEqual([next]);
  await expect.poll(() => server.state.joined).toEqual([next, stays]);
  await expect.poll(() => heard).toEqual(["joined"]);
  expect(warn).toHaveBeenCalledTimes(2);
});
