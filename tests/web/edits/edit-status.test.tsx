// @vitest-environment happy-dom
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { config } from "#tests/web/subscriptions/world.ts";
import { configQuery } from "#web/data/config.ts";
import { canEncodeQuery } from "#web/data/edits.ts";
import { CutNotice } from "#web/features/edits/cut-notice.tsx";
import { createQueryClient } from "#web/lib/query.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";
import { at, button, handle, press, recording, secondsOf, show, whole } from "./an-editor.tsx";

beforeAll(loadToasts);
afterEach(cleanup);

const trim = async () =>
  fireEvent.keyDown(await handle("Start"), { key: "ArrowRight", shiftKey: true });
const calls = (asked: unknown[][], wanted: string) => asked.filter(([call]) => call === wanted);
const byName = (name: string) => screen.queryByRole("button", { name });

describe("a cut that another has saved meanwhile", () => {
  it("is said, without a toast, and is looked at or written over by its version", async () => {
    const theirs = { ...whole, version: 2, kept: [{ start: 30, end: 60 }] };
    let now: object = whole;
    const asked = await show(
      {},
      {
        [`GET ${at}/edit`]: () => now,
        [`PUT ${at}/edit`]: () => {
          now = theirs;
          return Response.json(
            { error: "No", message: "No", code: "edit_changed" },
            { status: 409 },
          );
        },
      },
    );
    await trim();
    fireEvent.click(await button("Save"));
    await screen.findByText("Somebody else has saved another cut.");
    expect(screen.queryByText("The cut could not be saved")).toBeNull();
    fireEvent.click(await button("Save mine over it"));
    const versions = () =>
      calls(asked, `PUT ${at}/edit`).map(([, body]) => Reflect.get(Object(body), "version"));
    await expect.poll(versions).toEqual([1, 2]);
    fireEvent.click(await button("Look at theirs"));
    expect(await secondsOf("Start")).toBe("30");
    press("z", { ctrlKey: true });
    expect(await secondsOf("Start")).toBe("1");
  });

  it("is not what one has restored or cut at key frames oneself", async () => {
    const cut = { ...whole, kept: [{ start: 0, end: 50 }] };
    const waiting = { ...cut, status: "rendering", waits_for_owner: true } as const;
    const restored = { ...whole, version: 2 };
    const atKeys = { ...cut, status: "rendering", version: 2 } as const;
    for (const [before, name, call, after, seconds] of [
      [{ ...cut, status: "ready" }, "Restore the original", "DELETE", restored, "60"],
      [waiting, "Cut at key frames", "PUT", atKeys, "50"],
    ] as const) {
      let now: object = before;
      const answer = () => {
        now = after;
        return now;
      };
      const cache = createQueryClient();
      cache.setQueryData(canEncodeQuery({ recordingId: recording.id }, "").queryKey, false);
      const server = { ...config, exact_cuts: false };
      const more = { [`GET ${at}/edit`]: () => now, [`${call} ${at}/edit`]: answer };
      await show({}, more, {}, server, true, cache);
      await trim();
      expect(await secondsOf("Start")).toBe("1");
      fireEvent.click(await button(name));
      await expect.poll(() => now).toBe(after);
      await expect.poll(() => [cache.isMutating(), cache.isFetching()]).toEqual([0, 0]);
      expect(screen.queryByText("Somebody else has saved another cut.")).toBeNull();
      expect(await secondsOf("End")).toBe(seconds);
      cleanup();
    }
  });

  it("is not the reason where a cut cannot be saved for another one", async () => {
    await show({}, { [`PUT ${at}/edit`]: Response.json({}, { status: 500 }) });
    await trim();
    fireEvent.click(await button("Save"));
    await screen.findByText("The cut could not be saved");
  });
});

describe("the cut that people see", () => {
  it("is said to fail with the server's words, and how far a new one is", async () => {
    await show({ status: "failed", error: "The disk is full." });
    await screen.findByText("The disk is full.", { exact: false });
    cleanup();
    await show({ status: "rendering", progress: 41.6 });
    await screen.findByText("The new film is being made: 42%");
    expect(byName("Restore the original")).not.toBeNull();
    cleanup();
    await show({ status: "none" });
    await handle("Start");
    expect(byName("Restore the original")).toBeNull();
  });

  it("takes the original away for good only after a yes, from its owner, when it is ready", async () => {
    const asked = await show({ status: "ready" }, { [`DELETE ${at}/original`]: whole });
    const removals = () => calls(asked, `DELETE ${at}/original`).length;
    for (const [answer, times] of [
      ["Cancel", 0],
      ["Confirm", 1],
    ] as const) {
      fireEvent.click(await button("Remove for good"));
      const question = await screen.findByRole("alertdialog");
      fireEvent.click(within(question).getByRole("button", { name: answer }));
      await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
      await expect.poll(removals).toBe(times);
    }
    for (const [status, isOwner] of [
      ["rendering", true],
      ["ready", false],
    ] as const) {
      cleanup();
      await show({ status }, {}, {}, config, isOwner);
      await button("Restore the original");
      expect(byName("Remove for good")).toBeNull();
      expect(byName("Save a part as a new recording") !== null).toBe(isOwner);
    }
  });
});

describe("a cut that the owner's browser makes", () => {
  const bare = { ...config, exact_cuts: false };
  const src = `/api/recordings/${recording.id}/stream?token=t&original=true&film=60`;
  const scope = { recordingId: recording.id };
  const waiting = { status: "rendering", waits_for_owner: true, version: 4 } as const;
  const able = () => {
    const cache = createQueryClient();
    cache.setQueryData(canEncodeQuery(scope, src).queryKey, true);
    return cache;
  };
  /** Whether the browser asks before this page is left. */
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

  it("is announced before it is saved, and asked of the browser in what is sent", async () => {
    const asked = await show({}, { [`PUT ${at}/edit`]: whole }, {}, bare, true, able());
    await trim();
    await screen.findByText("Your browser makes the cut.");
    fireEvent.click(await button("Save"));
    await expect
      .poll(() => calls(asked, `PUT ${at}/edit`))
      .toMatchObject([[`PUT ${at}/edit`, { version: 1, render: "browser" }]]);
    expect([calls(asked, `GET ${at}/edit/passages`), asks()]).toEqual([[], false]);
  });

  it("is begun while the page is open, which asks before it is left, and is tried again", async () => {
    const gone = refusal(503, "Out of reach");
    const more = { [`GET ${at}/edit/passages`]: gone };
    const asked = await show(waiting, more, {}, bare, true, able());
    await screen.findByText("Out of reach");
    expect(calls(asked, `GET ${at}/edit/passages`)).toHaveLength(1);
    expect(asks()).toBe(true);
    const sent = vi.spyOn(globalThis, "fetch");
    fireEvent.click(await button("Try again"));
    await expect.poll(() => calls(asked, `GET ${at}/edit/passages`).length).toBe(2);
    const again = sent.mock.calls.find(([url]) => String(url).endsWith("/edit/passages"))?.[1];
    expect(again?.signal?.aborted).toBe(false);
    cleanup();
    expect([asks(), again?.signal?.aborted]).toEqual([false, true]);
  });

  it("cannot be tried again where this browser cannot make it at all", async () => {
    const cache = createQueryClient();
    cache.setQueryData(canEncodeQuery(scope, src).queryKey, false);
    await show(waiting, {}, {}, bare, true, cache);
    await screen.findByText("This browser could not make the cut.");
    expect(byName("Try again")).toBeNull();
  });

  it.each([
    [false, true, 1, true],
    [false, false, 1, false],
    [true, true, 0, false],
  ])(
    "is missed on the page of its recording: exact %s, waiting %s",
    async (exact_cuts, waits_for_owner, times, isSaid) => {
      const asked = answers({ [`GET ${at}/edit`]: { ...whole, waits_for_owner } });
      const cache = new QueryClient();
      cache.setQueryData(configQuery.queryKey, { ...config, exact_cuts });
      await renderInApp(<CutNotice recordingId={recording.id} />, { cache, asks: true });
      await expect.poll(() => cache.isFetching()).toBe(0);
      const link = screen.queryByRole("link", { name: "Go on" });
      expect(link?.getAttribute("href")).toBe(isSaid ? `/video/${recording.id}/edit` : undefined);
      expect(calls(asked, `GET ${at}/edit`)).toHaveLength(times);
    },
  );
});

describe("the page of the editor", () => {
  it("plays the original, and by the second film only where there is a seam", async () => {
    await show();
    await handle("Start");
    const [first, second] = document.querySelectorAll("video");
    expect([first?.getAttribute("src"), first?.getAttribute("aria-label")]).toEqual([
      `/api/recordings/${recording.id}/stream?token=t&original=true&film=60`,
      "How we ship",
    ]);
    expect([second?.getAttribute("src"), second?.getAttribute("aria-label")]).toEqual([null, null]);
  });

  it("begins at the first picture that is kept", async () => {
    await show({ kept: [{ start: 5, end: 50 }] });
    await handle("Start");
    expect(document.querySelector("video")?.currentTime).toBe(5);
  });

  it("is asked for again with all that it needs", async () => {
    let isAway = true;
    const away = (answer: object) => () => (isAway ? refusal(500, "Broken") : answer);
    const asked = await show(
      {},
      {
        [`GET ${at}/edit`]: away(whole),
        [`POST ${at}/media-token`]: away({ token: "t", expires_at: "2999-01-01T00:00:00.000Z" }),
      },
    );
    await screen.findByText("Failed to load the editor");
    isAway = false;
    fireEvent.click(await button("Retry"));
    await handle("Start");
    expect(calls(asked, `POST ${at}/media-token`)).toHaveLength(2);
  });

  it("stays where it cannot be read anew", async () => {
    const cache = createQueryClient();
    let isAway = false;
    const read = () => (isAway ? refusal(500, "Broken") : whole);
    await show({}, { [`GET ${at}/edit`]: read }, {}, config, true, cache);
    await trim();
    isAway = true;
    await act(async () => {
      await cache.invalidateQueries();
      await new Promise<void>((told) => notifyManager.schedule(told)); // behind what the page is told
    });
    expect(screen.queryByText("Failed to load the editor")).toBeNull();
    expect(await secondsOf("Start")).toBe("1");
  });

  it("says nothing of a move that has failed", async () => {
    await show({}, {}, { moving: { to: "s3", percent: 10, failed: "Full" } });
    await handle("Start");
    expect(screen.queryByText(/This recording is being moved/)).toBeNull();
  });
});
