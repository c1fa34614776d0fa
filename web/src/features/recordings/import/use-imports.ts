import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef } from "react";
import { recordingsKey } from "#web/data/recordings.ts";
import { markStale } from "#web/data/stale.ts";
import {
  emptyQueue,
  isBusy,
  isComplete,
  next,
  type Queue,
  type QueueEvent,
  upNext,
} from "./queue.ts";
import { type Sending, sendFile } from "./send-file.ts";

/** `folder`: where new ones go. */
export function useImports(folder?: string) {
  const queryClient = useQueryClient();
  const [queue, dispatch] = useReducer<Queue, [QueueEvent]>(next, emptyQueue);
  const sending = useRef<{ id: number; upload: Sending }>(undefined);
  const item = upNext(queue);
  const place = useRef(folder);
  useEffect(() => {
    place.current = folder;
  }, [folder]);

  useEffect(() => {
    if (!item) return;
    const { id, file } = item;
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
      place.current,
    );
    sending.current = { id, upload };
  }, [item, queryClient]);

  useEffect(() => () => sending.current?.upload.stop(), []);

  const remove = (id: number) => {
    if (sending.current?.id === id) sending.current.upload.discard();
    dispatch({ type: "removed", id });
  };
  return {
    queue,
    isBusy: isBusy(queue),
    isComplete: isComplete(queue),
    choose: (files: readonly File[]) => dispatch({ type: "chosen", files }),
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
