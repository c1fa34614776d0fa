import { measureUploadSpeedCall } from "#contract/upload-calls.ts";
import { call } from "#web/lib/request.ts";

/** Sends bytes of no recording, to see how fast they go. Uploads themselves speak TUS (`lib/uploads/tus.ts`). */
export const sendProbe = (bytes: number, signal: AbortSignal) =>
  call(measureUploadSpeedCall, {
    body: new Blob([new Uint8Array(bytes)], { type: "application/octet-stream" }),
    signal,
  });
