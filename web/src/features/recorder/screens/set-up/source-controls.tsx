import { Camera } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { type Preferences, Quality } from "#contract/account.ts";
import {
  type Device,
  type Devices,
  listDevices,
  watchDevices,
} from "#web/features/recorder/capture/devices.ts";
import { presetFor } from "#web/features/recorder/capture/presets.ts";
import { LevelMeter } from "#web/features/recorder/screens/level-meter.tsx";
import type { PictureSource } from "#web/lib/picture-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { Switch } from "#web/ui/controls/switch.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { MicrophoneTest } from "./microphone-test.tsx";
import type { MicrophoneCheck } from "./use-microphone-check.ts";
import type { Setup } from "./use-setup.ts";

interface Props {
  setup: Setup;
  quality: Preferences["recording_quality"];
  picture: PictureSource;
  onChange: (fields: Partial<Setup>) => void;
  onQuality: (quality: Preferences["recording_quality"]) => void;
  microphone: MicrophoneCheck;
  /** The camera that is the picture is open. */
  isCameraOpen: boolean;
  /** Captions of what will be said, where they are offered. */
  captions: ReactNode;
}

/** The sources of a recording: a screen, a microphone, a camera; and what is rarely changed behind 'More'. */
export function SourceControls(props: Props) {
  const { setup, picture, onChange, microphone, isCameraOpen } = props;
  const devices = useDevices([microphone.level !== null, setup.camera, isCameraOpen].join());
  const isScreen = picture === "screen";
  return (
    <div className="grid gap-5 self-start rounded-12 border border-line p-5">
      {isScreen && <Source setup={setup} onChange={onChange} />}
      <div className="grid gap-3">
        <Switch
          label="Microphone"
          checked={setup.microphone}
          onChange={(on) => onChange({ microphone: on })}
        />
        {setup.microphone && (
          <>
            <LevelMeter level={microphone.level} />
            <DeviceMenu
              label="Which microphone"
              devices={devices.microphones}
              value={setup.microphoneId}
              onChange={(microphoneId) => onChange({ microphoneId })}
            />
          </>
        )}
      </div>
      <div className="grid gap-3">
        {isScreen && (
          <Switch
            label="Camera"
            checked={setup.camera}
            onChange={(on) => onChange({ camera: on })}
          />
        )}
        {setup.camera ? (
          <DeviceMenu
            label="Which camera"
            devices={devices.cameras}
            value={setup.cameraId}
            onChange={(cameraId) => onChange({ cameraId })}
          />
        ) : (
          !isScreen && (
            <Button icon={<Camera />} onClick={() => onChange({ camera: true })}>
              Show my camera
            </Button>
          )
        )}
      </div>
      <Rarer {...props} />
    </div>
  );
}

/** Settings that are chosen once, behind 'More'. */
function Rarer({
  setup,
  captions,
  quality,
  onQuality,
}: Pick<Props, "setup" | "captions" | "quality" | "onQuality">) {
  return (
    <Disclosure title="More" wide>
      <div className="grid gap-5">
        {setup.microphone && <MicrophoneTest deviceId={setup.microphoneId} />}
        {captions}
        <Select label="Quality" value={quality} options={qualityOptions} onChange={onQuality} />
      </div>
    </Disclosure>
  );
}

const surfaces = [
  { value: "monitor", label: "Screen" },
  { value: "window", label: "Window" },
  { value: "browser", label: "Tab" },
] as const;

function Source({ setup, onChange }: Pick<Props, "setup" | "onChange">) {
  return (
    <>
      <Select
        label="Source"
        value={setup.surface}
        options={surfaces}
        onChange={(surface) => onChange({ surface })}
      />
      <Switch
        label="System audio"
        checked={setup.systemAudio}
        onChange={(systemAudio) => onChange({ systemAudio })}
      />
    </>
  );
}

interface DeviceMenuProps {
  label: string;
  devices: Device[];
  value: string | null;
  onChange: (deviceId: string | null) => void;
}

const DEFAULT = "";

/** Names the device, and chooses one where there are several. */
function DeviceMenu({ label, devices, value, onChange }: DeviceMenuProps) {
  const [only] = devices;
  if (!only) return null;
  if (devices.length === 1) {
    return <p className="text-13 text-ink-2 [overflow-wrap:anywhere]">{only.label}</p>;
  }
  const named = devices.map((device) => ({ value: device.deviceId, label: device.label }));
  return (
    <Select
      label={label}
      labelHidden
      size="sm"
      value={value ?? DEFAULT}
      options={[{ value: DEFAULT, label: "Default" }, ...named]}
      onChange={(deviceId) => onChange(deviceId === DEFAULT ? null : deviceId)}
    />
  );
}

const names: Record<Quality, string> = {
  low: "Low",
  medium: "Medium",
  high: "High",
  ultra: "Ultra",
};

const qualityOptions = Quality.options.map((value) => {
  const { height, frameRate } = presetFor(value);
  return {
    value,
    label: `${names[value]}, ${height === 2160 ? "4K" : `${height}p`} at ${frameRate} frames`,
  };
});

const none: Devices = { microphones: [], cameras: [] };

/** Follows what is plugged in; `asked` changes when a permission was given and names became known. */
export function useDevices(asked: unknown): Devices {
  const [devices, setDevices] = useState(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is the reason to look again
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const found = await listDevices().catch(() => none);
      if (isCurrent) setDevices(found);
    };
    void look();
    const stop = watchDevices(look);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [asked]);
  return devices;
}
