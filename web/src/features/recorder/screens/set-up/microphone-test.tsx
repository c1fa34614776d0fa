import { Ear, Mic } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { openMicrophone, stop } from "#web/features/recorder/capture/sources.ts";
import { Button } from "#web/ui/controls/button.tsx";

const SPOKEN_MS = 2_000;

type Phase = "idle" | "listens" | "plays" | "failed";

const said: Partial<Record<Phase, string>> = {
  listens: "Say something…",
  plays: "This is how you sound",
};

/** Two seconds of the microphone, played back: a level says that something is heard, and not how it sounds. */
export function MicrophoneTest({ deviceId }: { deviceId: string | null }) {
  const [phase, setPhase] = useState<Phase>("idle");
  const running = useRef<AbortController>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another microphone ends the test of this one
  useEffect(() => () => running.current?.abort(), [deviceId]);
  const test = async () => {
    const stopped = new AbortController();
    running.current = stopped;
    await listenAndPlay(deviceId, setPhase, stopped.signal).then(
      () => setPhase("idle"),
      () => setPhase(stopped.signal.aborted ? "idle" : "failed"),
    );
  };
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button
        size="sm"
        icon={phase === "plays" ? <Ear /> : <Mic />}
        disabled={said[phase] !== undefined}
        onClick={() => void test()}
      >
        {said[phase] ?? "Test microphone"}
      </Button>
      {phase !== "idle" && (
        <span role="status" className={phase === "failed" ? "text-13 text-warn" : "sr-only"}>
          {phase === "failed" ? "The microphone could not be tested." : said[phase]}
        </span>
      )}
    </div>
  );
}

async function listenAndPlay(
  deviceId: string | null,
  tell: (phase: Phase) => void,
  signal: AbortSignal,
): Promise<void> {
  tell("listens");
  const stream = await openMicrophone(deviceId === null ? "default" : { deviceId });
  if (!stream) return;
  const sound = await heardIn(stream, signal).finally(() => stop(stream));
  signal.throwIfAborted();
  const audio = new Audio(URL.createObjectURL(sound));
  const over = Promise.race([happened(audio, "ended"), happened(signal, "abort")]);
  try {
    await audio.play();
    tell("plays");
    await over;
  } finally {
    audio.pause();
    URL.revokeObjectURL(audio.src);
  }
}

async function heardIn(stream: MediaStream, signal: AbortSignal): Promise<Blob> {
  signal.throwIfAborted();
  const recorder = new MediaRecorder(stream);
  const chunks: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => chunks.push(data));
  const stopped = happened(recorder, "stop");
  const end = () => recorder.state === "recording" && recorder.stop();
  recorder.start();
  const timer = setTimeout(end, SPOKEN_MS);
  signal.addEventListener("abort", end);
  await stopped;
  clearTimeout(timer);
  return new Blob(chunks, { type: recorder.mimeType });
}

const happened = (target: EventTarget, name: string): Promise<void> =>
  new Promise((resolve) => target.addEventListener(name, () => resolve(), { once: true }));
