import { Play } from "lucide-react";
import type { RefObject } from "react";
import { cx } from "#web/ui/cx.ts";
import type { usePreview } from "./use-preview.ts";

interface Props {
  title: string;
  src: string;
  preview: ReturnType<typeof usePreview>;
}

/** Two films of which one is seen: the other waits where the next part begins. */
export function Stage({ title, src, preview }: Props) {
  const { first, second, front, isPlaying, toggle } = preview;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the space bar and the bar beneath do the same
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on the film is for pointers alone
    <div
      className="relative grid aspect-video max-h-[max(220px,calc(100dvh-29rem))] w-full place-items-center overflow-hidden rounded-12 bg-stage text-on-stage"
      onClick={toggle}
    >
      <Film film={first} title={title} src={src} isFront={front === 0} />
      <Film film={second} title={title} isFront={front === 1} />
      {!isPlaying && (
        <span
          aria-hidden="true"
          className="pointer-events-none relative grid size-14 place-items-center rounded-full bg-stage/60"
        >
          <Play className="size-6 fill-current" />
        </span>
      )}
    </div>
  );
}

interface FilmProps {
  film: RefObject<HTMLVideoElement | null>;
  title: string;
  src?: string;
  isFront: boolean;
}

function Film({ film, title, src, isFront }: FilmProps) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: the words stand beside it
    <video
      ref={film}
      src={src}
      // A store elsewhere may hold the bytes, and only so may their sound be faded.
      crossOrigin="anonymous"
      aria-label={isFront ? title : undefined}
      aria-hidden={!isFront}
      preload="auto"
      playsInline
      className={cx("absolute inset-0 size-full object-contain", !isFront && "opacity-0")}
    />
  );
}
