import { MicOff, Pause, Play, Square, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { startBubble } from "#web/features/recorder/capture/camera/bubble.ts";
import { followLevel } from "#web/features/recorder/capture/follow-level.ts";
import {
  isLevelKnown,
  pauseRecording,
  placeCamera,
  recordingLevel,
  resumeRecording,
  stopRecording,
} from "#web/features/recorder/recorder.ts";
import type { View } from "#web/features/recorder/view.ts";
import { LiveDot } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { CameraHandle } from "./camera-handle.tsx";
import { lateInWords } from "./in-words.ts";
import { CopyLink } from "./result/copy-link.tsx";
import { RoundButton } from "./round-button.tsx";
import { pauseKey, stopKey } from "./shortcuts.ts";
import { LevelMeter, SafetyLine, Timer, Watchers } from "./signs.tsx";
import { LivePicture, Stage } from "./stage.tsx";
import {
  asked,
  MuteButton,
  OpenAgain,
  Question,
  staysBehind,
  ThrowButton,
  throwActs,
} from "./take-controls.tsx";

export function Running({ view }: { view: View }) {
  const { state } = view;
  const isPaused = state.name === "paused";
  const isStopping = state.name === "stopping";
  const about = asked(state);
  return (
    <div className="mx-auto grid w-full max-w-[720px] grid-cols-[minmax(0,1fr)] gap-5 sideways:grid-cols-2 sideways:*:nth-[n+3]:col-span-2">
      <Captured view={view} isPaused={isPaused} />
      <div className="grid justify-items-center gap-1">
        <p role="status" className="flex items-center gap-2 text-13 text-ink-2">
          {state.name === "recording" && <LiveDot />}
          {isPaused ? "Paused" : isStopping ? "Finishing" : (view.lightened ?? "Recording")}
        </p>
        <Timer
          className={cx(
            "font-semibold text-[4rem] leading-none tracking-tight",
            isPaused && "text-ink-3",
          )}
        />
        <Sound view={view} isPaused={isPaused} />
      </div>
      {/* Stays in sight on a phone that is held sideways, which is lower than all of this. */}
      <div className="sticky bottom-0 z-10 flex min-h-[6.5rem] items-center justify-center bg-paper">
        {about ? <Question about={about} /> : <Acts view={view} />}
      </div>
      {"instant" in state && state.instant && (
        <div className="grid justify-items-center gap-1">
          <CopyLink recordingId={view.recordingId} />
          <Watchers recordingId={view.recordingId} />
        </div>
      )}
      <SafetyLine view={view} />
      <CaptionsLine captions={view.captions} />
      {staysBehind(view.face) && (
        <p className="text-center text-13 text-ink-2">
          Come back to this tab to stop: this browser shows no controls over other windows.
        </p>
      )}
    </div>
  );
}

function Acts({ view: { state } }: { view: View }) {
  const isPaused = state.name === "paused";
  const isStopping = state.name === "stopping";
  const [restart, discard] = throwActs;
  return (
    <div className="flex items-center justify-center gap-3 sm:gap-6">
      <ThrowButton act={restart} state={state} />
      <div className="flex items-end gap-2 sm:gap-8">
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
      <ThrowButton act={discard} state={state} />
    </div>
  );
}

function CaptionsLine({ captions }: Pick<View, "captions">) {
  if (!captions) return null;
  const isRefused = "refused" in captions;
  return (
    <p role="status" className={cx("text-center text-13", isRefused ? "text-ink" : "text-ink-2")}>
      {isRefused ? `No captions: ${captions.refused}` : "Your words are being written down."}
    </p>
  );
}

/** A CSS length: the page's head and all that stands beneath the picture. */
const BESIDE_PICTURE = "31.5rem";

function Captured({ view, isPaused }: { view: View; isPaused: boolean }) {
  if (!view.preview) return <Stage beside={BESIDE_PICTURE}>{null}</Stage>;
  const { width, height } = view.preview.getVideoTracks()[0]?.getSettings() ?? {};
  const picture = width && height ? { width, height } : undefined;
  return (
    <Stage shape={picture} beside={BESIDE_PICTURE}>
      <LivePicture
        stream={view.preview}
        label="What is being recorded"
        className={cx(isPaused && "opacity-40", view.isMirrored && "-scale-x-100")}
      />
      {isPaused && (
        <span className="absolute grid size-14 place-items-center rounded-full bg-stage/80">
          <Pause aria-hidden="true" className="size-6 fill-current" />
        </span>
      )}
      {view.hasCamera && (
        <CameraHandle bubble={view.bubble ?? startBubble} picture={picture} onMove={placeCamera} />
      )}
      <span className="absolute top-2 right-2 rounded-8 bg-stage/80">
        <OpenAgain face={view.face} tone="stage" />
      </span>
    </Stage>
  );
}

/** How loud the sound is; or a warning that some does not arrive or was not heard, for as long as that is so. */
function Sound({ view, isPaused }: { view: View; isPaused: boolean }) {
  const { hasSound, flow, microphone } = view;
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
    followLevel({ level: recordingLevel, isAwake: isLevelKnown }, stopped.signal, setHeard);
    return () => stopped.abort();
  }, [isListening, isOver]);
  return heard === "silent";
}
