import { PictureInPicture2 } from "lucide-react";
import { canFloat, openFloating, useFloating } from "#web/features/recorder/floating.ts";
import type { View } from "#web/features/recorder/view.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";

interface Props {
  face: View["face"];
  tone?: "quiet" | "stage";
}

/** The way back to the controls over other windows, while they are closed; or the nearest that this browser has. */
export function OpenAgain({ face, tone = "quiet" }: Props) {
  const isOpen = useFloating() !== null;
  if (isOpen) return null;
  if (canFloat()) return <Way label="Floating controls" tone={tone} onPress={openFloating} />;
  if (face && document.pictureInPictureEnabled)
    return <Way label="Floating camera" tone={tone} onPress={() => floatFace(face)} />;
  return null;
}

interface WayProps {
  label: string;
  tone: "quiet" | "stage";
  onPress: () => void;
}

function Way({ label, tone, onPress }: WayProps) {
  return (
    <IconButton label={label} title={label} size="sm" tone={tone} onClick={onPress}>
      <PictureInPicture2 />
    </IconButton>
  );
}

/** Whether this browser keeps the recorder, or a part of it, in sight over other windows. */
export const staysBehind = (face: View["face"]) =>
  !canFloat() && !(face && document.pictureInPictureEnabled);

async function floatFace(face: MediaStream) {
  const video = document.createElement("video");
  Object.assign(video, { muted: true, playsInline: true, srcObject: face });
  video.addEventListener("leavepictureinpicture", () => {
    video.srcObject = null; // or it plays on, unseen, for as long as the camera is open
  });
  await video.play();
  await video.requestPictureInPicture();
}
