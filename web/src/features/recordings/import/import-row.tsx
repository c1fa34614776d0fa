import { CircleAlert, CircleCheck, RotateCw, X } from "lucide-react";
import { formatSize } from "#web/lib/format.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { type Item, percentOf } from "./queue.ts";

interface Props {
  item: Item;
  onAgain: () => void;
  onRemove: () => void;
}

export function ImportRow({ item, onAgain, onRemove }: Props) {
  const { state } = item;
  const { name, size } = item.file;
  const isWrong = state === "failed" || state === "refused";
  return (
    <li className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5 rounded-8 border border-line px-3 py-2.5">
      <div className="flex items-center gap-2">
        {state === "done" && <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-ok" />}
        {isWrong && <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-red-ink" />}
        <p className="min-w-0 flex-1 truncate font-medium text-14">{name}</p>
        <p className="shrink-0 text-13 text-ink-2 tabular-nums">
          {state === "sending" ? `${percentOf(item)}%` : formatSize(size)}
        </p>
        {state === "failed" && (
          <IconButton size="sm" label={`Try ${name} again`} onClick={onAgain}>
            <RotateCw />
          </IconButton>
        )}
        {state !== "done" && (
          <IconButton size="sm" label={`${verb(item)} ${name}`} onClick={onRemove}>
            <X />
          </IconButton>
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
  switch (state) {
    case "chosen":
      return "Ready to import";
    case "waiting":
      return "Waits for its turn";
    case "sending":
      return `${formatSize(sent)} of ${formatSize(file.size)}`;
    case "done":
      return "Imported";
    case "failed":
    case "refused":
      return "Could not be imported";
  }
}
