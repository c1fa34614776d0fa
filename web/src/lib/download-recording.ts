import { useState } from "react";
import { downloadBlob } from "./browser/download-blob.ts";

/** Hands over what lies on this computer; a long recording takes a moment to prepare. */
export function useDownload() {
  const [isPreparing, setPreparing] = useState(false);
  const download = async (recording: Blob, fileName: string) => {
    setPreparing(true);
    downloadBlob(await playable(recording), fileName);
    setPreparing(false);
  };
  return { isPreparing, download };
}

/** A file that players can seek in; as it was recorded where that does not work out. */
async function playable(recording: Blob): Promise<Blob> {
  if (!recording.type.startsWith("video/webm")) return recording;
  try {
    const { makeSeekable } = await import("./make-seekable.ts");
    return await makeSeekable(recording);
  } catch {
    return recording;
  }
}
