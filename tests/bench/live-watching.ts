import { join } from "node:path";
import { Share } from "#contract/shares.ts";
import type { Bench } from "./bench.ts";
import { openStudio, type Studio } from "./large-recording.ts";

const WATCHERS = 200;
const PARTS = 8;
/** A recorder collects for so long. */
const EVERY_MS = 2_000;

/** How fast a running recording arrives that makes a part every two seconds, while 200 watch it and while nobody does. */
export const liveWatching: Bench = {
  work: "parts of a recording that 200 watch",
  unit: "kB/s",
  goal: { atLeast: 0.95 },
  rounds: 3,
  async prepare() {
    const studio = await openStudio({ TRUST_PROXY: "on" });
    const film = await filmOf(join(studio.dataDir, "running.webm"));
    return {
      ours: () => speedOf(studio, film, WATCHERS),
      baseline: () => speedOf(studio, film, 0),
      close: () => studio.close(),
    };
  },
};

async function filmOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const picture = ["-f", "lavfi", "-i", `testsrc2=s=640x360:r=15:d=${(PARTS * EVERY_MS) / 1000}`];
  const codec = ["-c:v", "libvpx", "-b:v", "2M", "-g", "30", "-deadline", "realtime"];
  const made = Bun.spawn(["ffmpeg", "-v", "error", ...picture, ...codec, "-live", "1", path]);
  if ((await made.exited) !== 0) throw new Error("no film");
  return Bun.file(path).bytes();
}

/** A part now and then, as a recorder sends them. */
async function speedOf({ ask, server }: Studio, film: Uint8Array<ArrayBuffer>, watchers: number) {
  const tus = { "Tus-Resumable": "1.0.0" };
  const metadata = { filename: "live.webm", filetype: "video/webm", kind: "recording" };
  const described = Object.entries(metadata).map(([key, value]) => `${key} ${btoa(value)}`);
  const begun = await ask("/uploads", {
    method: "POST",
    headers: { ...tus, "Upload-Defer-Length": "1", "Upload-Metadata": described.join() },
  });
  const id = begun.headers.get("X-Recording-Id") ?? "";
  const path = (begun.headers.get("Location") ?? "").replace("/api", "");
  const shared = await ask(`/recordings/${id}/shares`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });
  const { share_token } = Share.parse(await shared.json());
  const stopped = new AbortController();
  const watch = async (_: unknown, index: number) => {
    const headers = { "X-Forwarded-For": `${index + 1}.7.7.7` }; // each from a network of their own
    for (let next = 0; !stopped.signal.aborted; ) {
      const address = `/api/recordings/${id}/live?from_byte=${next}&share=${share_token}`;
      const { signal } = stopped;
      const answer = await fetch(server.origin + address, { headers, signal });
      await answer.arrayBuffer();
      next = Number(answer.headers.get("X-Next-Byte") ?? next);
    }
  };
  const all = Array.from({ length: watchers }, (...which) => watch(...which).catch(() => {}));
  const started = performance.now();
  let took = 0;
  const size = Math.ceil(film.length / PARTS);
  for (let at = 0; at < film.length; at += size) {
    const began = performance.now();
    const body = film.slice(at, at + size);
    const headers = { ...tus, "Upload-Offset": String(at) };
    const type = { "Content-Type": "application/offset+octet-stream" };
    const sent = await ask(path, { method: "PATCH", headers: { ...headers, ...type }, body });
    if (sent.status !== 204) throw new Error(`refused: ${sent.status}`);
    took = performance.now() - started;
    await Bun.sleep(Math.max(0, EVERY_MS - (performance.now() - began)));
  }
  stopped.abort();
  await Promise.all(all);
  await ask(`/recordings/${id}`, { method: "DELETE" });
  return film.length / 1000 / (took / 1000);
}
