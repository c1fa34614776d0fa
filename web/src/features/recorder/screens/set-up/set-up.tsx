import { Link } from "@tanstack/react-router";
import { AppWindow, Camera, Monitor, PanelTop } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { Preferences } from "#contract/account.ts";
import type { LanguageCode } from "#contract/languages.ts";
import {
  isShownMirrored,
  onEnd,
  openCamera,
  openCameraAsPicture,
  stop,
} from "#web/features/recorder/capture/sources.ts";
import { useOfferStart } from "#web/features/recorder/open-page.ts";
import { startRecording } from "#web/features/recorder/recorder.ts";
import { CameraHandle } from "#web/features/recorder/screens/camera-handle.tsx";
import { RoundButton } from "#web/features/recorder/screens/round-button.tsx";
import { startKey } from "#web/features/recorder/screens/shortcuts.ts";
import { LivePicture, Stage } from "#web/features/recorder/screens/stage.tsx";
import { type PictureSource, pictureSource } from "#web/lib/picture-source.ts";
import { useUser } from "#web/lib/session.ts";
import { Switch } from "#web/ui/controls/switch.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { recordableMime, useMicrophoneCheck, usePreflight } from "./preflight.ts";
import { SourceControls } from "./source-controls.tsx";
import { captureWish, type Setup, useSetup } from "./use-setup.ts";

export interface SetUpProps {
  preferences: Preferences;
  onPreferences: (change: Partial<Preferences>) => void;
  /** Missing where this server would make no captions. */
  captions?: { language: LanguageCode | null; control: (isSent: boolean) => ReactNode } | undefined;
  /** Asks into which folder the recording comes. */
  folder?: ReactNode;
  /** Recordings have a place to go; without one they can only be downloaded. */
  canSave: boolean;
  /** Bytes left in the plan; null when it has no limit. */
  roomOnPlan: number | null;
  isChoosing: boolean;
}

const tones = { stop: "error", warning: "warn", note: "info" } as const;

/** A CSS length: the page's head, the button that starts, and the line of the instant link. */
const BESIDE_STAGE = "19rem";

export function SetUp(props: SetUpProps) {
  const { preferences, onPreferences, captions, canSave, roomOnPlan, isChoosing } = props;
  const user = useUser();
  const picture = pictureSource() ?? "screen";
  const { setup, change } = useSetup(preferences, picture);
  const quality = preferences.recording_quality;
  const microphone = useMicrophoneCheck(setup.microphone && !isChoosing, setup.microphoneId);
  const staysHere = preferences.preferred_storage === "local";
  const instant = canSave && !staysHere && preferences.auto_save_to_cloud;
  const hint = usePreflight(quality, {
    instantLink: instant,
    roomOnPlan: canSave ? roomOnPlan : null,
    microphone: microphone.heard,
  });
  const mime = recordableMime();
  const camera = useCamera(
    picture === "camera" && setup.camera && !isChoosing ? `${setup.cameraId} ${quality}` : null,
    () => openCameraAsPicture(setup.cameraId, quality),
    () => change({ camera: false }),
  );
  const wish = captureWish(setup, quality, picture);
  const speaks = wish.microphone !== "off" || wish.systemAudio;
  const start = () => {
    if (!mime) return;
    const prefix = preferences.default_filename_prefix;
    const language = (instant && speaks && captions?.language) || null;
    const kept = { userId: user.id, prefix, mime, instant, captions: language };
    startRecording({ ...wish, ...kept });
  };
  const offered = mime && !isChoosing ? start : undefined;
  useOfferStart(offered);

  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="@container grid content-start gap-5">
        <EmptyStage {...{ setup, picture, camera, isChoosing }} onChange={change} />
        <StartButton onPress={start} disabled={!offered} />
        <Switch
          label="Instant link"
          inLine
          hint={instant ? SENT : "Stays here until you save"}
          checked={instant}
          onChange={(auto_save_to_cloud) => onPreferences({ auto_save_to_cloud })}
          disabled={!canSave || staysHere}
        />
        {canSave && props.folder}
        {hint && <Banner tone={tones[hint.weight]}>{hint.text}</Banner>}
        {!hint && picture === "camera" && <CameraInstead />}
      </div>
      <SourceControls
        {...{ setup, picture, quality, microphone }}
        onChange={change}
        onQuality={(recording_quality) => onPreferences({ recording_quality })}
        isCameraOpen={camera !== null}
        captions={speaks && captions?.control(instant)}
      />
    </div>
  );
}

function StartButton(props: { onPress: () => void; disabled: boolean }) {
  return (
    <div className="grid justify-items-center">
      <RoundButton label="Start recording" shortcut={startKey} red {...props}>
        <span className="size-6 rounded-full bg-on-red" />
      </RoundButton>
    </div>
  );
}

/** One line at every width: where that is narrow, the rest of the sentence is left out. */
const SENT = (
  <>
    Sent while you record
    <span className="@max-xl:hidden">, so the link works the moment you stop</span>
  </>
);

interface EmptyStageProps {
  setup: Setup;
  picture: PictureSource;
  camera: MediaStream | null;
  onChange: (fields: Partial<Setup>) => void;
  isChoosing: boolean;
}

const asking = {
  screen: {
    before: "Your browser asks what to share.",
    now: "Choose in your browser what to share.",
  },
  camera: {
    before: "Records what your camera sees.",
    now: "Allow your browser to use the camera.",
  },
} as const;

const signs = { monitor: Monitor, window: AppWindow, browser: PanelTop };

function EmptyStage({ setup, picture, camera, onChange, isChoosing }: EmptyStageProps) {
  const Sign = picture === "screen" ? signs[setup.surface] : Camera;
  return (
    <Stage beside={BESIDE_STAGE}>
      {camera ? (
        <LivePicture
          stream={camera}
          label="Your camera"
          className={camera.getVideoTracks().every(isShownMirrored) ? "-scale-x-100" : undefined}
        />
      ) : (
        <p className="grid justify-items-center gap-3 px-4 text-center text-13 opacity-70">
          <Sign aria-hidden="true" className="size-8" />
          {isChoosing ? asking[picture].now : asking[picture].before}
        </p>
      )}
      {picture === "screen" && setup.camera && !isChoosing && (
        <CameraPreview setup={setup} onChange={onChange} />
      )}
    </Stage>
  );
}

const LIBRARY: string = "/my-recordings";

function CameraInstead() {
  return (
    <Banner>
      This browser cannot record the screen. Record your camera instead, or{" "}
      <Link to={LIBRARY} hash="import" className="underline">
        import a video file
      </Link>
      .
    </Banner>
  );
}

function CameraPreview({ setup, onChange }: Pick<EmptyStageProps, "setup" | "onChange">) {
  const { cameraId, bubble } = setup;
  const onMissing = () => onChange({ camera: false });
  const stream = useCamera(String(cameraId), () => openCamera(cameraId), onMissing);
  return (
    <CameraHandle bubble={bubble} onMove={(moved) => onChange({ bubble: moved })}>
      {stream && (
        <LivePicture stream={stream} label="Your camera" className="rounded-full object-cover!" />
      )}
    </CameraHandle>
  );
}

/** An open camera, for as long as it is looked at; `open` is asked anew for another `key`, and never for none. */
export function useCamera(
  key: string | null,
  open: () => Promise<MediaStream>,
  onMissing: () => void,
): MediaStream | null {
  const [stream, setStream] = useState<MediaStream | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new callbacks do not mean another camera
  useEffect(() => {
    if (key === null) return;
    let isOver = false;
    let opened: MediaStream | null = null;
    open().then(
      (camera) => {
        if (isOver) return stop(camera);
        opened = camera;
        onEnd(camera, onMissing); // the camera was unplugged
        setStream(camera);
      },
      () => !isOver && onMissing(),
    );
    return () => {
      isOver = true;
      // At once: many phones open no second camera beside the first.
      stop(opened);
      setStream(null);
    };
  }, [key]);
  return stream;
}
