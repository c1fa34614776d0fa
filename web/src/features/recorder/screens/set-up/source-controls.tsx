import { Camera } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { Preferences } from "#contract/account.ts";
import { LevelMeter } from "#web/features/recorder/screens/signs.tsx";
import type { PictureSource } from "#web/lib/picture-source.ts";
import { qualityOptions } from "#web/lib/quality.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { Switch } from "#web/ui/controls/switch.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { MicrophoneTest } from "./microphone-test.tsx";
import type { MicrophoneCheck } from "./preflight.ts";
import type { Setup } from "./use-setup.ts";

interface Props {
  setup: Setup;
  quality: Preferences["recording_quality"];
  picture: PictureSource;
  onChange: (fields: Partial<Setup>) => void;
  onQuality: (quality: Preferences["recording_quality"]) => void;
  microphone: MicrophoneCheck;
  isCameraOpen: boolean;
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

function Rarer({ setup, captions, quality, onQuality }: Props) {
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
  devices: Devices["cameras"];
  value: string | null;
  onChange: (deviceId: string | null) => void;
}

const DEFAULT = "";

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
      value={devices.find(({ deviceId }) => deviceId === value)?.deviceId ?? DEFAULT}
      options={[{ value: DEFAULT, label: "Default" }, ...named]}
      onChange={(deviceId) => onChange(deviceId === DEFAULT ? null : deviceId)}
    />
  );
}

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

type Devices = Awaited<ReturnType<typeof listDevices>>;

/** Devices by name. Browsers tell names only after a permission, so before it a device is just "Microphone 1". */
export async function listDevices() {
  const all = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  return {
    microphones: named(all, "audioinput", "Microphone"),
    cameras: named(all, "videoinput", "Camera"),
  };
}

function named(all: MediaDeviceInfo[], kind: MediaDeviceKind, word: string) {
  return all
    .filter((device) => device.kind === kind && device.deviceId !== "default")
    .map(({ deviceId, label }, index) => ({ deviceId, label: label || `${word} ${index + 1}` }));
}

export function watchDevices(changed: () => void): () => void {
  navigator.mediaDevices?.addEventListener("devicechange", changed);
  return () => navigator.mediaDevices?.removeEventListener("devicechange", changed);
}
