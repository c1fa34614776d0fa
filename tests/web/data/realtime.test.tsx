// @vitest-environment happy-dom
import { SupabaseClient } from "@supabase/supabase-js";
import { cleanup, render } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { recordingTopic } from "#contract/events.ts";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { useTopic, useViewers } from "#web/data/realtime.ts";

let server: Awaited<ReturnType<typeof realtimeServer>>;
let warn: ReturnType<typeof vi.spyOn>;
// One server for all: a page's connection outlives what was joined on it.
beforeAll(async () => {
  server = await realtimeServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.state.joined = [];
  warn = vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface Listening {
  topic: `recording:${string}`;
  heard: string[];
  shareToken?: string;
}

function Listener({ topic, heard, shareToken }: Listening) {
  useTopic(topic, (name) => heard.push(name), shareToken);
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

function Counter({ recordingId }: { recordingId: string }) {
  useViewers(recordingId);
  return null;
}

test("a topic on which a page is counted stays open when nobody listens to it any more", async () => {
  const recordingId = crypto.randomUUID();
  const topic = recordingTopic(recordingId);
  const counted = render(<Counter recordingId={recordingId} />);
  const listening = render(<Listener topic={topic} heard={[]} />);
  await expect.poll(() => server.state.joined).toEqual([topic]);
  const closing = vi.spyOn(SupabaseClient.prototype, "removeChannel");
  const left = () => closing.mock.calls.filter(([channel]) => channel.topic.endsWith(topic));
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  listening.unmount();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(left()).toHaveLength(0);
  counted.unmount();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(left()).toHaveLength(1);
  vi.useRealTimers();
});

test("a topic that is left before it could be joined is not stayed on", async () => {
  const topic = newTopic();
  const closing = vi.spyOn(SupabaseClient.prototype, "removeChannel");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { unmount } = render(<Listener topic={topic} heard={[]} />);
  unmount();
  vi.advanceTimersByTime(1_000); // at once: nothing that joining waits for comes in between
  expect(closing).not.toHaveBeenCalled();
  vi.useRealTimers();
  const left = () => closing.mock.calls.filter(([channel]) => channel.topic.endsWith(topic));
  await expect.poll(left).toHaveLength(1);
});

test("a topic that the server has closed is joined again, with another token, unless it was left", async () => {
  const [recordingId, heard]: [string, string[]] = [crypto.randomUUID(), []];
  const topic = recordingTopic(recordingId);
  const shareToken = "a link";
  const tokens = () => server.state.asked.filter((path) => path === "/api/realtime/token");
  const { unmount } = render(<Listener {...{ topic, heard, shareToken }} />);
  await expect.poll(() => heard).toEqual(["joined"]);
  const before = tokens().length;
  server.closeOff(topic);
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(["joined", "joined"]);
  expect(tokens().length).toBe(before + 1);
  server.announce(topic, "comment");
  expect(heard.at(-1)).toBe("comment");

  vi.useFakeTimers({ toFake: ["setTimeout"] });
  unmount();
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  expect(server.state.joined).toEqual([topic, topic]);
});
