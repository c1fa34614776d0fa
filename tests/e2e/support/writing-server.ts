import { type ChatStandIn, startChat } from "#tests/stand-ins/openai-chat.ts";
import { removeDataDir, type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { test as journey } from "./journey.ts";
import { usedDataDir } from "./shared-data-dir.ts";

interface PerWorker {
  chat: ChatStandIn;
  server: ServerProcess;
}

/** A server that has a stand-in translate and suggest. */
export const test = journey.extend<object, PerWorker>({
  chat: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const chat = startChat();
      await use(chat);
      chat.stop();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ chat }, use) => {
      const dataDir = usedDataDir();
      const server = await startServer({
        DATA_DIR: dataDir,
        DEFAULT_PLAN: "Premium",
        OPENAI_BASE_URL: chat.url,
        CHAT_MODEL: "stand-in",
        TRUST_PROXY: "on",
      });
      await use(server);
      await server.kill("SIGTERM");
      removeDataDir(dataDir);
    },
    { scope: "worker" },
  ],
});
