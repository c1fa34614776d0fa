import { AppWindow, Camera, CameraOff, Mic, MicOff, Monitor, PanelTop } from "lucide-react";
import type { ReactNode } from "react";
import type { Device } from "#web/features/recorder/capture/devices.ts";
import { LevelMeter } from "#web/features/recorder/screens/level-meter.tsx";
import type { PictureSource } from "#web/lib/picture-source.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Segmented } from "#web/ui/segmented.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { useDevices } from "./use-devices.ts";
import type { MicrophoneCheck } from "./use-microphone-check.ts";
import type { Setup } from "./use-setup.ts";

interface Props {
  setup: Setup;
  picture: PictureSource;
  onChange: (fields: Partial<Setup>) => void;
  microphone: MicrophoneCheck;
  /** The camera that is the picture is open. */
  isCameraOpen: boolean;
}

/** The sources of a recording: a screen, a microphone, a camera. */
export function SourceControls(props: Props) {
  const { setup, picture, onChange, microphone, isCameraOpen } = props;
  const isAsked = [microphone.level !== null, setup.camera, isCameraOpen];
  const devices = useDevices(isAsked.join());
  return (
    <div className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
      {picture === "screen" && <SourceGroup setup={setup} onChange={onChange} />}
      <MicrophoneGroup
        setup={setup}
        onChange={onChange}
        microphone={microphone}
        devices={devices.microphones}
      />
      {picture === "screen" ? (
        <CameraGroup setup={setup} onChange={onChange} devices={devices.cameras} />
      ) : (
        <Group title="Camera">
          {setup.camera ? (
            <CameraSelect setup={setup} onChange={onChange} devices={devices.cameras} />
          ) : (
            <Button icon={<Camera />} onClick={() => onChange({ camera: true })}>
              Show my camera
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}

type GroupProps = Pick<Props, "setup" | "onChange">;

function SourceGroup({ setup, onChange }: GroupProps) {
  return (
    <Group title="Source" className="sm:col-span-2 xl:col-span-1">
      <Segmented
        label="Source"
        className="flex w-full!"
        value={setup.surface}
        onChange={(surface) => onChange({ surface })}
        choices={[
          { value: "monitor", label: <Named icon={<Monitor />}>Screen</Named> },
          { value: "window", label: <Named icon={<AppWindow />}>Window</Named> },
          { value: "browser", label: <Named icon={<PanelTop />}>Tab</Named> },
        ]}
      />
      <Switch
        label="System audio"
        checked={setup.systemAudio}
        onChange={(systemAudio) => onChange({ systemAudio })}
      />
    </Group>
  );
}

interface MicrophoneProps extends Omit<Props, "picture" | "isCameraOpen"> {
  devices: Device[];
}

function MicrophoneGroup({ setup, onChange, microphone, devices }: MicrophoneProps) {
  return (
    <Group title="Microphone">
      <OnOff
        label="Microphone"
        on={<Named icon={<Mic />}>On</Named>}
        off={<Named icon={<MicOff />}>Off</Named>}
        value={setup.microphone}
        onChange={(on) => onChange({ microphone: on })}
      />
      {setup.microphone && (
        <>
          <LevelMeter level={microphone.level} />
          <DeviceSelect
            label="Which microphone"
            devices={devices}
            value={setup.microphoneId}
            onChange={(microphoneId) => onChange({ microphoneId })}
          />
        </>
      )}
    </Group>
  );
}

type CameraProps = GroupProps & { devices: Device[] };

function CameraGroup({ setup, onChange, devices }: CameraProps) {
  return (
    <Group title="Camera">
      <OnOff
        label="Camera"
        on={<Named icon={<Camera />}>On</Named>}
        off={<Named icon={<CameraOff />}>Off</Named>}
        value={setup.camera}
        onChange={(on) => onChange({ camera: on })}
      />
      {setup.camera && (
        <>
          <p className="text-13 text-ink-2">Drag to move</p>
          <CameraSelect setup={setup} onChange={onChange} devices={devices} />
        </>
      )}
    </Group>
  );
}

function CameraSelect({ setup, onChange, devices }: CameraProps) {
  return (
    <DeviceSelect
      label="Which camera"
      devices={devices}
      value={setup.cameraId}
      onChange={(cameraId) => onChange({ cameraId })}
    />
  );
}

interface NamedGroup {
  title: string;
  className?: string;
  children: ReactNode;
}

function Group({ title, className, children }: NamedGroup) {
  return (
    <section aria-label={title} className={cx("grid min-w-0 content-start gap-3", className)}>
      <h2 className="font-medium text-13 text-ink-2">{title}</h2>
      {children}
    </section>
  );
}

function Named({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <>
      {icon}
      {children}
    </>
  );
}

interface OnOffProps {
  label: string;
  on: ReactNode;
  off: ReactNode;
  value: boolean;
  onChange: (on: boolean) => void;
}

function OnOff({ label, on, off, value, onChange }: OnOffProps) {
  return (
    <Segmented
      label={label}
      className="flex w-full!"
      value={value ? "on" : "off"}
      onChange={(next) => onChange(next === "on")}
      choices={[
        { value: "on", label: on },
        { value: "off", label: off },
      ]}
    />
  );
}

interface DeviceSelectProps {
  label: string;
  devices: Device[];
  value: string | null;
  onChange: (deviceId: string | null) => void;
}

const SYSTEM = "";

/** Names the device, and chooses one where there are several. */
function DeviceSelect({ label, devices, value, onChange }: DeviceSelectProps) {
  const [only] = devices;
  if (!only) return null;
  if (devices.length === 1) {
    return <p className="text-13 text-ink-2 [overflow-wrap:anywhere]">{only.label}</p>;
  }
  const options = [
    { value: SYSTEM, label: "The system's choice" },
    ...devices.map(({ deviceId, label: name }) => ({ value: deviceId, label: name })),
  ];
  return (
    <Select
      label={label}
      labelHidden
      size="sm"
      value={value ?? SYSTEM}
      options={options}
      onChange={(deviceId) => onChange(deviceId === SYSTEM ? null : deviceId)}
    />
  );
}
