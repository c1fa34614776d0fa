import type { ReactNode } from "react";
import type { SharedRecording } from "#contract/recordings.ts";
import { lengthOfCut } from "#contract/timeline.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Checkbox } from "#web/ui/controls/checkbox.tsx";
import { preciseTime } from "./precise-time.ts";
import type { useEdit } from "./use-edit.ts";

interface Props {
  editing: ReturnType<typeof useEdit>;
  recording: Pick<SharedRecording, "filename">;
  back: ReactNode;
  share: ReactNode;
  hides: boolean;
  setHides: (hides: boolean) => void;
}

/** The way back, how long the film was and will be, and what keeps the edit. */
export function SaveBar({ editing, recording, back, share, hides, setHides }: Props) {
  const { state, isUnsaved, isSaving, save } = editing;
  return (
    <header className="grid gap-3">
      {back}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h1 className="line-clamp-2 font-semibold text-20 [overflow-wrap:anywhere]">
            {recording.filename}
          </h1>
          <dl className="flex flex-wrap gap-x-4 text-13 text-ink-2 tabular-nums">
            <Length name="Before" seconds={state.duration} />
            <Length name="After" seconds={lengthOfCut(state.kept)} />
          </dl>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="flex items-center gap-2 text-13">
            <Checkbox label="Hide until it is ready" checked={hides} onChange={setHides} />
            <span aria-hidden="true">Hide until it is ready</span>
          </span>
          <span className="flex gap-2">
            {share}
            <Button
              tone="primary"
              disabled={!isUnsaved}
              busy={isSaving}
              onClick={() => save(hides)}
            >
              Save
            </Button>
          </span>
        </div>
      </div>
    </header>
  );
}

function Length({ name, seconds }: { name: string; seconds: number }) {
  return (
    <div className="flex gap-1">
      <dt className="text-ink-3">{name}</dt>
      <dd className="font-medium text-ink">{preciseTime(seconds)}</dd>
    </div>
  );
}
