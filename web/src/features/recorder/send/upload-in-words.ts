import { formatSize } from "#web/lib/format.ts";
import type { Upload } from "#web/lib/uploads/machine.ts";

export interface ServerFacts {
  /** Bytes the server has confirmed; null when nothing is sent while recording. */
  onServer: number | null;
  upload: "sending" | "offline" | "waiting" | "full" | "signed-out" | "refused" | "off";
}

export function serverFacts(upload: Upload | null): ServerFacts {
  if (!upload) return { onServer: null, upload: "off" };
  const onServer = upload.confirmed;
  if (upload.stuck?.why === "signed-out") return { onServer, upload: "signed-out" };
  if (upload.stuck) return { onServer, upload: "refused" };
  if (!upload.online) return { onServer, upload: "offline" };
  if (upload.full) return { onServer, upload: "full" };
  return { onServer, upload: upload.failures > 1 ? "waiting" : "sending" };
}

export function uploadInWords(upload: Upload | null): string {
  if (!upload) return "Sending";
  const of = `${formatSize(upload.confirmed)} of ${formatSize(upload.total ?? upload.available)}`;
  const { upload: how } = serverFacts(upload);
  if (how === "offline") return `${of} · offline: it goes on when the network is back`;
  if (how === "waiting") return `${of} · the server does not answer: trying again`;
  if (how === "full") return `${of} · this server's disk is full: it goes on when there is room`;
  if (how === "signed-out") return `${of} · sign in again to send the rest`;
  return of;
}
