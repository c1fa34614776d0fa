import { useEffect, useRef, useState } from "react";

/** Keeps the line that is said in sight, until somebody scrolls to read elsewhere. */
export function useFollowing(playing: number | undefined) {
  const list = useRef<HTMLOListElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  useEffect(() => {
    const box = list.current;
    const line = playing === undefined ? undefined : box?.children[playing];
    if (!isFollowing || !box || !(line instanceof HTMLElement)) return;
    // The list scrolls, the page does not: somebody may be looking at the video.
    const { top, height } = line.getBoundingClientRect();
    box.scrollTop += top - box.getBoundingClientRect().top - (box.clientHeight - height) / 3;
  }, [playing, isFollowing]);
  return {
    list,
    isFollowing,
    follow: () => setFollowing(true),
    onMoved: () => setFollowing(false),
  };
}
