import type { Browser, Page } from "@playwright/test";
import type { Film } from "#tests/e2e/support/world.ts";

interface Slide {
  title: string;
  accent: string;
  bars: number[];
}

/** The recordings in the library of the screenshots; the last one is shown being played. */
const slides: Slide[] = [
  { title: "Sprint review, week 46", accent: "#3d6b52", bars: [40, 55, 52, 70, 66, 82] },
  { title: "Why the import failed on Safari", accent: "#8a5a2b", bars: [70, 30, 62, 25, 58, 20] },
  { title: "Onboarding: your first day", accent: "#4a5a8a", bars: [20, 30, 42, 55, 70, 88] },
  { title: "Design critique: empty states", accent: "#7a4a72", bars: [60, 62, 58, 65, 63, 68] },
  { title: "Release notes in two minutes", accent: "#2f6f7a", bars: [30, 60, 45, 75, 55, 90] },
  { title: "How the new export works", accent: "#b0392f", bars: [35, 48, 44, 61, 72, 95] },
];

/** Real recordings of drawn pages, each with a thumbnail of its page. */
export async function films(browser: Browser, origin: string): Promise<Film[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(`${origin}/healthz`);
  const made: Film[] = [];
  for (const slide of slides) {
    await page.evaluate(
      ([html]) =>
        document.body.replaceWith(new DOMParser().parseFromString(html ?? "", "text/html").body),
      [pageOf(slide)],
    );
    const thumbnail = await squarePicture(page);
    const video = await record(page);
    made.push({
      title: slide.title,
      video,
      thumbnail: new Blob([new Uint8Array(thumbnail)], { type: "image/jpeg" }),
    });
  }
  await page.close();
  return made;
}

/** A thumbnail as the client makes it: all of the page in the middle of a square as dark as the stage. */
async function squarePicture(page: Page): Promise<Buffer> {
  await page.setViewportSize({ width: 1280, height: 1280 });
  await page.evaluate(() => {
    document.documentElement.style.background = "#0b0a09";
    Object.assign(document.body.style, { height: "720px", transform: "translateY(280px)" });
  });
  const picture = await page.screenshot({ type: "jpeg", quality: 80 });
  await page.evaluate(() =>
    Object.assign(document.body.style, { height: "100vh", transform: "none" }),
  );
  await page.setViewportSize({ width: 1280, height: 720 });
  return picture;
}

/** About four seconds of this tab, as the recorder would take them. */
async function record(page: Page): Promise<Blob> {
  const base64 = await page.evaluate(async () => {
    const thisTab = { preferCurrentTab: true, video: { frameRate: 15 }, audio: false };
    const stream = await navigator.mediaDevices.getDisplayMedia(thisTab);
    const recorder = new MediaRecorder(stream, { mimeType: "video/webm;codecs=vp8" });
    const chunks: Blob[] = [];
    recorder.ondataavailable = ({ data }) => data.size > 0 && chunks.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start(500);
    // A still page gives no frames: something has to move, until there are eight chunks of half a second.
    const pointer = document.querySelector<HTMLElement>("#pointer");
    for (let frame = 0; chunks.length < 8; frame++) {
      if (pointer) pointer.style.left = `${200 + ((frame * 12) % 900)}px`;
      await new Promise((resolve) => setTimeout(resolve, 66));
    }
    recorder.stop();
    await stopped;
    for (const track of stream.getTracks()) track.stop();
    const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  return new Blob([Buffer.from(base64, "base64")], { type: "video/webm" });
}

function pageOf({ title, accent, bars }: Slide): string {
  const columns = bars
    .map(
      (height) =>
        `<div style="flex:1;height:${height}%;background:${accent};border-radius:6px 6px 0 0"></div>`,
    )
    .join("");
  const lines = [90, 76, 84, 60]
    .map(
      (width) =>
        `<div style="height:14px;width:${width}%;background:#e7e2d9;border-radius:7px"></div>`,
    )
    .join("");
  return `
    <body style="margin:0;height:100vh;background:#f6f3ee;color:#1d1b18;font-family:Geist,Inter,sans-serif">
      <div style="display:flex;height:100%">
        <div style="width:200px;background:#1d1b18;padding:32px 24px;display:grid;gap:18px;align-content:start">
          ${[80, 62, 70, 55, 66].map((width) => `<div style="height:12px;width:${width}%;background:#4a463f;border-radius:6px"></div>`).join("")}
        </div>
        <div style="flex:1;padding:56px 64px;display:grid;grid-template-rows:auto auto 1fr;gap:28px">
          <div style="font-size:40px;font-weight:600;letter-spacing:-.02em">${title}</div>
          <div style="display:grid;gap:14px;max-width:560px">${lines}</div>
          <div style="display:flex;align-items:end;gap:20px;border-bottom:2px solid #d8d2c7">${columns}</div>
        </div>
      </div>
      <div id="pointer" style="position:fixed;top:420px;left:200px;width:22px;height:22px;border-radius:50%;background:${accent}55;border:2px solid ${accent}"></div>
    </body>`;
}
