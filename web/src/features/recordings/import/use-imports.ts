import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import { UPLOADS_PATH } from "#contract/uploads.ts";
import { recordingsKey } from "#web/data/recordings.ts";
import { markStale } from "#web/data/stale.ts";
import { expireSessionOf, SESSION_EXPIRED, sessionUserId, tokenOf } from "#web/lib/session.ts";
import type { Upload } from "#web/lib/uploads/machine.ts";
import { connectTus, type Tus, UploadError } from "#web/lib/uploads/tus.ts";
import { startUpload } from "#web/lib/uploads/uploader.ts";
import { emptyQueue, type Item, next, type Queue, type QueueEvent, upNext } from "./queue.ts";
import { fingerprint, forget, recall, remember } from "./unfinished.ts";

/** `folder`: where new ones go. */
export function useImports(folder?: string) {
  const queryClient = useQueryClient();
  const [queue, dispatch] = useReducer<Queue, [QueueEvent]>(next, emptyQueue);
  const sending = useRef<{ id: number; upload: ReturnType<typeof sendFile> }>(undefined);
  const item = upNext(queue);
  const send = useEffectEvent(({ id, file, folder: into }: Item) => {
    dispatch({ type: "sending", id });
    const upload = sendFile(
      file,
      {
        onProgress: (bytes, message) => dispatch({ type: "sent", id, bytes, message }),
        onFailed: (message) => dispatch({ type: "failed", id, message }),
        onDone: () => {
          dispatch({ type: "done", id });
          markStale(queryClient, recordingsKey);
        },
      },
      into,
    );
    sending.current = { id, upload };
  });
  useEffect(() => {
    if (item) send(item);
  }, [item]);
  useEffect(() => () => sending.current?.upload.stop(), []);

  const remove = (id: number) => {
    if (sending.current?.id === id) sending.current.upload.discard();
    dispatch({ type: "removed", id });
  };
  return {
    queue,
    choose: (files: readonly File[]) => dispatch({ type: "chosen", files, folder }),
    begin: () => dispatch({ type: "begun" }),
    again: (id: number) => dispatch({ type: "again", id }),
    remove,
    cancelAll() {
      for (const { id, state } of queue.items) if (state !== "done") remove(id);
    },
    clear: () => dispatch({ type: "cleared" }),
  };
}

export type Imports = ReturnType<typeof useImports>;

interface Listener {
  onProgress: (bytes: number, message: string | undefined) => void;
  onDone: () => void;
  onFailed: (message: string) => void;
}

/** Sends one file by the resumable protocol, from where an earlier visit left it. */
export function sendFile(file: File, listener: Listener, folder?: string) {
  const userId = sessionUserId() ?? "";
  const tus = connectTus({ endpoint: UPLOADS_PATH, token: () => tokenOf(userId) });
  const print = fingerprint(userId, file);
  // An upload that is asked for again, because the answer was lost, is the same one.
  const key = String(Math.random());
  const { name, size } = file;
  let url = recall(print)?.url;
  let isDiscarded = false;
  const upload = startUpload({
    tus,
    // A request that has to read a file which is gone fails as if the server did not answer.
    source: { read: (from, to) => file.slice(from, to).arrayBuffer().catch(unreadable) },
    metadata: { filename: name, filetype: file.type || "video/webm", kind: "import", key },
    ...(url && { url }),
    ...(folder && { folder }),
    onCreated(created) {
      // The person gave up while the server was still being asked for the upload.
      if (isDiscarded) return terminate(tus, created.url);
      url = created.url;
      remember(print, { url, name, size, sent: 0 });
    },
  });

  const heed = (state: Upload) => {
    if (state.finished) {
      forget(print);
      upload.stop();
      listener.onDone();
    } else if (state.stuck?.why === "gone" && url) {
      // The server has forgotten the upload: begin anew, once this change has been told to everyone.
      forget(print);
      url = undefined;
      queueMicrotask(upload.retry);
    } else if (state.stuck) {
      upload.stop();
      listener.onFailed(reasonOf(state.stuck, userId));
    } else {
      if (state.offset && url) remember(print, { url, name, size, sent: state.offset });
      listener.onProgress(state.confirmed, waitingFor(state));
    }
  };
  upload.subscribe(heed);
  upload.ended(size);
  return {
    /** Stops; the server keeps the bytes it has, and the same file goes on from there. */
    stop: upload.stop,
    /** Stops, and the server forgets the file. */
    discard() {
      isDiscarded = true;
      upload.stop();
      forget(print);
      if (url) void terminate(tus, url);
    },
  };
}

const UNREADABLE = "This file cannot be read any more. Choose it again.";
const unreadable = () => Promise.reject(new UploadError({ kind: "refused", message: UNREADABLE }));

/** An upload that this page cannot remove, because nobody answers, is removed by the server after a day. */
const terminate = (tus: Tus, url: string) => tus.terminate(url).catch(() => {});

function reasonOf(stuck: NonNullable<Upload["stuck"]>, userId: string): string {
  if (stuck.why === "refused") return stuck.message;
  if (stuck.why === "gone") return "This server takes no uploads.";
  expireSessionOf(userId);
  return SESSION_EXPIRED;
}

function waitingFor({ online, failures, full }: Upload): string | undefined {
  if (!online) return "Waiting for the connection";
  if (full) return "This server's disk is full. It goes on when there is room.";
  return failures > 0 ? "Waiting for the server" : undefined;
}
