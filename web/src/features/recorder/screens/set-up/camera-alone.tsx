import { Link } from "@tanstack/react-router";
import { isShownMirrored } from "#web/features/recorder/capture/sources.ts";
import { LivePicture } from "#web/features/recorder/screens/stage.tsx";
import { Banner } from "#web/ui/page/banner.tsx";

const LIBRARY: string = "/my-recordings";

/** The notice before the tap, where a browser knows no screen. */
export function CameraInstead() {
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

/** The camera's picture before it is recorded. */
export function CameraFinder({ stream }: { stream: MediaStream }) {
  const isMirrored = stream.getVideoTracks().every(isShownMirrored);
  return (
    <LivePicture
      stream={stream}
      label="Your camera"
      className={isMirrored ? "-scale-x-100" : undefined}
    />
  );
}
