import { MicOff, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { followLevel } from "#web/features/recorder/capture/follow-level.ts";
import { recordingLevel } from "#web/features/recorder/recorder.ts";
import type { View } from "#web/features/recorder/view.ts";
import { MuteButton } from "./floating/take-controls.tsx";
import { lateInWords } from "./flow-in-words.ts";
import { LevelMeter } from "./level-meter.tsx";

interface Props {
  view: Pick<View, "hasSound" | "flow" | "microphone">;
  isPaused: boolean;
}

/** How loud the sound is; or a warning that some does not arrive or was not heard, for as long as that is so. */
export function Sound({ view: { hasSound, flow, microphone }, isPaused }: Props) {
  const isMuted = microphone === "muted";
  const isSilent = useSilence(hasSound && !isPaused && !isMuted);
  const late = isPaused ? null : lateInWords(flow);
  const silence = !hasSound
    ? "No sound is recorded"
    : isMuted
      ? "Microphone muted"
      : isSilent && "No sound so far";
  const Icon = late ? TriangleAlert : MicOff;
  return (
    <div className="flex h-8 items-center justify-center gap-2">
      {late || silence ? (
        <p role="status" className="flex items-center gap-1.5 text-13 text-warn">
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          {late || silence}
        </p>
      ) : (
        <div className="w-40">
          <LevelMeter level={recordingLevel} />
        </div>
      )}
      <MuteButton microphone={microphone} />
    </div>
  );
}

/** The wait for the first sound: a speaker who was heard once may be silent for as long as they like. */
function useSilence(isListening: boolean): boolean {
  const [heard, setHeard] = useState<"heard" | "silent" | null>(null);
  const isOver = heard === "heard";
  useEffect(() => {
    if (!isListening || isOver) return;
    const stopped = new AbortController();
    followLevel({ level: recordingLevel, isAwake: () => true }, stopped.signal, setHeard);
    return () => stopped.abort();
  }, [isListening, isOver]);
  return heard === "silent";
}
