import type { Answers, Ask } from "./spool.worker.ts";

type AnswerTo<A extends Ask> = Awaited<ReturnType<Answers[A["ask"]]>>;

export type Kept = AnswerTo<Ask & { ask: "append" }>;

export type Answer = { answer: unknown } | { error: string };

export type SpoolWorker = ReturnType<typeof startSpoolWorker>;

export function startSpoolWorker() {
  const worker = new Worker(new URL("./spool.worker.ts", import.meta.url), { type: "module" });
  const waiting = new Set<(error: Error) => void>();
  let over: Error | null = null;

  // A worker that is no more answers nothing: calls that wait are rejected, and so are later ones.
  const end = (why: string) => {
    worker.terminate();
    over ??= new Error(why);
    for (const reject of waiting) reject(over);
    waiting.clear();
  };
  worker.addEventListener("error", ({ message }) =>
    end(message || "The worker of the spool died."),
  );

  return {
    async call<A extends Ask>(ask: A) {
      if (over) throw over;
      const { promise, resolve, reject } = Promise.withResolvers<AnswerTo<A>>();
      const { port1, port2 } = new MessageChannel();
      waiting.add(reject);
      port1.onmessage = ({ data }: MessageEvent<Answer>) => {
        waiting.delete(reject);
        port1.close();
        if ("error" in data) reject(new Error(data.error));
        else resolve(data.answer as never); // our own worker answers each question with its own type
      };
      worker.postMessage(ask, [port2]);
      return promise;
    },
    end: () => end("The worker of the spool has ended."),
  };
}
