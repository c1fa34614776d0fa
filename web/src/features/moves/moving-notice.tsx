import { useMutation, useQuery } from "@tanstack/react-query";
import type { Moving, Recording } from "#contract/recordings.ts";
import { configQuery } from "#web/data/config.ts";
import { cancelMove, moveRecording, placeName } from "#web/data/moves.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { Progress } from "#web/ui/progress.tsx";

/** On the page of a video that is on its way, or that could not be moved. */
export function MovingNotice({ recording: { id, moving } }: { recording: Recording }) {
  const config = useQuery(configQuery);
  const { mutate: move, isPending: isBeginning } = useMutation(moveRecording(id));
  const { mutate: cancel, isPending: isEnding } = useMutation(cancelMove(id));
  if (!moving || !config.data) return null;
  const name = placeName(moving.to, config.data);
  if (moving.failed === null)
    return <UnderWay name={name} percent={moving.percent} busy={isEnding} onCancel={cancel} />;
  return (
    <Banner
      tone="error"
      action={
        <Button size="sm" busy={isBeginning} onClick={() => move(moving.to)}>
          Try Again
        </Button>
      }
      onDismiss={cancel}
    >
      <span className="font-medium">This could not be moved to {name}.</span> {moving.failed}
    </Banner>
  );
}

interface UnderWayProps extends Pick<Moving, "percent"> {
  name: string;
  busy: boolean;
  onCancel: () => void;
}

function UnderWay({ name, percent, busy, onCancel }: UnderWayProps) {
  return (
    <section
      aria-label={`Moving to ${name}`}
      className="grid gap-3 rounded-12 border border-line bg-raised p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid gap-0.5">
          <p className="font-medium text-14 tabular-nums">
            Moving to {name}: {percent}%
          </p>
          <p className="text-13 text-ink-2">It plays all the while. Links stay as they are.</p>
        </div>
        <Button size="sm" busy={busy} onClick={onCancel}>
          Cancel Move
        </Button>
      </div>
      <Progress label={`Moved to ${name}`} value={percent} />
    </section>
  );
}
