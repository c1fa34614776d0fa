import { Mic, MicOff, Pause, Play } from "lucide-react";
import {
  muteMicrophone,
  pauseRecording,
  resumeRecording,
} from "#web/features/recorder/recorder.ts";
import type { View } from "#web/features/recorder/view.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";

/** The acts on a recording that runs, but its end: the same at the foot of a page and over other windows. */
export function TakeControls({ view }: { view: Pick<View, "state" | "microphone"> }) {
  const isPaused = view.state.name === "paused";
  const pause = isPaused ? "Resume recording" : "Pause recording";
  return (
    <>
      <IconButton
        label={pause}
        title={pause}
        size="sm"
        disabled={view.state.name === "stopping"}
        onClick={isPaused ? resumeRecording : pauseRecording}
      >
        {isPaused ? <Play /> : <Pause />}
      </IconButton>
      <MuteButton microphone={view.microphone} />
    </>
  );
}

/** Not there where no microphone is open. */
export function MuteButton({ microphone }: Pick<View, "microphone">) {
  if (!microphone) return null;
  const isMuted = microphone === "muted";
  const label = isMuted ? "Unmute microphone" : "Mute microphone";
  return (
    <IconButton
      label={label}
      title={label}
      size="sm"
      tone={isMuted ? "danger" : "quiet"}
      onClick={() => muteMicrophone(!isMuted)}
    >
      {isMuted ? <MicOff className="text-red-ink" /> : <Mic />}
    </IconButton>
  );
}
