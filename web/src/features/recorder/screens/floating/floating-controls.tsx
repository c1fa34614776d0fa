import { Minimize2, Square } from "lucide-react";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { closeFloating, foldFloating, useFloating } from "#web/features/recorder/floating.ts";
import {
  cancelRecording,
  pauseRecording,
  recordingLevel,
  resumeRecording,
} from "#web/features/recorder/recorder.ts";
import { cancelKey, pauseKey, stopKey } from "#web/features/recorder/screens/shortcuts.ts";
import { LevelMeter, SafetyLine, Timer, Watchers } from "#web/features/recorder/screens/signs.tsx";
import { LivePicture } from "#web/features/recorder/screens/stage.tsx";
import {
  asked,
  Question,
  SmallButton,
  TakeControls,
  ThrowButtons,
  UndoLine,
  useStop,
} from "#web/features/recorder/screens/take-controls.tsx";
import { useAside } from "#web/features/recorder/send/aside-takes.ts";
import { uploadInWords } from "#web/features/recorder/send/upload-in-words.ts";
import type { State } from "#web/features/recorder/steps.ts";
import type { View } from "#web/features/recorder/view.ts";
import { useShortcut } from "#web/lib/shortcuts.ts";
import { LiveDot } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";

export function FloatingControls({ view }: { view: View }) {
  const floating = useFloating();
  useEnd(view.state);
  return (
    floating && createPortal(<Content view={view} floating={floating} />, floating.document.body)
  );
}

/** The outcome is told for as long as the person is elsewhere; the page says it better. */
function useEnd(state: State) {
  const canUndo = useAside().length > 0;
  const isThrown = state.name === "idle" && canUndo;
  const isCalledOff = state.name === "idle" && !canUndo;
  const isOver = state.name === "idle" || "summary" in state;
  useEffect(() => {
    if (!isOver) return;
    const close = () => {
      if (isCalledOff || document.visibilityState === "visible") closeFloating();
    };
    // A take that was thrown away here can be brought back here, until the person is at the page.
    if (!isThrown) close();
    document.addEventListener("visibilitychange", close);
    window.addEventListener("focus", close);
    return () => {
      document.removeEventListener("visibilitychange", close);
      window.removeEventListener("focus", close);
    };
  }, [isOver, isCalledOff, isThrown]);
}

/** In a sliver of a window only the time and the buttons are left. */
const UNLESS_SLIVER = "[@media(max-width:300px)]:hidden [@media(max-height:72px)]:hidden";

function Content({ view, floating }: { view: View; floating: Window }) {
  const { state } = view;
  const stop = useStop();
  const isRunning = state.name === "recording" || state.name === "paused";
  const pause = state.name === "paused" ? resumeRecording : pauseRecording;
  useShortcut(pauseKey, pause, isRunning, floating);
  useShortcut(stopKey, stop, isRunning, floating);
  useShortcut(cancelKey, cancelRecording, state.name === "countdown", floating);
  return (
    <main className="grid h-dvh select-none grid-rows-[minmax(0,1fr)_auto] overflow-hidden bg-paper px-2.5 text-14 text-ink">
      <h1 className="sr-only">Kinora</h1>
      <div className="flex min-w-0 items-center gap-2">
        {view.face && (
          <div
            className={cx("size-14 shrink-0 overflow-hidden rounded-full bg-stage", UNLESS_SLIVER)}
          >
            <LivePicture
              stream={view.face}
              label="Your camera"
              className={cx("object-cover!", view.isMirrored && "-scale-x-100")}
            />
          </div>
        )}
        {"clock" in state ? <Running view={view} /> : <Around view={view} />}
      </div>
      {"clock" in state && <Foot view={view} />}
    </main>
  );
}

function Running({ view }: { view: View }) {
  const { state } = view;
  const about = asked(state);
  return (
    <>
      <span className="flex items-center gap-2 font-medium">
        {state.name === "recording" && (
          <span className={cx("flex", UNLESS_SLIVER)}>
            <LiveDot />
          </span>
        )}
        <Timer className={state.name === "paused" ? "text-ink-2" : undefined} />
      </span>
      <span role="status" className="sr-only">
        {state.name === "paused" ? "Paused" : state.name === "stopping" ? "Finishing" : "Recording"}
      </span>
      {about ? <Question about={about} className={UNLESS_SLIVER} /> : <Acts view={view} />}
    </>
  );
}

function Acts({ view }: { view: View }) {
  const { state, microphone } = view;
  const stop = useStop();
  return (
    <>
      <span className={cx("min-w-0 flex-1", UNLESS_SLIVER)}>
        {view.hasSound && microphone !== "muted" && <LevelMeter level={recordingLevel} />}
        {microphone === "muted" && <span className="block truncate text-12 text-warn">Muted</span>}
      </span>
      <span className="ml-auto flex items-center gap-0.5">
        <TakeControls view={view} />
        <ThrowButtons state={state} />
        <SmallButton
          label="Stop"
          icon={<Square className="fill-current" />}
          className="ml-1 bg-red! text-on-red! hover:brightness-95"
          disabled={state.name === "stopping"}
          onClick={stop}
        />
      </span>
    </>
  );
}

/** Before the first second and after the last. */
function Around({ view }: { view: View }) {
  const { state } = view;
  if (state.name === "countdown")
    return (
      <>
        <span
          role="timer"
          aria-label={`Recording starts in ${state.left}`}
          className="flex-1 text-center font-semibold text-28 tabular-nums"
        >
          {state.left > 0 ? state.left : ""}
        </span>
        <UndoLine />
        <Button size="sm" onClick={cancelRecording}>
          Cancel
        </Button>
      </>
    );
  if (state.name === "idle") return <UndoLine className="flex-1 justify-center" />;
  return (
    <p role="status" className="flex-1 truncate text-center">
      {outcome(view)}
    </p>
  );
}

function outcome({ state, upload }: View): string {
  if (state.name === "choosing") return "Getting ready";
  if (state.name === "saving") return `Saving ${uploadInWords(upload)}`;
  if (state.name === "saved") return "The recording is saved";
  return "The recording is ready. Kinora's tab has it.";
}

function Foot({ view }: { view: View }) {
  const isCaptioned = view.captions !== null && "asked" in view.captions;
  return (
    <div
      className={cx(
        "flex h-8 min-w-0 items-center gap-2 whitespace-nowrap text-12 text-ink-2",
        UNLESS_SLIVER,
      )}
    >
      <UndoLine />
      {view.isWholeScreen && (
        <>
          <span title="This window is in the picture that is recorded">In the picture</span>
          <SmallButton label="Make this window small" icon={<Minimize2 />} onClick={foldFloating} />
        </>
      )}
      {isCaptioned && <span>Captions on</span>}
      <Watchers recordingId={view.recordingId} />
      <div className="min-w-0 flex-1 overflow-hidden [&_p]:truncate [&_p]:text-left [&_p]:text-12">
        <SafetyLine view={view} />
      </div>
    </div>
  );
}
