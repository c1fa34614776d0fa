import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { type OpenAiStandIn, startOpenAi } from "#tests/stand-ins/openai.ts";
import { removeDataDir, type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { test as journey } from "./journey.ts";
import { usedDataDir } from "./shared-data-dir.ts";
import { spokenWav } from "./spoken-wav.ts";

const microphone = [
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
  "--autoplay-policy=no-user-gesture-required",
];

interface PerWorker {
  openai: OpenAiStandIn;
  server: ServerProcess;
  /** Sentences that somebody speaks into the microphone. */
  voice: string;
}

/** A server that has speech transcribed by a stand-in, and a browser into whose microphone somebody speaks. */
export const test = journey.extend<object, PerWorker>({
  voice: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const path = await spokenWav();
      await use(path);
      rmSync(dirname(path), { recursive: true });
    },
    { scope: "worker" },
  ],
  launchOptions: [
    async ({ launchOptions, voice }, use) => {
      const args = [...microphone, `--use-file-for-fake-audio-capture=${voice}`];
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
    },
    { scope: "worker" },
  ],
  openai: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const openai = startOpenAi();
      await use(openai);
      openai.stop();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ openai }, use) => {
      const dataDir = usedDataDir();
      const server = await startServer({
        DATA_DIR: dataDir,
        DEFAULT_PLAN: "Premium",
        OPENAI_BASE_URL: openai.url,
        TRANSCRIPTION_MODEL: "whisper-1",
        TRUST_PROXY: "on",
      });
      await use(server);
      await server.kill("SIGTERM");
      removeDataDir(dataDir);
    },
    { scope: "worker" },
  ],
});
