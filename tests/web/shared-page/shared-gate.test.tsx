// @vitest-environment happy-dom
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Config } from "#contract/config.ts";
import type { SharedView } from "#contract/shares.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { viewWith } from "#tests/web/lib/shared-view.ts";
import { configQuery } from "#web/data/config.ts";
import { sharedQuery } from "#web/data/shares.ts";
import { ProveEmail, SharedGate } from "#web/features/shared-page/shared-gate.tsx";
import { nameOf } from "#web/lib/early-link.ts";
import { shareHeaders } from "#web/lib/share-scope.ts";

// An answer is drawn within the act that reads it.
notifyManager.setScheduler((tell) => tell());
beforeAll(() => {
  // No realtime here, also not for what is still asked when a test has ended.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("fetch", async () => refusal(503, "Away"));
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.useRealTimers();
});

const path = "/shared/token";
const say = (status: number, code: string, message: string) =>
  Response.json({ error: message, message, code }, { status });

interface Shown {
  /** The view that was read before. */
  view?: SharedView;
  isEmbedded?: boolean;
}

/** The page after the link was asked for, and answered so. */
async function show(answer: object, { view, isEmbedded = false }: Shown = {}) {
  const cache = new QueryClient();
  if (view) cache.setQueryData(sharedQuery("token").queryKey, view);
  const asked = answers({ [`GET ${path}`]: answer });
  await renderInApp(
    <SharedGate shareToken="token" isEmbedded={isEmbedded} proof={undefined}>
      {(view) => <p>Shown: {nameOf(view)}</p>}
    </SharedGate>,
    { cache },
  );
  await act(async () => {
    await cache.fetchQuery({ ...sharedQuery("token"), retry: false }).catch(() => {});
  });
  asked.length = 0;
  return { asked, cache };
}

const heading = () => screen.queryByRole("heading")?.textContent;
const isShown = () => screen.queryByText("Shown: How we ship") !== null;
const away = refusal(503, "Away");
const locked = say(401, "password_required", "A password is needed");
const gone = say(404, "not_found", "This link was revoked.");

describe("a link", () => {
  it.each<[what: string, object, string, RegExp]>([
    ["with a password", locked, "This recording has a password", /It is asked once/],
    ["for another", gone, "Unable to Load Video", /This link was revoked\./],
    ["thrown away", say(410, "discarded", "Thrown away."), "Unable to Load Video", /Thrown away\./],
    ["unproven", say(403, "email_unproven", "Show it"), "Confirm your email address", /Show it/],
    ["without an answer", away, "Unable to Load Video", /Kinora cannot be reached/],
    ["asked too often", say(429, "slow", "Wait"), "Unable to Load Video", /cannot be reached/],
  ])("%s says so", async (_, answer, title, words) => {
    await show(answer);
    expect(heading()).toBe(title);
    expect(document.body.textContent).toMatch(words);
    expect(screen.queryByRole("alert") !== null).toBe(title === "Unable to Load Video");
    expect(isShown()).toBe(false);
  });

  it.each([
    [410, 3_000],
    [404, false],
  ])("that answers %i is asked for by itself every: %s", async (status, every) => {
    const { cache } = await show(say(status, "gone", "Gone."));
    const { queryKey, refetchInterval } = sharedQuery("token");
    if (typeof refetchInterval !== "function") throw new Error("It is asked once");
    const state = cache.getQueryState(queryKey);
    expect(Reflect.apply(refetchInterval, null, [{ state }])).toBe(every);
  });

  it("is asked for again on request where there was no answer, and only there", async () => {
    const { asked } = await show(away);
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await expect.poll(() => asked).toEqual([[`GET ${path}`]]);
    cleanup();
    await show(gone);
    expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  });

  it.each([
    ["that is refused is shown no longer", gone, false],
    ["that gets no answer is shown on", away, true],
  ])("%s", async (_, answer, stays) => {
    await show(answer, { view: viewWith() });
    expect(isShown()).toBe(stays);
  });

  it.each([
    [locked, "This recording has a password", "Enter it on Kinora"],
    [gone, "Unable to Load Video", "See why on Kinora"],
  ])("in another page leads to ours", async (answer, title, words) => {
    await show(answer, { isEmbedded: true });
    expect(heading()).toBe(title);
    const link = screen.getByRole("link", { name: words });
    expect(link.getAttribute("href")).toBe("/shared/token");
    expect(link.getAttribute("target")).toBe("_blank");
  });

  it.each([
    [false, "This recording is being edited", []],
    [true, "Unable to Load Video", ["See why on Kinora"]],
  ])(
    "hidden for a cut says so on its page, and leads there from another; embedded: %s",
    async (isEmbedded, title, links) => {
      await show(say(403, "being_edited", "It is being edited."), { isEmbedded });
      expect(heading()).toBe(title);
      expect(document.body.textContent.includes("it opens by itself")).toBe(!isEmbedded);
      const out = screen.getAllByRole("link").filter((link) => link.getAttribute("target"));
      expect(out.map(({ textContent }) => textContent)).toEqual(links);
      expect(isShown()).toBe(false);
    },
  );

  it("is looked at again when it runs out, and by nobody who has left", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const isStale = (cache: QueryClient) =>
      cache.getQueryState(sharedQuery("token").queryKey)?.isInvalidated;
    const soon = viewWith({ expires_at: at(10_000) });
    const { cache } = await show(soon, { view: soon });
    await act(() => vi.advanceTimersByTimeAsync(9_900));
    expect(isStale(cache)).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(isStale(cache)).toBe(true);
    cleanup();
    const left = await show(soon, { view: { ...soon, expires_at: at(10_000) } });
    cleanup();
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    expect(isStale(left.cache)).toBe(false);
    const far = viewWith({ expires_at: at(30 * 86_400_000) });
    const next = await show(far, { view: far });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(isStale(next.cache)).toBe(false);
  });
});

describe("the password of a link", () => {
  const field = () => screen.getByLabelText<HTMLInputElement>("Password");
  const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Watch recording" });
  const write = (value: string) => fireEvent.change(field(), { target: { value } });
  const unlock = `POST ${path}/unlock`;

  it("is sent as it was typed, and nothing without one", async () => {
    await show(locked);
    const asked = answers({ [unlock]: away });
    expect(isOff(button())).toBe(true);
    fireEvent.submit(field().form ?? document.body);
    write(" open ");
    expect(isOff(button())).toBe(false);
    fireEvent.click(button());
    await expect.poll(() => asked).toEqual([[unlock, { password: " open " }]]);
  });

  it("that is wrong stays, and is said to be at its field", async () => {
    await show(locked);
    answers({ [unlock]: refusal(400, "No", { password: "This is not the password" }) });
    write("shut");
    fireEvent.click(button());
    await screen.findByText("This is not the password");
    expect(field().getAttribute("aria-invalid")).toBe("true");
    expect(field().value).toBe("shut");
  });

  it("that is right is asked once: this tab goes on with what it was given for it", async () => {
    await show(locked);
    answers({ [unlock]: { token: "unlocked", expires_at: "2999-01-01T00:00:00Z" } });
    write("open");
    fireEvent.click(button());
    await expect.poll(() => shareHeaders("token")["X-Share-Unlock"]).toBe("unlocked");
    expect(shareHeaders("another")["X-Share-Unlock"]).toBeUndefined();
  });
});

describe("an address that is to be shown to be one's own", () => {
  async function prove(mail: boolean, proof?: string, google: string | null = null) {
    const cache = new QueryClient({ defaultOptions: { queries: { refetchOnMount: false } } });
    cache.setQueryData(configQuery.queryKey, { mail, google_client_id: google } as Config); // no more of it is read
    await renderInApp(<ProveEmail shareToken="token" why="Show it" proof={proof} />, { cache });
    const buttons = screen.getAllByRole("button").map(({ textContent }) => textContent);
    return { buttons, says: document.body.textContent };
  }
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  // The realtime connection of an earlier test may still ask for its settings meanwhile.
  const proofsOf = (asked: [call: string, body?: unknown][]) =>
    asked.filter(([call]) => call.endsWith("/proof"));

  it("asks for a letter, and for another beside what came of the first", async () => {
    expect((await prove(true)).buttons).toEqual(["Send me an email"]);
    cleanup();
    const { buttons } = await prove(true, "proof");
    expect(buttons).toEqual(["Confirm and watch", "Send me another email"]);
    cleanup();
    expect((await prove(false)).buttons).toEqual(["Ask for another link"]);
  });

  it("names Google only where one can sign in with it", async () => {
    expect((await prove(false)).says).not.toContain("Google");
    cleanup();
    expect((await prove(false, undefined, "id")).says).toContain("log in with Google");
  });

  it("sends one letter, and can send it again where it could not be sent", async () => {
    const send = `POST ${path}/proof`;
    await prove(true);
    const refused = answers({ [send]: refusal(429, "Wait a minute") });
    press("Send me an email");
    await screen.findByText("Wait a minute");
    expect(isOff(screen.getByRole("button"))).toBe(false);
    expect(proofsOf(refused)).toHaveLength(1);
    answers({ [send]: { success: true } });
    press("Send me an email");
    await screen.findByText(/^Sent\./);
    expect(isOff(screen.getByRole("button"))).toBe(true);
  });

  it("is confirmed by what the letter carried, or says why not", async () => {
    await prove(true, "proof");
    const asked = answers({ [`PUT ${path}/proof`]: refusal(410, "It is too old") });
    press("Confirm and watch");
    expect((await screen.findByRole("alert")).textContent).toBe("It is too old");
    expect(proofsOf(asked)).toEqual([[`PUT ${path}/proof`, { token: "proof" }]]);
  });
});
