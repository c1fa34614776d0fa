import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { LiveIndex, LiveState } from "#contract/live.ts";
import { Feed, type Over } from "./feed.ts";

interface Options {
  id: string;
  headers: Record<string, string>;
  index: LiveIndex;
  startAt: number | undefined;
  onOver: (why: Over) => void;
}

/** Feeds the element in `place` for as long as it is there. */
export function useFeed(place: RefObject<HTMLElement | null>, options: Options) {
  const { index } = options;
  const [source] = useState(() => {
    const media = new MediaSource();
    return { media, src: URL.createObjectURL(media) };
  });
  const feed = useRef<Feed>(null);
  const [seen, setSeen] = useState<{ state: LiveState; isLive: boolean }>({
    state: index,
    isLive: true,
  });
  const [isMuted, setMuted] = useState(false);
  const headers = useEffectEvent(() => options.headers);
  const over = useEffectEvent((why: Over) => options.onOver(why));
  const begin = useEffectEvent(
    (video: HTMLVideoElement) =>
      new Feed(video, source.media, {
        ...{ id: options.id, index, at: options.startAt ?? "live" },
        headers: () => headers(),
        onState: (state, isLive) => setSeen({ state, isLive }),
        onMuted: () => setMuted(true),
        onOver: (why) => over(why),
      }),
  );
  useEffect(() => {
    const video = place.current?.querySelector("video");
    if (!video) return;
    feed.current = begin(video);
    const heard = () => !video.muted && setMuted(false);
    video.addEventListener("volumechange", heard);
    return () => {
      feed.current?.stop();
      video.removeEventListener("volumechange", heard);
    };
  }, [place]);
  const unmute = () => {
    const video = place.current?.querySelector("video");
    if (video) video.muted = false;
  };
  return {
    ...seen,
    ...{ isMuted, unmute, src: source.src },
    goLive: () => feed.current?.goLive(),
  };
}
