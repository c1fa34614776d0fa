import { expect } from "@playwright/test";
import { BufferSource, EncodedPacketSink, Input, WEBM } from "mediabunny";
import { defaultPreferences, Preferences } from "#contract/account.ts";
import { MediaToken, RecordingList } from "#contract/recordings.ts";
import { call } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import type { Person } from "#tests/e2e/support/people.ts";
import { secondsOf } from "#tests/e2e/support/recorder.ts";
import { type UnwatchedTab, unwatchedBrowser } from "#tests/e2e/support/unwatched-browser.ts";

const hiddenFor = 8;

for (const way of ["frames", "a canvas"] as const) {
  test(`a picture with a camera in it goes on moving in a hidden tab, made from ${way}`, async ({
    launchOptions,
    newPerson,
  }) => {
    const person = await newPerson();
    await call(person, "PUT", "/user/preferences", Preferences, {
      ...defaultPreferences,
      recording_quality: "low",
      auto_save_to_cloud: true,
    });
    const { tab, close } = await unwatchedBrowser(launchOptions);
    try {
      await openRecorder(tab, person);
      if (way === "a canvas") await tab.evaluate("delete window.MediaStreamTrackProcessor");
      await pressSwitch(tab, "Camera");
      await press(tab, "main button[aria-label='Start recording']");
      await untilTimer(tab, 2);
      await tab.hide();
      const from = await timer(tab);
      await untilTimer(tab, from + hiddenFor);
      const to = await timer(tab);
      expect(await tab.evaluate("document.visibilityState")).toBe("hidden");
      await press(tab, "button[aria-label=Stop]");
      await expect
        .poll(() => tab.evaluate("document.body.innerText"), { timeout: 60_000 })
        .toMatch(/verified/i);

      // A hidden page gets no frames of its own, and its clocks may strike once a second. A processor that falls
      // behind leaves pictures out in a page that is seen as well.
      const made = await pictures(person);
      const inSight = mostInTwoSeconds(made.filter((at) => at < from));
      const hidden = mostInTwoSeconds(made.filter((at) => at > from + 0.5 && at < to - 0.5));
      expect(hidden).toBeGreaterThan(Math.min(6, inSight / 2));
    } finally {
      await close();
    }
  });
}

async function openRecorder(tab: UnwatchedTab, { origin, token, user }: Person) {
  await tab.goto(`${origin}/healthz`);
  const session = JSON.stringify(JSON.stringify({ token, user }));
  await tab.evaluate(`localStorage.setItem("kinora.session", ${session})`);
  await tab.goto(`${origin}/new-recording`);
}

const pressSwitch = (tab: UnwatchedTab, label: string) =>
  pressElement(
    tab,
    `[...document.querySelectorAll("main label")]
      .find(({ textContent }) => textContent.trim() === ${JSON.stringify(label)})
      ?.querySelector("[role=switch]")`,
  );

const press = (tab: UnwatchedTab, selector: string) =>
  pressElement(tab, `document.querySelector(${JSON.stringify(selector)})`);

/** `element` is an expression that the page evaluates. */
async function pressElement(tab: UnwatchedTab, element: string) {
  const off = ":disabled, [aria-disabled=true]";
  const isOn = () => tab.evaluate(`Boolean(${element}) && !${element}.matches("${off}")`);
  await expect.poll(isOn).toBe(true);
  await tab.evaluate(`${element}.click()`);
}

/** The seconds that the recorder's clock shows. */
async function timer(tab: UnwatchedTab): Promise<number> {
  const shown = await tab.evaluate("document.querySelector('[role=timer]')?.textContent ?? ''");
  return secondsOf(String(shown));
}

const untilTimer = (tab: UnwatchedTab, seconds: number) =>
  expect.poll(() => timer(tab), { timeout: 90_000 }).toBeGreaterThanOrEqual(seconds);

const mostInTwoSeconds = (times: number[]) =>
  Math.max(0, ...times.map((first) => times.filter((at) => at >= first && at < first + 2).length));

/** The seconds at which there is a new picture in the person's only recording. */
async function pictures(person: Person): Promise<number[]> {
  const { recordings } = await call(person, "GET", "/recordings", RecordingList);
  const path = `/recordings/${recordings[0]?.id}`;
  const { token } = await call(person, "POST", `${path}/media-token`, MediaToken);
  const video = await fetch(`${person.origin}/api${path}/stream?token=${token}`);
  using input = new Input({ source: new BufferSource(await video.arrayBuffer()), formats: [WEBM] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("There is no picture in the recording");
  const packets = new EncodedPacketSink(track).packets();
  return (await Array.fromAsync(packets)).map(({ timestamp }) => timestamp);
}
