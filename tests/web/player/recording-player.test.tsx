// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { answers } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { recordingWith } from "#tests/web/lib/shared-view.ts";
import { RecordingPlayer } from "#web/features/player/recording-player.tsx";
import { signIn, signOut } from "#web/lib/session.ts";

afterEach(() => {
  cleanup();
  signOut();
  localStorage.clear();
});

const recording = recordingWith({ mime_type: "video/mp4;codecs=avc1" });
const path = `/recordings/${recording.id}`;
const token = (name: string, year: number) => ({
  token: name,
  expires_at: `${year}-01-01T00:00:00.000Z`,
});

async function show(year: number, isCounted = true) {
  const watched: [string | null, object][] = [];
  const asked = answers({
    [`POST ${path}/media-token`]: token("fresh", 2999),
    [`POST ${path}/watched`]: (body, query) => {
      watched.push([query.get("token"), Object(body)]);
      return new Response(null, { status: 204 });
    },
  });
  const player = <RecordingPlayer {...{ recording, isCounted }} media={token("first", year)} />;
  await renderInApp(player, { asks: true });
  const film = screen.getByLabelText<HTMLVideoElement>(recording.filename);
  let second = 0;
  Object.defineProperties(film, {
    paused: { get: () => false },
    currentTime: { get: () => second, set: () => {} },
  });
  const play = (to: number) => {
    fireEvent.playing(film);
    second = to;
    fireEvent.timeUpdate(film);
  };
  const tokens = () => asked.filter(([call]) => call === `POST ${path}/media-token`).length;
  return { film, play, watched, tokens };
}
const leave = () => act(async () => cleanup());

/** A button by which a guest says a name; the link has been read again meanwhile. */
function NamedPlayer() {
  const [name, setName] = useState<string>();
  return (
    <>
      <button type="button" onClick={() => setName("key")}>
        Say a name
      </button>
      <RecordingPlayer
        recording={recording}
        headers={{ "X-Share-Token": "link", ...(name && { "X-Guest-Token": name }) }}
        media={token(name ? "second" : "first", 2999)}
      />
    </>
  );
}

describe("the player of a recording", () => {
  it("loads it under its own kind first, by the token that came with it", async () => {
    const { film, tokens } = await show(2999);
    const sources = [...film.querySelectorAll("source")].map(({ src, type }) => [
      new URL(src, location.href).searchParams.get("token"),
      type,
    ]);
    expect(sources).toEqual([
      ["first", "video/mp4"],
      ["first", "video/webm"],
    ]);
    expect(tokens()).toBe(0);
  });

  it("goes on with its token when a guest says a name, and another has come with the link since", async () => {
    answers({});
    await renderInApp(<NamedPlayer />, { asks: true });
    fireEvent.click(screen.getByRole("button", { name: "Say a name" }));
    const film = screen.getByLabelText<HTMLVideoElement>(recording.filename);
    expect(film.querySelector("source")?.src).toContain("token=first");
  });

  it("asks for another token where the video breaks, though the first has not run out", async () => {
    const { film, tokens } = await show(2999);
    fireEvent.error(film);
    await expect.poll(tokens).toBe(1);
    const src = () => new URL(film.querySelector("source")?.src ?? "", location.href);
    await expect.poll(() => src().searchParams.get("token")).toBe("fresh");
  });

  it.each([
    ["as long as it counts", 2999, 0, "first", 0],
    ["also near its end, as another would interrupt the film", 2999, 5.9, "first", 0],
    ["and with another after its end", 2999, 6, "fresh", 1],
    ["also where this computer's clock is fast", 2001, 0, "first", 0],
  ])("tells what was watched with its token, %s", async (_, year, hours, used, asks) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { play, watched, tokens } = await show(year);
    const before = tokens();
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    play(3);
    await leave();
    await expect.poll(() => watched.length).toBe(1);
    expect(watched[0]?.[0]).toBe(used);
    expect(tokens() - before).toBe(asks);
  });

  it.each([
    ["with its token while that is good", 1, "first"],
    ["with another after its end", 7, "fresh"],
  ])("asks again for captions that did not come, %s", async (_, hours, used) => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const captions = (by: string) => [
      { id: "1", src: `/track?token=${by}`, language: "en", label: "English" },
    ];
    answers({ [`POST ${path}/media-token`]: token("fresh", 2999) });
    const player = <RecordingPlayer {...{ recording, captions }} media={token("first", 2999)} />;
    const { container } = await renderInApp(player, { asks: true });
    const track = () => container.querySelector("track");
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    fireEvent.keyDown(document.body, { key: "c" });
    const first = track();
    await act(async () => void first?.dispatchEvent(new Event("error")));
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(track() === first, "another element asks").toBe(false);
    expect(track()?.src).toContain(`token=${used}`);
  });

  it.each([
    ["by a key where somebody has no account", false],
    ["by their session where somebody has one", true],
  ])("says who watches %s", async (_, isSignedIn) => {
    if (isSignedIn) signIn({ token: "t", user: ada });
    const { play, watched } = await show(2999);
    play(3);
    await leave();
    await expect.poll(() => watched.length).toBe(1);
    expect("viewer" in Object(watched[0]?.[1])).toBe(!isSignedIn);
  });

  it("tells nothing where nothing is counted, nor of what did not play", async () => {
    const uncounted = await show(2999, false);
    uncounted.play(3);
    await leave();
    const still = await show(2999);
    await leave();
    expect([uncounted.watched, still.watched]).toEqual([[], []]);
  });
});
