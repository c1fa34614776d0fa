import { useBlocker } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useUser } from "#web/lib/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { confirm } from "#web/ui/layers/confirm.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { ACCEPTED } from "./check-file.ts";
import { ImportRow } from "./import-row.tsx";
import { isPartlyDone, refusedInWords, wrongFirst } from "./queue.ts";
import { unfinishedOf } from "./unfinished.ts";
import type { Imports } from "./use-imports.ts";

const CLOSES_AFTER = 1_000;

interface Props {
  imports: Imports;
  open: boolean;
  /** The refused files are named after the list is gone. */
  onClose: (refused: string | undefined) => void;
}

export function ImportDialog({ imports, open, onClose }: Props) {
  const { queue, isBusy, isComplete } = imports;
  const chosen = queue.items.filter(({ state }) => state === "chosen").length;
  const close = () => {
    imports.clear();
    onClose(isPartlyDone(queue) ? refusedInWords(queue) : undefined);
  };
  useCloseAfterwards(open && isComplete, close);
  useBlocker({
    shouldBlockFn: async () => !(await askToLeave()),
    disabled: !isBusy,
    enableBeforeUnload: isBusy,
  });
  return (
    <Dialog
      open={open}
      onClose={close}
      locked={isBusy}
      title="Import Video"
      description="MP4, WebM, MOV, AVI or MKV, up to 500 MB each"
      footer={
        isBusy ? (
          <Button onClick={imports.cancelAll}>Cancel import</Button>
        ) : (
          <>
            <Button onClick={close}>{isPartlyDone(queue) ? "Done" : "Cancel"}</Button>
            {!isPartlyDone(queue) && (
              <Button tone="primary" disabled={chosen === 0} onClick={imports.begin}>
                {chosen > 1 ? `Import ${chosen} files` : "Import"}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="grid gap-4">
        {!isComplete && <FilePicker hasFiles={queue.items.length > 0} onFiles={imports.choose} />}
        {queue.items.length === 0 && <Unfinished />}
        {queue.items.length > 0 && (
          <ul
            aria-label="Files"
            className="grid max-h-[40dvh] grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto"
          >
            {(isBusy ? queue.items : wrongFirst(queue)).map((item) => (
              <ImportRow
                key={item.id}
                item={item}
                onAgain={() => imports.again(item.id)}
                onRemove={() => imports.remove(item.id)}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function useCloseAfterwards(isOver: boolean, close: () => void) {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => closeNow(), CLOSES_AFTER);
    return () => clearTimeout(timer);
  }, [isOver]);
}

const askToLeave = () =>
  confirm({
    title: "Leave while files are being imported?",
    description:
      "The parts that have arrived stay for a day: choose the same files again to go on.",
  });

interface PickerProps {
  hasFiles: boolean;
  onFiles: (files: File[]) => void;
}

function FilePicker({ hasFiles, onFiles }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div
      className={cx(
        "flex flex-wrap items-center justify-center gap-3 rounded-12 border border-line-2 border-dashed px-4 text-center",
        hasFiles ? "py-3" : "flex-col py-8",
      )}
    >
      {!hasFiles && <FileUp aria-hidden="true" className="size-6 text-ink-3" />}
      <p className="text-14 text-ink-2">Drop video files here, or choose them on this computer.</p>
      <Button size={hasFiles ? "sm" : "md"} onClick={() => input.current?.click()}>
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Video files"
        accept={ACCEPTED.join(",")}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Choosing the same file again must be a change too.
          currentTarget.value = "";
        }}
      />
    </div>
  );
}

function Unfinished() {
  const unfinished = unfinishedOf(useUser().id);
  if (unfinished.length === 0) return null;
  return (
    <ul className="grid gap-1 text-13 text-ink-2">
      {unfinished.map(({ url, name, size, sent }) => (
        <li key={url} className="[overflow-wrap:anywhere]">
          <span className="font-medium text-ink">{name}</span> was cut off at{" "}
          {Math.floor((sent / size) * 100)}%. Choose it again to go on from there.
        </li>
      ))}
    </ul>
  );
}
