import { z } from "zod";
import type { MediaToken } from "#contract/recordings.ts";
import { listViewersCall, type Watched } from "#contract/viewers.ts";
import { stored } from "#web/lib/browser/browser-storage.ts";
import { downloadBlob } from "#web/lib/browser/download-blob.ts";
import { apiUrl, asItCame, request, requestFile } from "#web/lib/request.ts";
import { read } from "./read.ts";
import { serversWords, write } from "./write.ts";

/** Somebody may be watching while their figures are read. */
export const WATCHED_EVERY_MS = 15_000;

const viewersKey = ["viewers"] as const;

/** `share_id`: of those alone who came by this link. */
export const viewersQuery = (id: string, share_id?: string) =>
  read([...viewersKey, id, share_id], listViewersCall, { params: { id }, query: { share_id } });

export const exportViewers = (id: string) =>
  write({
    send: () => requestFile(apiUrl(`/recordings/${id}/viewers.csv`)),
    keep: (_cache, file) => downloadBlob(file, "viewers.csv"),
    stale: viewersKey,
    failure: serversWords("Failed to download the viewers"),
  });

/** Says what was played; the request arrives also when the page is being left. */
export const sayWatched = (id: string, { token }: MediaToken, watched: Watched, isGuest: boolean) =>
  request("POST", `/recordings/${id}/watched`, asItCame, {
    query: { token },
    body: { ...watched, viewer: isGuest ? viewerOf(id) : undefined, site: siteAround() },
    keepalive: true,
  });

const noKeys: Record<string, string> = {};
const viewers = stored({
  key: "kinora.viewer",
  schema: z.record(z.string(), z.uuid()),
  fallback: noKeys,
});
const MOST_KEYS = 200;

/** A guest's key for one film: no other film's owner can know them by it. */
function viewerOf(id: string): string {
  const { [id]: known = newKey(), ...others } = viewers.read();
  const last = Object.entries(others).slice(1 - MOST_KEYS);
  viewers.write({ ...Object.fromEntries(last), [id]: known });
  return known;
}

function siteAround(): string | undefined {
  if (window.parent === window || !URL.canParse(document.referrer)) return undefined;
  const { host } = new URL(document.referrer);
  return host === location.host ? undefined : host;
}

/** A random uuid, also on pages without https, where `crypto.randomUUID` is not. */
export const newKey = () =>
  "10000000-1000-4000-8000-100000000000".replaceAll(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
