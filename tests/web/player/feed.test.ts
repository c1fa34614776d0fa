// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { refusal } from "#tests/web/lib/answering.ts";
import type { Over } from "#web/features/player/live/feed.ts";
import { answerParts, type Part, stopFeeds, watch } from "./a-feed.ts";

afterEach(() => {
  stopFeeds();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a viewer stands where they have sought, also while the browser still holds what came later", async () => {
  const asked = answerParts({ "0": ["..", 99], "20": ["[20,30]", 99], "10": ["[2,9]", 99] });
  const { video, begin, seek } = watch();
  begin();
  await expect.poll(() => video.currentTime).toBe(27);
  const begun = () => asked.filter((url) => url.includes("from_byte=10&take=0")).length;
  seek(3);
  await expect.poll(begun).toBe(1);
  await expect.poll(() => asked.at(-1)).toMatch(/from_byte=99&take=0&paused=false$/);
  expect(video.currentTime, "and not where the rest of what was held begins").toBe(3);

  seek(0);
  seek(1);
  await expect.poll(() => video.currentTime, { message: "its beginning" }).toBe(2);
  seek(0);
  seek(25);
  await expect.poll(begun).toBeGreaterThan(2);
  await expect.poll(() => asked.at(-1)).toMatch(/from_byte=99/);
  expect(video.currentTime, "the last wish counts").toBe(25);
});

test("a viewer who ran dry shortly before a hole is shown what stands before it, and then what stands behind", async () => {
  const asked = answerParts({ "0": ["..", 2], "20": ["[20,28]", 50], "50": ["[29,30]", 99] });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { stands, sentTo, begin } = watch();
  const look = (times: number) => vi.advanceTimersByTime(500 * times);
  stands.readyState = 2;
  begin();
  await expect.poll(() => asked.at(-1)).toMatch(/from_byte=99/);
  look(1);
  expect(sentTo).toEqual([25, 25]);
  stands.seeking = true;
  look(5);
  expect(sentTo, "it is on its way").toEqual([25, 25]);
  stands.seeking = false;
  look(2);
  expect(sentTo, "not given up at once").toEqual([25, 25]);
  look(1);
  expect(sentTo).toEqual([25, 25, 29]);
});

test("a viewer whose element never begins again where few pictures stand before a hole is shown what stands behind", async () => {
  const asked = answerParts({ "0": ["..", 2], "20": ["[20,28]", 50], "50": ["[29,40]", 99] });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { stands, sentTo, begin, seek } = watch();
  begin();
  await expect.poll(() => asked.at(-1)).toMatch(/from_byte=99/);
  sentTo.length = 0;
  seek(21);
  Object.assign(stands, { seeking: true, readyState: 1 });
  vi.advanceTimersByTime(500 * 10);
  expect(sentTo, "a busy computer may need a while").toEqual([]);
  vi.advanceTimersByTime(500);
  expect(sentTo).toEqual([29]);
  vi.advanceTimersByTime(500 * 20);
  expect(sentTo, "nothing stands behind that yet").toEqual([29]);
});

test("a viewer whose first picture comes late begins at the newest, unless they wished to be elsewhere", async () => {
  answerParts({ "0": ["..", 2], "20": ["[20,30]", 40], "10": ["[20,30]", 40] });
  const { video, stands, begin } = watch();
  const feed = begin();
  await expect.poll(() => stands.at).toBe(27);
  const play = () => video.dispatchEvent(new Event("playing"));
  stands.at = 25.9;
  play();
  expect(stands.at).toBe(27);
  stands.at = 25.9;
  play();
  expect(stands.at, "once alone").toBe(25.9);
  feed.stop();

  const other = watch(22);
  other.begin();
  await expect.poll(() => other.stands.at).toBe(22);
  other.video.dispatchEvent(new Event("playing"));
  expect(other.stands.at).toBe(22);
});

test.each<[status: number, code: string | undefined, over: Over[]]>([
  [410, "begun_again", ["begun-again"]],
  [409, "not_live", ["ended"]],
  [404, undefined, ["refused"]],
  [429, undefined, []],
  [408, undefined, []],
  [503, undefined, []],
])("a feed that is answered %s %s is over, or asks again", async (status, code, over) => {
  let asks = 0;
  vi.stubGlobal("fetch", async () => {
    asks += 1;
    return asks === 1 ? refusal(status, "No", code ? { code } : {}) : new Promise(() => {});
  });
  const { begin, onOver } = watch(5);
  begin();
  const overs = () => onOver.mock.calls.flat();
  await expect.poll(() => (over.length > 0 ? overs() : asks)).toEqual(over.length > 0 ? over : 2);
  expect(overs()).toEqual(over);
});

test("a viewer who goes to the newest sees it play, silently and told so where the browser wants it so", async () => {
  answerParts({ "0": ["..", 2], "20": ["[20,30]", 40] });
  const { video, stands, begin, onMuted } = watch();
  const plays: [at: number, isMuted: boolean][] = [];
  video.play = async () => {
    plays.push([stands.at, video.muted]);
    if (!video.muted) throw new DOMException("No gesture", "NotAllowedError");
  };
  const feed = begin();
  const begun = [
    [27, false],
    [27, true],
  ];
  await expect.poll(() => plays).toEqual(begun);
  expect(onMuted).toHaveBeenCalledOnce();
  stands.at = 21;
  feed.goLive();
  expect(plays).toEqual([...begun, [27, true]]);
});

test("a viewer who wants the newest catches up by a little speed, and has their own again after that", async () => {
  const last = Promise.withResolvers<Part>();
  answerParts({ "0": ["..", 2], "20": ["[10,30]", 40], "40": last.promise });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { video, stands, begin, seek, onState, onOver } = watch();
  video.defaultPlaybackRate = 2;
  const feed = begin();
  await expect.poll(() => stands.at).toBe(27);
  const rateAt = (at: number, paused = false) => {
    Object.assign(stands, { at, paused });
    vi.advanceTimersByTime(500);
    return [video.playbackRate, video.dataset.chosenRate];
  };
  expect(rateAt(25)).toEqual([2.2, "2"]);
  expect(rateAt(24.9), "far behind").toEqual([2.5, "2"]);
  expect(rateAt(26), "near enough").toEqual([2, undefined]);
  expect(rateAt(25, true), "paused").toEqual([2, undefined]);
  expect(rateAt(13), "much came at once").toEqual([3, "2"]);
  seek(15);
  expect(rateAt(15), "sought to what came before").toEqual([2, undefined]);
  feed.goLive();
  expect(rateAt(15), "and back").toEqual([3, "2"]);
  video.dispatchEvent(new Event("pause"));
  expect(rateAt(15), "after a pause").toEqual([2, undefined]);
  expect(rateAt(25)).toEqual([2.2, "2"]);
  last.resolve(["", 40, { ended: true }]);
  await expect.poll(() => onOver.mock.calls).toEqual([["ended"]]);
  expect([video.playbackRate, video.dataset.chosenRate], "at the end").toEqual([2, undefined]);
  feed.stop();
  onState.mockClear();
  rateAt(25);
  expect(onState, "a feed that is stopped tells nothing").not.toHaveBeenCalled();
});

test("a recording that has ended is read to its last byte, and then its length is known", async () => {
  const last = Promise.withResolvers<Part>();
  const ended = { ended: true };
  answerParts({ "0": ["..", 2], "20": ["[20,25]", 30, ended], "30": last.promise });
  const { media, stands, begin, onOver } = watch();
  begin();
  await expect.poll(() => stands.at).toBe(22);
  expect([onOver.mock.calls, vi.mocked(media.endOfStream).mock.calls]).toEqual([[], []]);
  last.resolve(["[25,30]", 40, ended]);
  await expect.poll(() => onOver.mock.calls).toEqual([["ended"]]);
  await expect.poll(() => vi.mocked(media.endOfStream).mock.calls).toHaveLength(1);
});

test("a viewer who ran dry where the rest is still to come is not sent to what was held before", async () => {
  const asked = answerParts({ "0": ["..", 2], "10": ["[2,9]", 15], "20": ["[20,30]", 40] });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { stands, begin, seek } = watch();
  begin();
  await expect.poll(() => stands.at).toBe(27);
  seek(3);
  seek(3); // a browser may say so twice
  await expect.poll(() => asked.at(-1)).toMatch(/^from_byte=15/);
  expect(asked.filter((query) => query === "at=3")).toHaveLength(1);
  Object.assign(stands, { at: 8.9, readyState: 2 });
  vi.advanceTimersByTime(500);
  expect(stands.at).toBe(8.9);
});

test("a wish that the element has not told of yet is taken back by no hole, and by nothing that comes", async () => {
  const late = Promise.withResolvers<Part>();
  const asked = answerParts({
    ...{ "0": ["..", 2], "20": ["[20,24]", 40], "40": ["[26,30]", 50] },
    "10": late.promise,
  });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { video, stands, sentTo, begin, seek } = watch();
  begin();
  await expect.poll(() => asked.at(-1)).toMatch(/^from_byte=50/);
  sentTo.length = 0;
  Object.assign(stands, { at: 23.8, seeking: true, readyState: 1 });
  vi.advanceTimersByTime(500);
  expect(sentTo).toEqual([]);
  video.dispatchEvent(new Event("seeking"));
  vi.advanceTimersByTime(500);
  expect(sentTo, "it has told: here is the hole").toEqual([26]);

  seek(3);
  stands.at = 22;
  late.resolve(["[2,9]", 15]);
  await expect.poll(() => asked.at(-1)).toMatch(/^from_byte=15/);
  expect(sentTo, "the former wish has come").toEqual([26]);
  video.dispatchEvent(new Event("seeking"));
  expect(sentTo).toEqual([26]);
});

test("no more than a minute is read ahead of a viewer", async () => {
  const asked = answerParts({ "0": ["..", 2], "10": ["[2,90]", 50] });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { stands, begin } = watch(5);
  begin();
  await expect.poll(() => stands.at).toBe(5);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked.at(-1)).toMatch(/^from_byte=10/);
  stands.at = 31;
  await vi.advanceTimersByTimeAsync(500);
  await expect.poll(() => asked.at(-1)).toMatch(/^from_byte=50/);
});

test("the newest is asked for again by a viewer who is far from it, in the words of the last answer", async () => {
  const news = { seconds: 60, paused: true };
  const asked = answerParts({ "0": ["..", 2], "20": ["[20,25]", 30, news] });
  const { begin } = watch();
  const feed = begin();
  await expect.poll(() => asked.at(-1)).toBe("from_byte=30&take=0&paused=true");
  expect(asked).not.toContain("at=live");
  feed.goLive();
  await expect.poll(() => asked).toContain("at=live");
});

test("a link to a moment that never came leads to the end", async () => {
  answerParts({ "0": ["..", 2], "10": ["[2,30]", 40, { ended: true }] });
  const { stands, begin } = watch(50);
  begin();
  await expect.poll(() => stands.at).toBe(30);
});

test("a server that is away is asked every three seconds, however long", async () => {
  const ask = vi.fn(async () => refusal(503, "Away"));
  vi.stubGlobal("fetch", ask);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  watch(5).begin();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask.mock.calls.length).toBeGreaterThan(20);
});
