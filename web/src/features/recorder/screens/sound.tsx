import { MicOff } from "lucide-react";
import { useEffect, useState } from "react";
import { followLevel } from "#web/features/recorder/capture/follow-level.ts";
import { recordingLevel } from "#web/features/recorder/recorder.ts";
import { LevelMeter } from "./level-meter.tsx";

interface Props {
  hasSound: boolean;
  isPaused: boolean;
}

/** How loud it is; and that nothing has been heard, for as long as that is so. */
export function Sound({ hasSound, isPaused }: Props) {
  const isSilent = useSilence(hasSound && !isPaused);
  return (
    <div className="grid h-7 justify-items-center content-center">
      {!hasSound || isSilent ? (
        <p role="status" className="flex items-center gap-1.5 text-13 text-warn">
          <MicOff aria-hidden="true" className="size-4 shrink-0" />
          {hasSound ? "No sound so far" : "No sound is recorded"}
        </p>
      ) : (
        <div className="w-40">
          <LevelMeter level={recordingLevel} />
        </div>
      )}
    </div>
  );
}

/** Until the first sound: whoever was heard once may be silent for as long as they like. */
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
