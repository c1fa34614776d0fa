import type { Preferences } from "#contract/account.ts";
import { startRecording } from "#web/features/recorder/recorder.ts";
import { RoundButton } from "#web/features/recorder/screens/round-button.tsx";
import { startKey } from "#web/features/recorder/screens/shortcuts.ts";
import { Finder } from "#web/features/recorder/screens/stage.tsx";
import { useOfferStart } from "#web/features/recorder/view.ts";
import { useUser } from "#web/lib/session.ts";
import { Select } from "#web/ui/select.tsx";
import { AdviceList } from "./advice-list.tsx";
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
  /** Recordings have a place to go; without one they can only be downloaded. */
  canSave: boolean;
  /** Bytes left in the plan; null when it has no limit. */
  roomOnPlan: number | null;
  /** The browser is asking for a source. */
  isChoosing: boolean;
}

/** Before: what will be recorded, and what to know about it. */
export function SetUp({ preferences, onInstantLink, canSave, roomOnPlan, isChoosing }: SetUpProps) {
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
  const start = () => {
    if (!mime) return;
    const prefix = preferences.default_filename_prefix;
    startRecording({ ...captureWish(setup), userId: user.id, prefix, mime, instant });
  };

  useOfferStart(mime && !isChoosing ? start : undefined);

  return (
    <div className="grid gap-8">
      <EmptyStage
        setup={setup}
        onChange={change}
        isChoosing={isChoosing}
        {...(mime && { onStart: start })}
      />
      <AdviceList advice={advice} />
      <SourceControls setup={setup} onChange={change} microphone={microphone} />
      <div className="grid gap-6 border-line border-t pt-6 lg:grid-cols-3 lg:items-start">
        <Select
          label="Quality"
          value={setup.quality}
          options={qualityOptions}
          onChange={(quality) => change({ quality })}
        />
        <div className="lg:col-span-2">
          <InstantLinkSwitch
            on={instant}
            onChange={onInstantLink}
            disabled={!canSave || staysHere}
          />
        </div>
      </div>
    </div>
  );
}

interface EmptyStageProps {
  setup: Setup;
  onChange: (fields: Partial<Setup>) => void;
  isChoosing: boolean;
  /** Missing where nothing can be recorded. */
  onStart?: () => void;
}

const nothing = () => {};

function EmptyStage({ setup, onChange, isChoosing, onStart }: EmptyStageProps) {
  return (
    <Finder>
      <div className="grid justify-items-center gap-4">
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
          {isChoosing
            ? "Choose in your browser what to share."
            : "Your browser asks what to share."}
        </p>
      </div>
      {setup.camera && !isChoosing && (
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
