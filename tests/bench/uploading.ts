import { join } from "node:path";
import { Recording } from "#contract/recordings.ts";
import { largeForm, largeVideo } from "#tests/support/large-video.ts";
import type { Bench } from "./bench.ts";
import { LARGE, openStudio, startBare, workDone } from "./large-recording.ts";

/** A form of 500 MB to us, and the same bytes to a handler that does nothing but write and sync them. */
export const uploading: Bench = {
  work: "upload of 500 MB as a form",
  unit: "MB/s",
  goal: { atLeast: 0.8 },
  rounds: 5,
  async prepare() {
    const studio = await openStudio();
    const bare = await startBare("file-server.ts", join(studio.dataDir, "bare"));
    return {
      async ours() {
        const form = await largeForm(LARGE);
        let saved: unknown;
        const speed = await speedOf(async () => {
          const response = await studio.ask("/recordings", { method: "POST", ...form });
          saved = await response.json();
          return response;
        });
        const { id } = Recording.parse(saved);
        await workDone(studio, id); // or it would be measured with the next round
        await studio.ask(`/recordings/${id}`, { method: "DELETE" });
        await studio.ask(`/trash/${id}`, { method: "DELETE" });
        return speed;
      },
      async baseline() {
        const body = await largeVideo(LARGE);
        return speedOf(() => fetch(bare.address, { method: "POST", body }));
      },
      async close() {
        await bare.close();
        await studio.close();
      },
    };
  },
};

async function speedOf(send: () => Promise<Response>): Promise<number> {
  const started = performance.now();
  const response = await send();
  if (!response.ok) throw new Error(`refused: ${response.status}`);
  return LARGE / 1024 / 1024 / ((performance.now() - started) / 1000);
}
