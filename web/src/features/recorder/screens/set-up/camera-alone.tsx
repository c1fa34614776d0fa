import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { isShownMirrored, openCameraAsPicture } from "#web/features/recorder/capture/sources.ts";
import { LivePicture } from "#web/features/recorder/screens/stage.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { cx } from "#web/ui/cx.ts";
import { mayOpen } from "./may-open.ts";
import { useCamera } from "./use-camera.ts";
import type { Setup } from "./use-setup.ts";

const LIBRARY: string = "/my-recordings";

/** The notice before the tap, where a browser knows no screen. */
export function CameraInstead() {
  return (
    <Banner>
      This browser cannot record the screen. Record your camera instead, or{" "}
      <Link to={LIBRARY} hash="import" className="underline">
        import a video
      </Link>
      .
    </Banner>
  );
}

/** The camera's picture before it is recorded; null until somebody wants to see it. */
export function useCameraAlone(
  isWanted: boolean,
  { camera: isOn, cameraId, quality }: Setup,
  onChange: (fields: Partial<Setup>) => void,
): MediaStream | null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, and for no camera that was chosen since
  useEffect(() => {
    if (!isWanted) return;
    void mayOpen("camera", cameraId).then((may) => may && onChange({ camera: true }));
  }, []);
  return useCamera(
    isWanted && isOn ? `${cameraId} ${quality}` : null,
    () => openCameraAsPicture(cameraId, quality),
    () => onChange({ camera: false }),
  );
}

/** The camera's picture, behind the button that records it. */
export function CameraFinder({ stream }: { stream: MediaStream }) {
  const isMirrored = stream.getVideoTracks().every(isShownMirrored);
  return (
    <LivePicture
      stream={stream}
      label="Your camera"
      className={cx("absolute inset-0 opacity-50", isMirrored && "-scale-x-100")}
    />
  );
}
