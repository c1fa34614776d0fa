import { useEffect, useState } from "react";
import type { Bubble } from "#web/features/recorder/capture/camera/bubble.ts";
import { openCamera } from "#web/features/recorder/capture/sources.ts";
import { CameraHandle } from "#web/features/recorder/screens/camera-handle.tsx";
import { LivePicture } from "#web/features/recorder/screens/stage.tsx";

interface Props {
  deviceId: string | null;
  bubble: Bubble;
  onMove: (bubble: Bubble) => void;
  onMissing: () => void;
}

/** The camera as it will sit in the recording, before there is one. */
export function CameraPreview({ deviceId, bubble, onMove, onMissing }: Props) {
  const stream = useCamera(deviceId, onMissing);
  return (
    <CameraHandle bubble={bubble} onMove={onMove}>
      {stream && (
        <LivePicture stream={stream} label="Your camera" className="-scale-x-100 object-cover!" />
      )}
    </CameraHandle>
  );
}

function useCamera(deviceId: string | null, onMissing: () => void): MediaStream | null {
  const [stream, setStream] = useState<MediaStream | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback does not mean another camera
  useEffect(() => {
    let isOver = false;
    const opening = openCamera(deviceId);
    opening.then(
      (opened) => !isOver && setStream(opened),
      () => !isOver && onMissing(),
    );
    return () => {
      isOver = true;
      void opening.then(stop, () => {});
    };
  }, [deviceId]);
  return stream;
}

function stop(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}
