import { type RefObject, useEffect, useState } from "react";

/** iPhones show only the element itself in full screen, by a call of their own. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen: () => void;
}

const isPhoneVideo = (video: HTMLVideoElement): video is PhoneVideo =>
  "webkitEnterFullscreen" in video;

/** Full screen and picture in picture, as the document says they are. */
export function useScreen(
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
) {
  const [isFull, setFull] = useState(false);
  const [isPicture, setPicture] = useState(false);

  useEffect(() => {
    const element = video.current;
    const stopped = new AbortController();
    const { signal } = stopped;
    const read = () => {
      setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
      setPicture(element !== null && document.pictureInPictureElement === element);
    };
    document.addEventListener("fullscreenchange", read, { signal });
    element?.addEventListener("enterpictureinpicture", read, { signal });
    element?.addEventListener("leavepictureinpicture", read, { signal });
    return () => stopped.abort();
  }, [frame, video]);

  // A refusal (no gesture, forbidden by the embedding page) leaves things as they are.
  const toggleFull = () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    else if (frame.current?.requestFullscreen)
      void frame.current.requestFullscreen().catch(() => {});
    else if (video.current && isPhoneVideo(video.current)) video.current.webkitEnterFullscreen();
  };
  const togglePicture = () => {
    const change = isPicture
      ? document.exitPictureInPicture()
      : video.current?.requestPictureInPicture();
    void change?.catch(() => {});
  };
  return { isFull, isPicture, canPicture: canPicture(), toggleFull, togglePicture };
}

const canPicture = () => document.pictureInPictureEnabled === true;
