import type { Answer, Answers, Ask } from "./protocol.ts";

/** The spool's worker as calls that return promises. */
export interface SpoolWorker {
  call<A extends Ask>(ask: A): Promise<Answers[A["ask"]]>;
  end(): void;
}

export function startSpoolWorker(): SpoolWorker {
  const worker = new Worker(new URL("./spool.worker.ts", import.meta.url), { type: "module" });
  const waiting = new Set<(error: Error) => void>();
  let died: Error | null = null;

  // A worker that died answers nothing: calls that wait are rejected, and so are later ones.
  worker.addEventListener("error", (event) => {
    died = new Error(event.message || "The worker of the spool died.");
    for (const reject of waiting) reject(died);
    waiting.clear();
  });

  return {
    call(ask) {
      return new Promise((resolve, reject) => {
        if (died) {
          reject(died);
          return;
        }
        const { port1, port2 } = new MessageChannel();
        waiting.add(reject);
        port1.onmessage = ({ data }: MessageEvent<Answer>) => {
          waiting.delete(reject);
          port1.close();
          if ("error" in data) reject(new Error(data.error));
          else resolve(data.answer as never); // our own worker answers each question with its own type
        };
        worker.postMessage(ask, [port2]);
      });
    },
    end: () => worker.terminate(),
  };
}
