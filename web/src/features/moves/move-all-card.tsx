import { useMutation, useQuery } from "@tanstack/react-query";
import type { Config } from "#contract/config.ts";
import type { Moves } from "#contract/moves.ts";
import type { StorageChoice } from "#contract/recordings.ts";
import { cancelMoves, moveAllRecordings, movesQuery, placeName } from "#web/data/moves.ts";
import { counted, formatSize } from "#web/lib/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { askBefore } from "#web/ui/layers/confirm.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";
import { PlaceIcon } from "./move-one.tsx";

export function MoveAllCard({ config }: { config: Config }) {
  const moves = useQuery(movesQuery);
  const { mutate: moveAll, isPending, variables } = useMutation(moveAllRecordings);
  const ask = (place: StorageChoice) =>
    askBefore(() => moveAll(place), {
      title: `Move all recordings to ${placeName(place, config)}?`,
      description: "They play all the while, and their links stay as they are.",
    });
  if (!moves.data) return null;
  const { total, failed } = moves.data;
  const waiting = moves.data.places.filter(({ recordings }) => recordings > 0);
  // Where everything lies in the one place there is, the card has nothing to say.
  if (total + failed + waiting.length === 0) return null;
  return (
    <SettingsCard
      title="Move All Recordings"
      help="Each is copied and checked before the old copy goes. New recordings go where they always go."
      anchor="move-all"
    >
      <div className="grid gap-4">
        {total > 0 ? (
          <UnderWay moves={moves.data} config={config} />
        ) : (
          <div className="grid gap-3">
            {waiting.map(({ storage_type: place, recordings, bytes }) => (
              <div key={place} className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
                <Button
                  icon={<PlaceIcon place={place} />}
                  busy={isPending && variables === place}
                  disabled={isPending}
                  onClick={ask(place)}
                >
                  Move All to {placeName(place, config)}
                </Button>
                <span className="text-13 text-ink-2 tabular-nums">
                  {counted(recordings, "recording")}, {formatSize(bytes)}
                </span>
              </div>
            ))}
          </div>
        )}
        {failed > 0 && <Failed moves={moves.data} busy={isPending} onRetry={moveAll} />}
      </div>
    </SettingsCard>
  );
}

function UnderWay({ moves, config }: { moves: Moves; config: Config }) {
  const { storage_type, total, moved, percent } = moves;
  const name = storage_type ? placeName(storage_type, config) : "";
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-14 tabular-nums">
          <span className="font-medium">
            {moved} of {total}
          </span>{" "}
          <span className="text-ink-2">moved to {name}</span>
        </p>
        <WriteButton size="sm" write={cancelMoves}>
          Cancel
        </WriteButton>
      </div>
      <Progress label={`Moved to ${name}`} value={percent} />
      <p className="text-13 text-ink-2">You can close this page: it goes on without you.</p>
    </div>
  );
}

interface FailedProps {
  moves: Moves;
  busy: boolean;
  onRetry: (place: StorageChoice) => void;
}

function Failed({ moves, busy, onRetry }: FailedProps) {
  const { mutate: cancel } = useMutation(cancelMoves);
  const { failed, storage_type, total } = moves;
  return (
    <Banner
      tone="error"
      action={
        storage_type && (
          <Button size="sm" busy={busy} onClick={() => onRetry(storage_type)}>
            Try Again
          </Button>
        )
      }
      onDismiss={total === 0 ? cancel : undefined}
    >
      {failed === 1
        ? "1 recording could not be moved. Its page says why."
        : `${failed} recordings could not be moved. Their pages say why.`}
    </Banner>
  );
}
