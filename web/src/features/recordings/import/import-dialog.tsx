import { useBlocker } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, FileUp, RotateCw, X } from "lucide-react";
import { formatSize } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { useLater } from "#web/lib/use-later.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FileButton } from "#web/ui/controls/file-button.tsx";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { confirm } from "#web/ui/layers/confirm.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { Progress } from "#web/ui/progress.tsx";
import {
  ACCEPTED,
  type Item,
  isBusy,
  isComplete,
  isPartlyDone,
  percentOf,
  refusedInWords,
  wrongFirst,
} from "./queue.ts";
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
  const { queue } = imports;
  const [isUnderWay, isOver] = [isBusy(queue), isComplete(queue)];
  const chosen = queue.items.filter(({ state }) => state === "chosen").length;
  const close = () => {
    imports.clear();
    onClose(isPartlyDone(queue) ? refusedInWords(queue) : undefined);
  };
  useLater(open && isOver && CLOSES_AFTER, close);
  useBlocker({
    shouldBlockFn: async () => !(await askToLeave()),
    disabled: !isUnderWay,
    enableBeforeUnload: isUnderWay,
  });
  return (
    <Dialog
      open={open}
      onClose={close}
      locked={isUnderWay}
      title="Import Video"
      description="MP4, WebM, MOV, AVI or MKV, up to 500 MB each"
      footer={
        isUnderWay ? (
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
        {!isOver && <FilePicker hasFiles={queue.items.length > 0} onFiles={imports.choose} />}
        {queue.items.length === 0 && <Unfinished />}
        {queue.items.length > 0 && (
          <ul
            aria-label="Files"
            className="grid max-h-[40dvh] grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto"
          >
            {(isUnderWay ? queue.items : wrongFirst(queue)).map((item) => (
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
  return (
    <div
      className={cx(
        "flex flex-wrap items-center justify-center gap-3 rounded-12 border border-line-2 border-dashed px-4 text-center",
        hasFiles ? "py-3" : "flex-col py-8",
      )}
    >
      {!hasFiles && <FileUp className="size-6 text-ink-3" />}
      <p className="text-14 text-ink-2">Drop video files here, or choose them on this computer.</p>
      <FileButton
        label="Video files"
        size={hasFiles ? "sm" : "md"}
        accept={ACCEPTED.join(",")}
        multiple
        onFiles={onFiles}
      >
        Choose files
      </FileButton>
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

interface ImportRowProps {
  item: Item;
  onAgain: () => void;
  onRemove: () => void;
}

function ImportRow({ item, onAgain, onRemove }: ImportRowProps) {
  const { state } = item;
  const { name, size } = item.file;
  const isWrong = state === "failed" || state === "refused";
  return (
    <li className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5 rounded-8 border border-line px-3 py-2.5">
      <div className="flex items-center gap-2">
        {state === "done" && <CircleCheck className="size-4 shrink-0 text-ok" />}
        {isWrong && <CircleAlert className="size-4 shrink-0 text-red-ink" />}
        <p dir="auto" className="min-w-0 flex-1 truncate font-medium text-14">
          {name}
        </p>
        <p className="shrink-0 text-13 text-ink-2 tabular-nums">
          {state === "sending" ? `${percentOf(item)}%` : formatSize(size)}
        </p>
        {state === "failed" && (
          <IconButton size="sm" label={`Try ${name} again`} icon={<RotateCw />} onClick={onAgain} />
        )}
        {state !== "done" && (
          <IconButton size="sm" label={`${verb(item)} ${name}`} icon={<X />} onClick={onRemove} />
        )}
      </div>
      {(state === "sending" || state === "done") && (
        <Progress label={`Import of ${name}`} value={percentOf(item)} />
      )}
      <p aria-live="polite" className={isWrong ? "text-13 text-red-ink" : "text-13 text-ink-2"}>
        {lineOf(item)}
      </p>
    </li>
  );
}

const verb = ({ state }: Item) =>
  state === "sending" || state === "waiting" ? "Cancel" : "Remove";

function lineOf({ state, message, sent, file }: Item): string {
  if (message) return message;
  if (state === "sending") return `${formatSize(sent)} of ${formatSize(file.size)}`;
  return lines[state];
}

const lines = {
  chosen: "Ready to import",
  waiting: "Waits for its turn",
  done: "Imported",
  failed: "Could not be imported",
  refused: "Could not be imported",
};
