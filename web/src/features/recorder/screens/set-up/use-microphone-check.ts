import { useEffect, useState } from "react";
import { followLevel } from "#web/features/recorder/capture/follow-level.ts";
import { mixAudio } from "#web/features/recorder/capture/mix.ts";
import { openMicrophone } from "#web/features/recorder/capture/sources.ts";
import { mayOpen } from "./may-open.ts";
import type { PreflightFacts } from "./preflight.ts";

export interface MicrophoneCheck {
  heard: PreflightFacts["microphone"];
  /** How loud the microphone is now; null while it is not open. */
  level: (() => number) | null;
}

/** Opens the microphone before the recording does, so that a silent one is found out in time. */
export function useMicrophoneCheck(isOn: boolean, deviceId: string | null): MicrophoneCheck {
  const [check, setCheck] = useState<MicrophoneCheck>({ heard: "unknown", level: null });
  useEffect(() => {
    if (!isOn) {
      setCheck({ heard: "off", level: null });
      return;
    }
    return listen(deviceId, setCheck);
  }, [isOn, deviceId]);
  return check;
}

function listen(deviceId: string | null, tell: (check: MicrophoneCheck) => void): () => void {
  const stopped = new AbortController();
  void (async () => {
    if (!(await mayOpen("microphone", deviceId))) return tell({ heard: "unknown", level: null });
    const stream = await openMicrophone(deviceId === null ? "default" : { deviceId }).catch(
      () => null,
    );
    if (!stream) {
      if (!stopped.signal.aborted) tell({ heard: "missing", level: null });
      return;
    }
    const mix = mixAudio([stream]);
    const close = () => {
      mix.close();
      for (const track of stream.getTracks()) track.stop();
    };
    if (stopped.signal.aborted) return close();
    stopped.signal.addEventListener("abort", close);
    tell({ heard: "unknown", level: mix.level });
    followLevel(mix, stopped.signal, (heard) => tell({ heard, level: mix.level }));
  })();
  return () => stopped.abort();
}
