import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "#web/ui/cx.ts";

interface Props {
  children: ReactNode;
  /** The shape of what is shown; 16:9 while nothing is. */
  shape?: { width: number; height: number } | undefined;
  /** A CSS length: the height of all that must stay in sight together with it. */
  beside: string;
}

const widescreen = { width: 16, height: 9 };
const SMALLEST_HEIGHT = "6rem";

export function Stage({ children, shape = widescreen, beside }: Props) {
  const { width, height } = shape;
  const room = `max(${SMALLEST_HEIGHT}, 100dvh - ${beside})`;
  return (
    <div
      style={{
        aspectRatio: `${width} / ${height}`,
        maxWidth: `calc(${room} * ${width} / ${height})`,
      }}
      className="relative mx-auto grid w-full place-items-center overflow-hidden rounded-12 bg-stage text-on-stage"
    >
      {children}
    </div>
  );
}

interface LivePictureProps {
  stream: MediaStream;
  label: string;
  className?: string | undefined;
}

export function LivePicture({ stream, label, className }: LivePictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    // A video that plays lives on, and goes on drawing, after the page has let it go.
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  return (
    <video
      ref={video}
      aria-label={label}
      autoPlay
      muted
      playsInline
      className={cx("size-full object-contain", className)}
    />
  );
}
