import type { Bubble } from "#web/features/recorder/capture/camera/bubble.ts";
import { openCamera } from "#web/features/recorder/capture/sources.ts";
import { CameraHandle } from "#web/features/recorder/screens/camera-handle.tsx";
import { LivePicture } from "#web/features/recorder/screens/stage.tsx";
import { useCamera } from "./use-camera.ts";

interface Props {
  deviceId: string | null;
  bubble: Bubble;
  onMove: (bubble: Bubble) => void;
  onMissing: () => void;
}

/** The camera as it will sit in the recording, before there is one. */
export function CameraPreview({ deviceId, bubble, onMove, onMissing }: Props) {
  const stream = useCamera(String(deviceId), () => openCamera(deviceId), onMissing);
  return (
    <CameraHandle bubble={bubble} onMove={onMove}>
      {stream && <LivePicture stream={stream} label="Your camera" className="object-cover!" />}
    </CameraHandle>
  );
}
