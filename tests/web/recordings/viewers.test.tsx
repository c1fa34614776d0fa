// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Viewers } from "#contract/viewers.ts";
import { answering } from "#tests/web/lib/answering.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { choose } from "#tests/web/lib/choose.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { until } from "#tests/web/lib/until.ts";
import { sayWatched, viewersQuery, WATCHED_EVERY_MS } from "#web/data/viewers.ts";
import { ViewersPanel } from "#web/features/recordings/viewers/viewers-panel.tsx";

const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a guest has one key for a film and another for the next; an account sends none", async () => {
  const said: { viewer?: string }[] = [];
  const noted = (body: unknown) => {
    said.push(body as { viewer?: string }); // the rest of it is the player's
    return new Response(null, { status: 204 });
  };
  const asked = answering({
    [`POST /recordings/${one}/watched`]: noted,
    [`POST /recordings/${other}/watched`]: noted,
  });
  const token = { token: "of-the-film", expires_at: "2030-01-01T00:00:00Z" };
  const watched = { view_id: crypto.randomUUID(), n: 1 };
  const say = (id: string, isGuest = true) =>
    sayWatched(id, token, { ...watched, ranges: [[0, 1]] }, isGuest);
  await say(one);
  await say(one);
  await say(other);
  await say(one, false);
  const [first, again, another, account] = said.map(({ viewer }) => viewer);
  expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(again).toBe(first);
  expect(another).not.toBe(first);
  expect(account).toBeUndefined();
  expect(asked[0]).toContain(`/recordings/${one}/watched?token=of-the-film`);
});

const token = { token: "t", expires_at: "2030-01-01T00:00:00Z" };
const sayOnce = (isGuest: boolean) =>
  sayWatched(one, token, { view_id: crypto.randomUUID(), n: 1, ranges: [[0, 1]] }, isGuest);

test("of the films that were watched longest ago, a guest's keys are forgotten", async () => {
  const keys = Array.from({ length: 200 }, () => [crypto.randomUUID(), crypto.randomUUID()]);
  localStorage.setItem("kinora.viewer", JSON.stringify(Object.fromEntries(keys)));
  answering({ [`POST /recordings/${one}/watched`]: () => new Response(null, { status: 204 }) });
  await sayOnce(true);
  const kept = Object.keys(JSON.parse(localStorage.getItem("kinora.viewer") ?? ""));
  expect(kept).toEqual([...keys.slice(1).map(([film]) => film), one]);
});

test.each([
  ["a frame on another site", {}, "https://blog.example.com/post", "blog.example.com"],
  ["a frame on a page of ours", {}, `${location.origin}/shared/x`, undefined],
  ["a frame on a site that says nothing of itself", {}, "", undefined],
  ["a page of its own", window, "https://blog.example.com/post", undefined],
])("a player in %s says the site around it, if any", async (_, parent, referrer, site) => {
  vi.spyOn(window, "parent", "get").mockReturnValue(parent as Window); // no more of it is looked at
  vi.spyOn(document, "referrer", "get").mockReturnValue(referrer);
  const said: unknown[] = [];
  answering({
    [`POST /recordings/${one}/watched`]: (body) => {
      said.push(Reflect.get(Object(body), "site"));
      return new Response(null, { status: 204 });
    },
  });
  await sayOnce(false);
  vi.restoreAllMocks();
  expect(said).toEqual([site]);
});

const none: Viewers = {
  ...{ plays: 0, unique_viewers: 0, seconds_watched: 0, average_fraction: 0, guests: 0 },
  ...{ curve: Array(100).fill(0), by_day: [], by_link: [], by_site: [], people: [] },
};

function show(viewers: Viewers, asks = false) {
  const cache = new QueryClient();
  cache.setQueryData(viewersQuery(one).queryKey, Viewers.parse(viewers));
  return renderInApp(<ViewersPanel recordingId={one} />, { cache, asks });
}

test("the owner reads who watched how far, by which link and on which site", async () => {
  await show({
    ...none,
    ...{ plays: 3, unique_viewers: 2, average_fraction: 0.425, guests: 1 },
    people: [{ name: "Ada", fraction: 0.9, last_at: "2026-01-01T10:00:00Z" }],
    by_day: [{ date: "2026-01-01", plays: 3, seconds: 65 }],
    by_link: [{ share_id: null, label: "", plays: 3, unique_viewers: 2, seconds: 65 }],
    by_site: [{ site: "blog.example.com", plays: 1 }],
  });
  const texts = (name: string) => {
    const items = within(screen.getByRole("list", { name })).getAllByRole("listitem");
    return items.map(({ textContent }) => textContent);
  };
  expect(texts("People")).toEqual(["Ada90%Jan 1, 2026", "Without a name1"]);
  expect(texts("Links")[0]).toMatch(/^Links that are gone1:05 watched.*3 plays.*2 viewers/);
  expect(texts("Sites")).toEqual(["blog.example.com1 play"]);
  expect(texts("Days")).toEqual(["Jan 1, 20261:05 watched3 plays"]);
  const seen = screen.getByRole("progressbar", { name: "Seen by Ada" });
  expect(seen.getAttribute("aria-valuenow")).toBe("90");
  expect(screen.getByRole("button", { name: "Download people" })).toBeTruthy();
});

test("of a long time, the owner reads the last fourteen days", async () => {
  const dates = Array.from({ length: 16 }, (_, n) => `2026-01-${String(n + 1).padStart(2, "0")}`);
  await show({ ...none, plays: 16, by_day: dates.map((date) => ({ date, plays: 1, seconds: 5 })) });
  const days = within(screen.getByRole("list", { name: "Days" })).getAllByRole("listitem");
  expect(days).toHaveLength(14);
  expect(days[0]?.textContent).toMatch(/^Jan 3, 2026/);
  expect(days.at(-1)?.textContent).toMatch(/^Jan 16, 2026/);
});

test("the owner chooses one of several links, and reads the figures of that alone", async () => {
  const links = ["For the team", ""].map((label) => ({
    ...{ share_id: crypto.randomUUID(), label, plays: 1, unique_viewers: 1, seconds: 5 },
  }));
  const all = { ...none, plays: 2, unique_viewers: 2, by_link: links };
  const asked: (string | null)[] = [];
  answers({
    [`GET /recordings/${one}/viewers`]: (_: unknown, query: URLSearchParams) => {
      asked.push(query.get("share_id"));
      return query.get("share_id") ? { ...all, plays: 1, by_link: links.slice(0, 1) } : all;
    },
  });
  await show(all, true);
  await userEvent.click(screen.getByRole("combobox", { name: "Link" }));
  await userEvent.click(await screen.findByRole("option", { name: "For the team" }));
  await waitFor(() => expect(asked).toContain(links[0]?.share_id));
  const rows = () => within(screen.getByRole("list", { name: "Links" })).getAllByRole("listitem");
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(asked).toContain(links[0]?.share_id);
  expect(screen.getByRole("combobox", { name: "Link" }).textContent).toContain("For the team");
  await choose("Link", "All links");
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(screen.getByRole("combobox", { name: "Link" }).textContent).toBe("All links");
});

test("where the chosen link is revoked meanwhile, the owner reads the figures of all again", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const links = ["For the team", "For all"].map((label) => ({
    ...{ share_id: crypto.randomUUID(), label, plays: 1, unique_viewers: 1, seconds: 5 },
  }));
  const gone = { ...links[0], share_id: null, label: "" };
  const all = { ...none, plays: 2, by_link: links };
  const after = { ...none, plays: 2, by_link: [links[1], gone] };
  let isRevoked = false;
  answers({
    [`GET /recordings/${one}/viewers`]: (_: unknown, query: URLSearchParams) => {
      if (!query.get("share_id")) return isRevoked ? after : all;
      return isRevoked ? refusal(404, "Recording not found") : { ...all, plays: 1 };
    },
  });
  await show(all, true);
  await choose("Link", "For the team");
  const plays = () => screen.getByText("Plays").nextElementSibling?.textContent;
  await until(() => plays() === "1");
  isRevoked = true;
  await act(() => vi.advanceTimersByTimeAsync(WATCHED_EVERY_MS));
  await until(() => plays() === "2");
  expect(screen.queryByRole("combobox"), "there is nothing to choose").toBeNull();
});

test("while it is read who has watched, it is said so; where that fails, it can be read again", async () => {
  const reading = Promise.withResolvers<object>();
  answers({ [`GET /recordings/${one}/viewers`]: () => reading.promise });
  await renderInApp(<ViewersPanel recordingId={one} />, { asks: true });
  expect(screen.getByLabelText("Loading viewers")).toBeTruthy();
  reading.resolve(refusal(503, "Away"));
  await screen.findByText("Failed to load viewers");
  expect(screen.queryByLabelText("Loading viewers")).toBeNull();
  answers({ [`GET /recordings/${one}/viewers`]: none });
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("Nobody has watched yet");
});

test("where nobody has watched, there is nothing to download", async () => {
  await show(none);
  expect(screen.getByText("Nobody has watched yet")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
