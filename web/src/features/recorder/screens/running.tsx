import { Pause, Play, Square } from "lucide-react";
import { useState } from "react";
import { startBubble } from "#web/features/recorder/capture/camera/bubble.ts";
import type { Clock } from "#web/features/recorder/clock.ts";
import {
  pauseRecording,
  placeCamera,
  recordingLevel,
  resumeRecording,
  stopRecording,
} from "#web/features/recorder/recorder.ts";
import type { View } from "#web/features/recorder/view.ts";
import { LiveDot } from "#web/ui/badge.tsx";
import { CameraHandle } from "./camera-handle.tsx";
import { CopyLink } from "./copy-link.tsx";
import { LevelMeter } from "./level-meter.tsx";
import { RoundButton } from "./round-button.tsx";
import { SafetyLine } from "./safety-line.tsx";
import { pauseKey, stopKey } from "./shortcuts.ts";
import { LivePicture, Stage } from "./stage.tsx";
import { Timer } from "./timer.tsx";

interface Props {
  view: View;
  name: "recording" | "paused" | "stopping";
  clock: Clock;
  instant: boolean;
}

/** During: what is captured, how long, how safe, and the two buttons that matter. */
export function Running({ view, name, clock, instant }: Props) {
  const isPaused = name === "paused";
  const isStopping = name === "stopping";
  return (
    <div className="mx-auto grid w-full max-w-[720px] gap-6">
      <Captured view={view} />
      <div className="grid justify-items-center gap-1">
        <p className="flex items-center gap-2 text-13 text-ink-2">
          {name === "recording" && <LiveDot />}
          {isPaused ? "Paused" : isStopping ? "Finishing" : "Recording"}
        </p>
        <Timer clock={clock} className="font-semibold text-[4rem] leading-none tracking-tight" />
        <div className="mt-3 w-40">
          <LevelMeter level={recordingLevel} />
        </div>
      </div>
      <div className="flex items-end justify-center gap-8">
        <RoundButton
          label={isPaused ? "Resume" : "Pause"}
          shortcut={pauseKey}
          onPress={isPaused ? resumeRecording : pauseRecording}
          disabled={isStopping}
        >
          {isPaused ? <Play /> : <Pause />}
        </RoundButton>
        <RoundButton
          label="Stop"
          shortcut={stopKey}
          onPress={stopRecording}
          disabled={isStopping}
          red
        >
          <Square className="fill-current" />
        </RoundButton>
      </div>
      <SafetyLine view={view} />
      {instant && (
        <div className="grid justify-items-center">
          <CopyLink recordingId={view.recordingId} />
        </div>
      )}
    </div>
  );
}

function Captured({ view }: { view: View }) {
  const [bubble, setBubble] = useState(view.bubble ?? startBubble);
  if (!view.preview) return <Stage>{null}</Stage>;
  const { width, height } = view.preview.getVideoTracks()[0]?.getSettings() ?? {};
  const picture = width && height ? { width, height } : undefined;
  return (
    <Stage shape={picture}>
      <LivePicture stream={view.preview} label="What is being recorded" />
      {view.hasCamera && (
        <CameraHandle
          bubble={bubble}
          picture={picture}
          onMove={(moved) => {
            setBubble(moved);
            placeCamera(moved);
          }}
        />
      )}
    </Stage>
  );
}
