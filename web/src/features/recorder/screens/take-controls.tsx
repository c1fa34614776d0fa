import { useNavigate } from "@tanstack/react-router";
import { Mic, MicOff, Pause, PictureInPicture2, Play, RotateCcw, Trash2 } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { unseenVideo } from "#web/features/recorder/capture/camera/composite.ts";
import { canFloat, openFloating, useFloating } from "#web/features/recorder/floating.ts";
import {
  askToThrowAway,
  keepTake,
  muteMicrophone,
  pauseRecording,
  resumeRecording,
  stopRecording,
  throwTakeAway,
} from "#web/features/recorder/recorder.ts";
import { bringBack } from "#web/features/recorder/send/aside.ts";
import { useAside } from "#web/features/recorder/send/aside-takes.ts";
import type { State, Throw } from "#web/features/recorder/steps.ts";
import type { View } from "#web/features/recorder/view.ts";
import { errorText } from "#web/lib/api-error.ts";
import { formatDuration } from "#web/lib/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { toast } from "#web/ui/layers/toast.ts";

/** An icon to press, small, which tells its effect to a pointer that rests on it. */
export const SmallButton = (props: ComponentProps<typeof IconButton>) => (
  <IconButton size="sm" title={props.label} {...props} />
);

/** The acts on a recording that runs, but its end: the same at the foot of a page and over other windows. */
export function TakeControls({ view }: { view: Pick<View, "state" | "microphone"> }) {
  const isPaused = view.state.name === "paused";
  const pause = isPaused ? "Resume recording" : "Pause recording";
  return (
    <>
      <SmallButton
        label={pause}
        icon={isPaused ? <Play /> : <Pause />}
        disabled={view.state.name === "stopping"}
        onClick={isPaused ? resumeRecording : pauseRecording}
      />
      <MuteButton microphone={view.microphone} />
    </>
  );
}

export function MuteButton({ microphone }: Pick<View, "microphone">) {
  if (!microphone) return null;
  const isMuted = microphone === "muted";
  return (
    <SmallButton
      label={isMuted ? "Unmute microphone" : "Mute microphone"}
      icon={isMuted ? <MicOff className="text-red-ink" /> : <Mic />}
      tone={isMuted ? "danger" : "quiet"}
      onClick={() => muteMicrophone(!isMuted)}
    />
  );
}

interface OpenAgainProps {
  face: View["face"];
  tone?: "quiet" | "stage";
}

/** The way back to the controls over other windows, while they are closed; or the nearest that this browser has. */
export function OpenAgain({ face, tone = "quiet" }: OpenAgainProps) {
  const isOpen = useFloating() !== null;
  if (isOpen || staysBehind(face)) return null;
  const refused = () => toast.error("The browser opened no window for the camera.");
  const open = () => (canFloat() ? openFloating() : face && floatFace(face).catch(refused));
  return (
    <SmallButton
      label={canFloat() ? "Floating controls" : "Floating camera"}
      icon={<PictureInPicture2 />}
      tone={tone}
      onClick={open}
    />
  );
}

/** Whether this browser keeps the recorder, or a part of it, in sight over other windows. */
export const staysBehind = (face: View["face"]) =>
  !canFloat() && !(face && document.pictureInPictureEnabled);

async function floatFace(face: MediaStream) {
  const video = unseenVideo(face);
  video.addEventListener("leavepictureinpicture", () => {
    video.srcObject = null; // or it plays on, unseen, for as long as the camera is open
  });
  // The recording is over, or the camera went away: its last picture would stay over all windows.
  video.addEventListener("ended", () => document.exitPictureInPicture().catch(() => {}));
  await video.play();
  await video.requestPictureInPicture();
}

export const throwActs = [
  { about: "restart", label: "Restart", Icon: RotateCcw },
  { about: "discard", label: "Discard", Icon: Trash2 },
] as const;
type ThrowAct = (typeof throwActs)[number];

interface ThrowProps {
  state: State;
  className?: string | undefined;
}

/** The first of two steps: the take pauses, and the question comes in the place of these. */
export const ThrowButtons = (props: ThrowProps) =>
  throwActs.map((act) => <ThrowButton key={act.about} act={act} {...props} />);

export function ThrowButton({ act, state, className }: ThrowProps & { act: ThrowAct }) {
  const { about, label, Icon } = act;
  return (
    <SmallButton
      label={label}
      icon={<Icon />}
      tone={about === "discard" ? "danger" : "quiet"}
      className={className}
      disabled={state.name === "stopping"}
      onClick={() => askToThrowAway(about)}
    />
  );
}

export const asked = (state: State) => (state.name === "paused" ? state.asks?.about : undefined);

const inShort: Record<Throw, string> = { restart: "Start over?", discard: "Throw it away?" };

const questions: Record<Throw, string> = {
  restart: "Throw this take away and begin again?",
  discard: "Throw this recording away?",
};

/** The second step. The key that comes next belongs to it: to keep the take needs no way there. */
export function Question({ about, className }: { about: Throw; className?: string }) {
  return (
    <fieldset className="flex min-w-0 items-center gap-2" aria-label={questions[about]}>
      <span className={cx("min-w-0 truncate text-13", className)}>{inShort[about]}</span>
      <Button size="sm" tone="danger" onClick={throwTakeAway}>
        Throw away
      </Button>
      <Button size="sm" ref={focus} onClick={keepTake}>
        Keep
      </Button>
    </fieldset>
  );
}

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** The last take that was thrown away, for as long as it can be brought back. */
export function UndoLine({ className }: { className?: string }) {
  const last = useAside().at(-1);
  const [isBusy, setBusy] = useState(false);
  if (!last) return null;
  const undo = async () => {
    setBusy(true);
    await bringBack(last).catch((error) =>
      toast.error(errorText(error, "The server cannot be reached. Try again.")),
    );
    setBusy(false);
  };
  const length = formatDuration(last.take.manifest.elapsed / 1000);
  return (
    <div className={cx("flex min-w-0 items-center gap-2 text-13 text-ink-2", className)}>
      <span role="status" className="min-w-0 truncate tabular-nums">
        {length} thrown away
      </span>
      <Button size="sm" busy={isBusy} onClick={undo}>
        Undo
      </Button>
    </div>
  );
}

export const RECORD_PAGE: string = "/new-recording";

export function useStop(): () => void {
  const navigate = useNavigate();
  return () => {
    stopRecording();
    void navigate({ to: RECORD_PAGE });
  };
}
