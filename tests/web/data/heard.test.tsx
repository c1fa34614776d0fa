// @vitest-environment happy-dom
import { RealtimeClient } from "@supabase/supabase-js";
import {
  MutationObserver,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
} from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { recordingTopic, userTopic } from "#contract/events.ts";
import { ada } from "#tests/web/lib/people.ts";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { preferencesQuery } from "#web/data/account.ts";
import { useLiveAccount } from "#web/data/account-live.ts";
import { chaptersQuery } from "#web/data/chapters.ts";
import { configQuery } from "#web/data/config.ts";
import { commentsQuery } from "#web/data/discussion.ts";
import { discussionKey, type Scope } from "#web/data/discussion-key.ts";
import { driveQuery } from "#web/data/drive.ts";
import { movesQuery } from "#web/data/moves.ts";
import {
  useOtherViewers,
  usePresentAt,
  useStaleTopic,
  useTopic,
  useViewers,
} from "#web/data/realtime.ts";
import { mediaTokenQuery, recordingQuery, recordingsQuery } from "#web/data/recordings.ts";
import { storageUsageQuery, subscriptionQuery } from "#web/data/subscriptions.ts";
import { subtitlesQuery } from "#web/data/subtitles.ts";
import { write } from "#web/data/write.ts";
import { useKeepAlive } from "#web/features/account/keep-alive.ts";
import { useStaleDiscussion } from "#web/features/discussion/comments.tsx";
import { useStaleSubtitles } from "#web/features/subtitles/use-stale-subtitles.ts";
import { session, signIn, signOut } from "#web/lib/session.ts";

let server: Awaited<ReturnType<typeof realtimeServer>>;
// One server for all: a page's connection outlives what was joined on it.
beforeAll(async () => {
  server = await realtimeServer();
  vi.stubGlobal("requestIdleCallback", (run: () => void) => setTimeout(run));
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  signOut();
});

const newScope = (shareToken?: string): Scope => {
  const recordingId = crypto.randomUUID();
  return { recordingId, shareToken };
};

/** A part of a page on the topic of a recording, which has been joined; and what it has made stale since. */
async function hear(scope: Scope, usePart: (scope: Scope) => void) {
  const cache = new QueryClient();
  const read = {
    comments: commentsQuery(scope, "newest").queryKey,
    subtitles: subtitlesQuery(scope).queryKey,
    chapters: chaptersQuery(scope).queryKey,
    subscription: subscriptionQuery.queryKey,
    others: commentsQuery({ recordingId: "another" }, "newest").queryKey,
  };
  const readAll = () => {
    const keys: QueryKey[] = Object.values(read);
    for (const queryKey of keys) cache.setQueryData(queryKey, {});
  };
  readAll();
  const stale = () =>
    Object.entries(read).flatMap(([name, queryKey]) =>
      cache.getQueryState(queryKey)?.isInvalidated ? [name] : [],
    );
  renderHook(() => usePart(scope), {
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  });
  const topic = recordingTopic(scope.recordingId);
  await expect.poll(stale).not.toEqual([]);
  const byJoining = stale();
  const by = (...events: string[]) => {
    readAll();
    for (const event of events) act(() => server.announce(topic, event));
    return stale();
  };
  return { cache, byJoining, by };
}

describe("what is announced of a recording", () => {
  it("has read anew what it is about, and joining all that may have changed before", async () => {
    const { byJoining, by } = await hear(newScope(), useStaleSubtitles);
    expect(byJoining).toEqual(["subtitles", "chapters", "subscription"]);
    expect(by("subtitle")).toEqual(["subtitles", "subscription"]);
    expect(by("chapters")).toEqual(["chapters"]);
    expect(by("comment", "reaction", "recording", "share", "of a newer server")).toEqual([]);
  });

  it("says nothing through a link of what somebody has bought", async () => {
    const { byJoining, by } = await hear(newScope("link"), useStaleSubtitles);
    expect(byJoining).toEqual(["subtitles", "chapters"]);
    expect(by("subtitle")).toEqual(["subtitles"]);
  });

  it("has its discussion read anew, but while something of it is sent", async () => {
    const scope = newScope();
    const { cache, byJoining, by } = await hear(scope, useStaleDiscussion);
    expect(byJoining).toEqual(["comments"]);
    expect([by("comment"), by("reaction"), by("subtitle", "chapters", "recording")]).toEqual([
      ["comments"],
      ["comments"],
      [],
    ]);
    const [shown, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const said = { show: () => shown.resolve(), send: () => answer.promise };
    const saying = write({ stale: discussionKey(scope), ...said });
    const sending = new MutationObserver(cache, saying).mutate();
    await shown.promise;
    expect(by("comment")).toEqual([]);
    answer.resolve();
    await sending;
    expect(by("comment")).toEqual(["comments"]);
  });

  it("of any kind, has read anew what a part of the page names", async () => {
    const queryKey = subtitlesQuery({ recordingId: "its" }).queryKey;
    const cache = new QueryClient();
    cache.setQueryData(queryKey, { subtitles: [] });
    const topic = recordingTopic(crypto.randomUUID());
    renderHook(() => useStaleTopic(topic, [queryKey]), {
      wrapper: ({ children }) => (
        <QueryClientProvider client={cache}>{children}</QueryClientProvider>
      ),
    });
    await expect.poll(() => cache.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });
});

describe("what is announced of an account", () => {
  it("is stale once its channel is joined, and nothing else", async () => {
    const cache = new QueryClient();
    const read = {
      recordings: recordingsQuery({ limit: 10 }).queryKey,
      recording: recordingQuery("r").queryKey,
      moves: movesQuery.queryKey,
      subscription: subscriptionQuery.queryKey,
      storage: storageUsageQuery.queryKey,
      drive: driveQuery.queryKey,
      preferences: preferencesQuery.queryKey,
      "media token": mediaTokenQuery("r").queryKey,
      comments: commentsQuery(newScope(), "newest").queryKey,
      config: configQuery.queryKey,
    };
    for (const queryKey of Object.values(read)) cache.getQueryCache().build(cache, { queryKey });
    const id = crypto.randomUUID();
    renderHook(() => useLiveAccount(id), {
      wrapper: ({ children }) => (
        <QueryClientProvider client={cache}>{children}</QueryClientProvider>
      ),
    });
    const stale = () =>
      Object.entries(read)
        .filter(([, queryKey]) => cache.getQueryState(queryKey)?.isInvalidated)
        .map(([name]) => name);
    await expect.poll(stale).not.toEqual([]);
    expect(stale()).toEqual(Object.keys(read).slice(0, 7));
  });

  it("has it asked who it is, if it is about that", async () => {
    signIn({ token: "t", user: ada });
    const asked = () => server.state.asked.filter((path) => path === "/api/user").length;
    server.state.answers["/api/user"] = ada;
    const topic = userTopic(ada.id);
    const heard: string[] = [];
    renderHook(() => {
      useKeepAlive();
      useTopic(topic, (name) => heard.push(name));
    });
    await expect.poll(() => [heard, asked()]).toEqual([["joined"], 1]);
    server.state.answers["/api/user"] = { ...ada, role: "admin" };
    server.announce(topic, "library");
    expect(heard).toEqual(["joined", "library"]);
    server.announce(topic, "account");
    await expect.poll(session).toMatchObject({ token: "t", user: { role: "admin" } });
    expect(asked()).toBe(2);
  });
});

describe("a topic", () => {
  it("is joined once for all that need it, and stays joined for what takes their place", async () => {
    const topic = recordingTopic(crypto.randomUUID());
    const heard: string[] = [];
    const listen = () => renderHook(() => useTopic(topic, (name) => heard.push(name)));
    const [first, second] = [listen(), listen()];
    await expect.poll(() => heard).toEqual(["joined", "joined"]);
    first.unmount();
    second.unmount();
    listen();
    server.announce(topic, "of a newer server");
    server.announce(topic, "chapters");
    expect(heard).toEqual(["joined", "joined", "chapters"]);
    expect(server.state.joined.filter((one) => one === topic)).toEqual([topic]);
  });

  it("of nobody is none", async () => {
    const before = server.state.joined.length;
    const topic = recordingTopic(crypto.randomUUID());
    renderHook(() => useTopic(null, () => {}));
    renderHook(() => useTopic(topic, () => {}));
    await expect.poll(() => server.state.joined.slice(before)).toEqual([topic]);
  });

  it("is heard on under a new session, as after a new password", async () => {
    signIn({ token: "old", user: ada });
    const topic = recordingTopic(crypto.randomUUID());
    renderHook(() => useTopic(topic, () => {}));
    await expect.poll(() => server.state.joined.includes(topic)).toBe(true);
    server.state.answers["/api/realtime/token"] = {
      token: "of the new session",
      expires_at: "2999-01-01T00:00:00.000Z",
    };
    const hearingAs = vi.spyOn(RealtimeClient.prototype, "setAuth");
    signIn({ token: "new", user: ada });
    expect(hearingAs, "at once, not at the next heartbeat").toHaveBeenCalled();
    hearingAs.mockRestore();
    await expect
      .poll(() => server.state.told)
      .toContainEqual([topic, "access_token", { access_token: "of the new session" }]);
  });
});

describe("whoever has a recording open", () => {
  const [own, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const tracked = (topic: string) =>
    server.state.told.flatMap(([where, event, said]) =>
      where === topic && event === "presence" ? [said] : [],
    );

  it("is counted, this page too, by those that come later as well", async () => {
    const recordingId = crypto.randomUUID();
    const topic = recordingTopic(recordingId);
    const { result } = renderHook(() => useViewers(recordingId));
    expect(result.current).toBe(0);
    await expect.poll(() => tracked(topic)).toMatchObject([{ event: "track", payload: {} }]);
    act(() => server.showPresent(topic, {}, { key: other }));
    expect(result.current).toBe(2);
    expect(renderHook(() => useViewers(recordingId)).result.current).toBe(2);
    act(() => server.showPresent(topic, {}));
    expect(result.current).toBe(1);
  });

  it("says by a key who it is, and sees the others, itself in another tab among them", async () => {
    signIn({ token: "t", user: ada });
    const recordingId = crypto.randomUUID();
    const topic = recordingTopic(recordingId);
    server.state.answers[`/api/recordings/${recordingId}/watchers`] = { key: own };
    const { result } = renderHook(() => useOtherViewers(recordingId));
    await expect
      .poll(() => tracked(topic))
      .toMatchObject([{ event: "track", payload: { key: own } }]);
    act(() =>
      server.showPresent(topic, { key: other }, { key: own }, { key: "no key" }, { key: own }),
    );
    expect(result.current).toEqual([other, undefined, own]);
    act(() => server.showPresent(topic, { key: other }));
    expect(result.current).toEqual([other]);
  });

  it("is seen by a recorder, which is not there itself", async () => {
    const [recorded, watched] = [crypto.randomUUID(), crypto.randomUUID()];
    const [topic, another] = [recordingTopic(recorded), recordingTopic(watched)];
    const { result } = renderHook(() => usePresentAt(recorded));
    await expect.poll(() => server.state.joined.includes(topic)).toBe(true);
    act(() => server.showPresent(topic, { key: other }));
    expect(result.current).toEqual([other]);
    renderHook(() => useViewers(watched));
    await expect.poll(() => tracked(another).length).toBe(1);
    expect(tracked(topic)).toEqual([]);
    renderHook(() => useViewers(recorded));
    await expect.poll(() => tracked(topic).length, { message: "beside one who is" }).toBe(1);
  });

  it.each<[where: string, parent: () => object, said: object[]]>([
    ["of somebody else", () => ({}), [{ event: "track", payload: {} }]],
    ["of ours, as a preview is", () => ({ location: window.location }), []],
  ])("is not named in a frame %s, and counted in none of ours", async (_, parent, said) => {
    signIn({ token: "t", user: ada });
    const recordingId = crypto.randomUUID();
    const topic = recordingTopic(recordingId);
    const frame = [vi.spyOn(window, "top", "get"), vi.spyOn(window, "parent", "get")];
    for (const each of frame) each.mockReturnValue(parent() as Window); // no more of it is looked at
    const { result } = renderHook(() => useViewers(recordingId));
    await expect.poll(() => server.state.joined.includes(topic)).toBe(true);
    act(() => server.showPresent(topic, { key: other }));
    await expect.poll(() => result.current).toBe(1);
    await expect.poll(() => tracked(topic)).toMatchObject(said);
    for (const each of frame) each.mockRestore();
    expect(server.state.asked).not.toContain(`/api/recordings/${recordingId}/watchers`);
  });
});
