import type { ReactNode } from "react";
import type { Preferences } from "#contract/account.ts";
import type { LanguageCode } from "#contract/languages.ts";
import { useOfferStart } from "#web/features/recorder/open-page.ts";
import { startRecording } from "#web/features/recorder/recorder.ts";
import { RoundButton } from "#web/features/recorder/screens/round-button.tsx";
import { startKey } from "#web/features/recorder/screens/shortcuts.ts";
import { Finder } from "#web/features/recorder/screens/stage.tsx";
import { type PictureSource, pictureSource } from "#web/lib/picture-source.ts";
import { useUser } from "#web/lib/session.ts";
import { Select } from "#web/ui/select.tsx";
import { AdviceList } from "./advice-list.tsx";
import { CameraFinder, CameraInstead, useCameraAlone } from "./camera-alone.tsx";
import { CameraPreview } from "./camera-preview.tsx";
import { InstantLinkSwitch } from "./instant-link-switch.tsx";
import { qualityOptions } from "./quality-options.ts";
import { SourceControls } from "./source-controls.tsx";
import { useMicrophoneCheck } from "./use-microphone-check.ts";
import { recordableMime, usePreflight } from "./use-preflight.ts";
import { captureWish, type Setup, useSetup } from "./use-setup.ts";

export interface SetUpProps {
  preferences: Preferences;
  onInstantLink: (on: boolean) => void;
  /** Missing where this server would make no captions. */
  captions?: { language: LanguageCode | null; control: (isSent: boolean) => ReactNode } | undefined;
  /** Recordings have a place to go; without one they can only be downloaded. */
  canSave: boolean;
  /** Bytes left in the plan; null when it has no limit. */
  roomOnPlan: number | null;
  /** The browser is asking for a source. */
  isChoosing: boolean;
}

/** The page before a recording: its sources, and what to know about it. */
export function SetUp(props: SetUpProps) {
  const { preferences, onInstantLink, captions, canSave, roomOnPlan, isChoosing } = props;
  const user = useUser();
  const { setup, change } = useSetup(preferences);
  const microphone = useMicrophoneCheck(setup.microphone && !isChoosing, setup.microphoneId);
  const staysHere = preferences.preferred_storage === "local";
  const instant = canSave && !staysHere && preferences.auto_save_to_cloud;
  const advice = usePreflight({
    quality: setup.quality,
    instant,
    roomOnPlan: canSave ? roomOnPlan : null,
    microphone: microphone.heard,
  });
  const mime = recordableMime();
  const picture = pictureSource() ?? "screen";
  const camera = useCameraAlone(picture === "camera" && !isChoosing, setup, change);
  const sources = { setup, picture, onChange: change };
  const wish = captureWish(setup, picture);
  const speaks = wish.microphone !== "off" || wish.systemAudio;
  const start = () => {
    if (!mime) return;
    const prefix = preferences.default_filename_prefix;
    const language = (instant && speaks && captions?.language) || null;
    const kept = { userId: user.id, prefix, mime, instant, captions: language };
    startRecording({ ...wish, ...kept });
  };

  useOfferStart(mime && !isChoosing ? start : undefined);

  return (
    <div className="grid gap-8">
      <EmptyStage
        {...sources}
        camera={camera}
        isChoosing={isChoosing}
        {...(mime && { onStart: start })}
      />
      {picture === "camera" && <CameraInstead />}
      <AdviceList advice={advice} />
      <SourceControls {...sources} microphone={microphone} isCameraOpen={camera !== null} />
      <div className="grid gap-6 border-line border-t pt-6 lg:grid-cols-3 lg:items-start">
        <Select
          label="Quality"
          value={setup.quality}
          options={qualityOptions}
          onChange={(quality) => change({ quality })}
        />
        <div className="grid gap-6 lg:col-span-2">
          <InstantLinkSwitch
            on={instant}
            onChange={onInstantLink}
            disabled={!canSave || staysHere}
          />
          {speaks && captions?.control(instant)}
        </div>
      </div>
    </div>
  );
}

interface EmptyStageProps {
  setup: Setup;
  picture: PictureSource;
  /** The camera that is the picture, once it is open. */
  camera: MediaStream | null;
  onChange: (fields: Partial<Setup>) => void;
  isChoosing: boolean;
  /** Missing where nothing can be recorded. */
  onStart?: () => void;
}

const nothing = () => {};

/** The words about the browser's own question, before the question comes and while it is open. */
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

function EmptyStage(props: EmptyStageProps) {
  const { setup, picture, camera, onChange, isChoosing, onStart } = props;
  return (
    <Finder>
      {camera && <CameraFinder stream={camera} />}
      <div className="relative grid justify-items-center gap-4">
        <RoundButton
          label="Start recording"
          shortcut={startKey}
          onPress={onStart ?? nothing}
          disabled={isChoosing || !onStart}
          red
          onStage
        >
          <span className="size-6 rounded-full bg-on-red" />
        </RoundButton>
        <p className="px-4 text-center text-13 opacity-70">
          {isChoosing ? asking[picture].now : asking[picture].before}
        </p>
      </div>
      {picture === "screen" && setup.camera && !isChoosing && (
        <CameraPreview
          deviceId={setup.cameraId}
          bubble={setup.bubble}
          onMove={(bubble) => onChange({ bubble })}
          onMissing={() => onChange({ camera: false })}
        />
      )}
    </Finder>
  );
}
